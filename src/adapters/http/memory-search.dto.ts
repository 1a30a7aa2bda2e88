import { SEARCH_LIMIT_USUAL, searchLimit, searchQuery } from "../../domain/limits.js";
import { memoryCategories, type MemoryCategory } from "../../domain/memory-category.js";
import { finite, oneOf, text } from "../../domain/rules.js";
import type { FoundMemory } from "../../ports/driving/memory-search.js";
import { Component, Field, record, type Plain } from "./field.js";
import { flag, integer, list, number } from "./wire-rules.js";

export class SearchMemories {
  @Field(searchQuery) query!: string;
  @Field(integer(searchLimit), { optional: true }) limit: number = SEARCH_LIMIT_USUAL;
}

@Component("MemorySearchItem")
class FoundMemoryBody {
  @Field(text()) id!: string;
  @Field(oneOf(memoryCategories)) category!: MemoryCategory;
  @Field(text(), { optional: true }) content: string = "";
  @Field(number(finite({ min: 0, max: 1 })), {
    description: "How well it fits, best first; to be compared within one answer",
  })
  relevance_score!: number;
}

@Component("MemorySearchPolicy")
class SearchPolicyBody {
  @Field(flag()) app_has_default_memory_grant!: boolean;
  @Field(flag()) archive_capability!: boolean;
  @Field(text()) consumer!: string;
  @Field(flag()) raw_provenance_capability!: boolean;
}

/** Contract 2.11. */
@Component("MemorySearchResult")
export class MemorySearchBody {
  @Field(flag()) archive_default_visible!: boolean;
  @Field(record(() => SearchPolicyBody)) policy!: SearchPolicyBody;
  @Field(integer()) returned_count!: number;
  @Field(list(record(() => FoundMemoryBody)), { optional: true }) items: FoundMemoryBody[] = [];
}

/** Decision 5.6. */
const policy: Plain<SearchPolicyBody> = {
  app_has_default_memory_grant: true,
  archive_capability: false,
  consumer: "developer_api",
  raw_provenance_capability: false,
};

export function memorySearchBody(found: readonly FoundMemory[]): Plain<MemorySearchBody> {
  return {
    archive_default_visible: false,
    policy,
    returned_count: found.length,
    items: found.map(({ id, category, content, relevance }) => ({ id, category, content, relevance_score: relevance })),
  };
}
