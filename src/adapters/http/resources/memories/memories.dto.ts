import {
  memoryBatch,
  memoryContent,
  memoryPageSize,
  memoryTags,
  DEFAULT_SEARCH_LIMIT,
  searchLimit,
  searchQuery,
} from "../../../../domain/limits.js";
import { isMemoryCategory, memoryCategories, type MemoryCategory } from "../../../../domain/memory/memory-category.js";
import type { Memory, MemoryPatch } from "../../../../domain/memory/memory.js";
import {
  visibilities,
  type MemorySource,
  type SupersededFact,
  type Visibility,
} from "../../../../domain/memory/memory-state.js";
import type { NewMemory } from "../../../../domain/memory/new-memory.js";
import { oneOf, text, finite } from "../../../../domain/rules.js";
import type { MemoryFilter } from "../../../../ports/driven/store/memory-repositories.js";
import type { FilteredListQuery } from "../../../../ports/paging.js";
import type { MemoryBatchResult } from "../../../../ports/driving/memories.js";
import type { MemorySearchHit } from "../../../../ports/driving/search.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import { createUnknownCategoryError } from "../../kernel/errors.js";
import {
  commaSeparated,
  lenientBoolean,
  lenientInteger,
  arrayOf,
  nullableParser,
  timestamp,
  lenientNumber,
} from "../../kernel/field-parsers.js";
import type { Cursor } from "../../kernel/list-page.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

/** A new memory, alone or in a batch. The domain checks `visibility`, because that error is a text (decision 5.2). */
@Component("CreateMemory")
export class CreateMemoryRequest {
  @Field(memoryContent) content!: string;
  @Field(memoryTags, { optional: true }) tags: string[] = [];
  @Field(text(), { optional: true, description: "`public` or `private`." }) visibility: string = "private";
  @Field(nullableParser(oneOf(memoryCategories)), {
    optional: true,
    extension: true,
    description: "Derived from the content if absent.",
  })
  category: MemoryCategory | null = null;
}

/** The body of `POST /v1/dev/user/memories/batch`. */
@Component("CreateMemoryBatch")
export class CreateMemoryBatchRequest {
  @Field(
    arrayOf(
      nestedObject(() => CreateMemoryRequest),
      memoryBatch,
    ),
  )
  memories!: CreateMemoryRequest[];
}

/** The body of `PATCH /v1/dev/user/memories/{memory_id}`. */
@Component("UpdateMemory")
export class UpdateMemoryRequest {
  @Field(nullableParser(memoryContent), { optional: true }) content?: string | null;
  @Field(nullableParser(memoryTags), { optional: true }) tags?: string[] | null;
  @Field(nullableParser(oneOf(visibilities)), { optional: true }) visibility?: Visibility | null;
  @Field(nullableParser(oneOf(memoryCategories)), { optional: true }) category?: MemoryCategory | null;
  @Field(nullableParser(lenientBoolean()), {
    optional: true,
    extension: true,
    description:
      "`false` rejects the memory and hides it from lists and search until it is extracted again or accepted with `true`.",
  })
  user_review?: boolean | null;
}

/** The query of `GET /v1/dev/user/memories`. */
export class ListMemoriesParameters {
  @Field(commaSeparated(), { optional: true, description: "Comma-separated category names." }) categories?: string[];
  @LimitParameter(memoryPageSize) limit: number = memoryPageSize.defaultLimit;
  @OffsetParameter() offset: number = 0;
  @CursorParameter({ extension: true }) cursor?: Cursor;
  @TotalParameter({ extension: true }) total: boolean = false;
}

@Component("Memory")
export class MemoryResponse {
  @Field(text()) id!: string;
  @Field(oneOf(memoryCategories), { optional: true }) category: MemoryCategory = "interesting";
  @Field(text(), { optional: true }) content: string = "";
  @Field(nullableParser(timestamp()), { optional: true }) created_at: string | null = null;
  @Field(nullableParser(timestamp()), { optional: true }) updated_at: string | null = null;
  @Field(lenientBoolean(), { optional: true }) edited: boolean = false;
  @Field(lenientBoolean(), { optional: true }) manually_added: boolean = false;
  @Field(lenientBoolean(), { optional: true }) reviewed: boolean = false;
  @Field(nullableParser(text()), {
    optional: true,
    description: "Rank key; a memory with a greater string value is more important.",
  })
  scoring: string | null = null;
  @Field(arrayOf(text()), { optional: true }) tags: string[] = [];
  @Field(nullableParser(lenientBoolean()), { optional: true }) user_review: boolean | null = null;
  @Field(nullableParser(text()), { optional: true }) visibility: string | null = "private";
}

/** A conversation that a memory was extracted from, with the segments. */
@Component("MemorySource")
export class MemorySourceResponse {
  @Field(text()) conversation_id!: string;
  @Field(arrayOf(text())) segment_ids!: string[];
}

/**
 * A memory as responses with one memory show it. The conversation IDs let a stored response be removed when one of the
 * conversations is deleted (decision 10.1).
 */
@Component("MemoryDetail")
export class MemoryDetailResponse extends MemoryResponse {
  @Field(arrayOf(nestedObject(() => MemorySourceResponse)), {
    optional: true,
    extension: true,
    description: "The conversations it was extracted from.",
  })
  sources: MemorySourceResponse[] = [];
}

