import { broken } from "../../domain/errors.js";
import { memoryBatch, memoryContent, memoryPage, memoryTags } from "../../domain/limits.js";
import { isMemoryCategory, memoryCategories, type MemoryCategory } from "../../domain/memory-category.js";
import {
  visibilities,
  type Memory,
  type MemoryPatch,
  type MemorySource,
  type NewMemory,
  type SupersededFact,
  type Visibility,
} from "../../domain/memory.js";
import { oneOf, text } from "../../domain/rules.js";
import type { ListMemories as Listing, MemoriesCreated } from "../../ports/driving/memories.js";
import { cursor, type Cursor } from "./cursor.js";
import { CATEGORY_UNKNOWN } from "./errors.js";
import { Component, Field, record, type Plain } from "./field.js";
import { clamped, commaSeparated, flag, integer, list, nullable, timestamp } from "./wire-rules.js";

/** Contract 4.3, one of `memories`; decision 5.2. That a visibility is none is not its shape. */
@Component("CreateMemory")
export class CreateMemory {
  @Field(memoryContent) content!: string;
  @Field(memoryTags, { optional: true }) tags: string[] = [];
  @Field(text(), { optional: true, description: "`public` or `private`." }) visibility: string = "private";
  @Field(nullable(oneOf(memoryCategories)), {
    optional: true,
    extension: true,
    description: "Found out from the content where it is not given.",
  })
  category: MemoryCategory | null = null;
}

/** Contract 4.3, `POST /v1/dev/user/memories/batch`. */
@Component("CreateMemoryBatch")
export class CreateMemories {
  @Field(
    list(
      record(() => CreateMemory),
      memoryBatch,
    ),
  )
  memories!: CreateMemory[];
}

/** Contract 4.3, `PATCH /v1/dev/user/memories/{memory_id}`. */
@Component("UpdateMemory")
export class UpdateMemory {
  @Field(nullable(memoryContent), { optional: true }) content?: string | null;
  @Field(nullable(memoryTags), { optional: true }) tags?: string[] | null;
  @Field(nullable(oneOf(visibilities)), { optional: true }) visibility?: Visibility | null;
  @Field(nullable(oneOf(memoryCategories)), { optional: true }) category?: MemoryCategory | null;
  @Field(nullable(flag()), {
    optional: true,
    extension: true,
    description: "`false` rejects it: it is listed and found no more, until it is told again or accepted by `true`.",
  })
  user_review?: boolean | null;
}