/** A memory that another memory superseded. */
@Component("FormerMemory")
export class SupersededMemoryResponse {
  @Field(text(), { description: "The ID used to restore it." }) id!: string;
  @Field(text()) content!: string;
  @Field(oneOf(memoryCategories)) category!: MemoryCategory;
  @Field(timestamp(), { description: "When the memory was created." }) created_at!: string;
  @Field(timestamp(), { description: "When a newer memory superseded it." }) superseded_at!: string;
  @Field(arrayOf(nestedObject(() => MemorySourceResponse)), { description: "The conversations it was extracted from." })
  sources!: MemorySourceResponse[];
}

/** The response to the creation of a batch. */
@Component("MemoryBatch")
export class MemoryBatchResponse {
  @Field(lenientInteger()) created_count!: number;
  @Field(arrayOf(nestedObject(() => MemoryResponse))) memories!: MemoryResponse[];
}

export function toNewMemory({ content, tags, visibility, category }: CreateMemoryRequest): NewMemory {
  return { content, tags, visibility, category };
}

/** Contains only the fields that the body contains. */
export function toMemoryPatch({ content, tags, visibility, category, user_review }: UpdateMemoryRequest): MemoryPatch {
  return {
    ...(content === undefined ? {} : { content }),
    ...(tags === undefined ? {} : { tags }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(category === undefined ? {} : { category }),
    ...(user_review === undefined ? {} : { userReview: user_review }),
  };
}

/** @throws HttpError 400 for an unknown category. */
export function toMemoryListQuery({
  categories,
  limit,
  offset,
  total,
}: ListMemoriesParameters): FilteredListQuery<MemoryFilter> {
  return {
    filter: categories ? { categories: categories.map(parseMemoryCategory) } : {},
    page: { limit, offset },
    includeTotal: total,
  };
}

function parseMemoryCategory(name: string): MemoryCategory {
  if (!isMemoryCategory(name)) throw createUnknownCategoryError(name);
  return name;
}

export function toMemoryResponse({ state, rankKey }: Memory): PlainObject<MemoryResponse> {
  return {
    id: state.id,
    category: state.category,
    content: state.content,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
    edited: state.edited,
    manually_added: state.manuallyAdded,
    reviewed: state.reviewed,
    scoring: rankKey,
    tags: [...state.tags],
    user_review: state.userReview,
    visibility: state.visibility,
  };
}

export function toMemoryDetailResponse(memory: Memory): PlainObject<MemoryDetailResponse> {
  return { ...toMemoryResponse(memory), sources: memory.state.sources.map(toMemorySourceResponse) };
}

export function toSupersededMemoryResponse({
  memory,
  supersededAt,
}: SupersededFact): PlainObject<SupersededMemoryResponse> {
  return {
    id: memory.id,
    content: memory.content,
    category: memory.category,
    created_at: memory.createdAt.toISOString(),
    superseded_at: supersededAt.toISOString(),
    sources: memory.sources.map(toMemorySourceResponse),
  };
}

function toMemorySourceResponse({ conversationId, segmentIds }: MemorySource): PlainObject<MemorySourceResponse> {
  return { conversation_id: conversationId, segment_ids: [...segmentIds] };
}

export function toMemoryBatchResponse({ createdCount, memories }: MemoryBatchResult): PlainObject<MemoryBatchResponse> {
  return { created_count: createdCount, memories: memories.map(toMemoryResponse) };
}

export class SearchMemoriesParameters {
  @Field(searchQuery) query!: string;
  @Field(lenientInteger(searchLimit), { optional: true }) limit: number = DEFAULT_SEARCH_LIMIT;
}

@Component("MemorySearchItem")
class MemorySearchHitResponse {
  @Field(text()) id!: string;
  @Field(oneOf(memoryCategories)) category!: MemoryCategory;
  @Field(text(), { optional: true }) content: string = "";
  @Field(lenientNumber(finite({ min: 0, max: 1 })), {
    description: "Relevance; only comparable within one response.",
  })
  relevance_score!: number;
}

@Component("MemorySearchPolicy")
class SearchPolicyResponse {
  @Field(lenientBoolean()) app_has_default_memory_grant!: boolean;
  @Field(lenientBoolean()) archive_capability!: boolean;
  @Field(text()) consumer!: string;
  @Field(lenientBoolean()) raw_provenance_capability!: boolean;
}

@Component("MemorySearchResult")
export class MemorySearchResponse {
  @Field(lenientBoolean()) archive_default_visible!: boolean;
  @Field(nestedObject(() => SearchPolicyResponse)) policy!: SearchPolicyResponse;
  @Field(lenientInteger()) returned_count!: number;
  @Field(arrayOf(nestedObject(() => MemorySearchHitResponse)), { optional: true }) items: MemorySearchHitResponse[] =
    [];
}

/** The policy is constant (decision 5.6). */
const SEARCH_POLICY: PlainObject<SearchPolicyResponse> = {
  app_has_default_memory_grant: true,
  archive_capability: false,
  consumer: "developer_api",
  raw_provenance_capability: false,
};

export function toMemorySearchResponse(hits: readonly MemorySearchHit[]): PlainObject<MemorySearchResponse> {
  return {
    archive_default_visible: false,
    policy: SEARCH_POLICY,
    returned_count: hits.length,
    items: hits.map(({ id, category, content, relevance }) => ({ id, category, content, relevance_score: relevance })),
  };
}