/** Decisions 5.1 and 4.14. */
export class ListMemories {
  @Field(commaSeparated(), { optional: true, description: "Category names, between commas." }) categories?: string[];
  @Field(clamped({ min: 1, max: memoryPage.most }), {
    optional: true,
    description: `Drawn into 1 to ${memoryPage.most}.`,
  })
  limit: number = memoryPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true }) offset: number = 0;
  @Field(cursor(), { optional: true, extension: true, description: "Goes on where the page that linked it ended." })
  cursor?: Cursor;
  @Field(flag(), { optional: true, extension: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Contract 2.7. */
@Component("Memory")
export class MemoryBody {
  @Field(text()) id!: string;
  @Field(oneOf(memoryCategories), { optional: true }) category: MemoryCategory = "interesting";
  @Field(text(), { optional: true }) content: string = "";
  @Field(nullable(timestamp()), { optional: true }) created_at: string | null = null;
  @Field(nullable(timestamp()), { optional: true }) updated_at: string | null = null;
  @Field(flag(), { optional: true }) edited: boolean = false;
  @Field(flag(), { optional: true }) manually_added: boolean = false;
  @Field(flag(), { optional: true }) reviewed: boolean = false;
  @Field(nullable(text()), { optional: true, description: "The greater, as text, the more it means." })
  scoring: string | null = null;
  @Field(list(text()), { optional: true }) tags: string[] = [];
  @Field(nullable(flag()), { optional: true }) user_review: boolean | null = null;
  @Field(nullable(text()), { optional: true }) visibility: string | null = "private";
}

/** Decision 4.13: where a memory comes from. */
@Component("MemorySource")
export class MemorySourceBody {
  @Field(text()) conversation_id!: string;
  @Field(list(text())) segment_ids!: string[];
}

/**
 * One memory alone: decision 4.13. A kept answer that shows it names the conversations too, and goes with the first of
 * them that is deleted (decision 10.1).
 */
@Component("MemoryDetail")
export class DetailedMemoryBody extends MemoryBody {
  @Field(list(record(() => MemorySourceBody)), {
    optional: true,
    extension: true,
    description: "The conversations that it was found in.",
  })
  sources: MemorySourceBody[] = [];
}

/** Decision 5.8: what a memory has taken the place of. */
@Component("FormerMemory")
export class FormerMemoryBody {
  @Field(text(), { description: "By which it can be restored." }) id!: string;
  @Field(text()) content!: string;
  @Field(oneOf(memoryCategories)) category!: MemoryCategory;
  @Field(timestamp(), { description: "When it was said." }) created_at!: string;
  @Field(timestamp(), { description: "When something newer took its place." }) superseded_at!: string;
  @Field(list(record(() => MemorySourceBody)), { description: "The conversations that it was found in." })
  sources!: MemorySourceBody[];
}

/** Contract 4.3, what a batch answers. */
@Component("MemoryBatch")
export class MemoriesBody {
  @Field(integer()) created_count!: number;
  @Field(list(record(() => MemoryBody))) memories!: MemoryBody[];
}

export function newMemory({ content, tags, visibility, category }: CreateMemory): NewMemory {
  return { content, tags, visibility, category };
}

/** Only what the body names is in the patch. */
export function memoryPatch({ content, tags, visibility, category, user_review }: UpdateMemory): MemoryPatch {
  return {
    ...(content === undefined ? {} : { content }),
    ...(tags === undefined ? {} : { tags }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(category === undefined ? {} : { category }),
    ...(user_review === undefined ? {} : { userReview: user_review }),
  };
}

/** @throws DomainError `invalid` (code `CATEGORY_UNKNOWN`) for a category that there is none of. */
export function listing({ categories, limit, offset, total }: ListMemories): Listing {
  return {
    filter: categories ? { categories: categories.map(knownCategory) } : {},
    page: { limit, offset },
    withTotal: total,
  };
}

function knownCategory(name: string): MemoryCategory {
  if (!isMemoryCategory(name)) throw broken(CATEGORY_UNKNOWN, `Invalid category '${name}'`);
  return name;
}

export function memoryBody({ state, scoring }: Memory): Plain<MemoryBody> {
  return {
    id: state.id,
    category: state.category,
    content: state.content,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
    edited: state.edited,
    manually_added: state.manuallyAdded,
    reviewed: state.reviewed,
    scoring,
    tags: [...state.tags],
    user_review: state.userReview,
    visibility: state.visibility,
  };
}

export function detailedMemoryBody(memory: Memory): Plain<DetailedMemoryBody> {
  return { ...memoryBody(memory), sources: memory.state.sources.map(sourceBody) };
}

export function formerMemoryBody({ memory, supersededAt }: SupersededFact): Plain<FormerMemoryBody> {
  return {
    id: memory.id,
    content: memory.content,
    category: memory.category,
    created_at: memory.createdAt.toISOString(),
    superseded_at: supersededAt.toISOString(),
    sources: memory.sources.map(sourceBody),
  };
}

function sourceBody({ conversationId, segmentIds }: MemorySource): Plain<MemorySourceBody> {
  return { conversation_id: conversationId, segment_ids: [...segmentIds] };
}

export function memoriesBody({ createdCount, memories }: MemoriesCreated): Plain<MemoriesBody> {
  return { created_count: createdCount, memories: memories.map(memoryBody) };
}
