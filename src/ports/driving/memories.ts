import type { Memory, MemoryPatch } from "../../domain/memory/memory.js";
import type { NewMemory } from "../../domain/memory/new-memory.js";
import type { SupersededFact } from "../../domain/memory/memory-state.js";
import type { MemoryFilter } from "../driven/store/memory-repositories.js";
import type { Page, FilteredListQuery } from "../paging.js";
import type { RequestContext } from "./request-context.js";

export interface MemoryBatchResult {
  /** One per input, in order: the existing memory when one has the same content. */
  readonly memories: readonly Memory[];
  /** Number of new memories. */
  readonly createdCount: number;
}

/** Memories of a user. All methods throw DomainError: `invalid`, `not_found`, `conflict`, `unavailable`. */
export interface MemoryUseCases {
  list(context: RequestContext, query: FilteredListQuery<MemoryFilter>): Promise<Page<Memory>>;
  get(context: RequestContext, id: string): Promise<Memory>;
  /** Returns the memories that it superseded, newest first. */
  getHistory(context: RequestContext, id: string): Promise<readonly SupersededFact[]>;
  create(context: RequestContext, input: NewMemory): Promise<Memory>;
  /** Creates all memories or none. */
  createBatch(context: RequestContext, inputs: readonly NewMemory[]): Promise<MemoryBatchResult>;
  /**
   * Restores a superseded memory; the superseding one remains. No conversation supersedes it again. A memory that is
   * not superseded is returned unchanged.
   * @param id the ID in the `history`.
   * @throws DomainError `conflict` when another memory has the same content.
   */
  restore(context: RequestContext, id: string): Promise<Memory>;
  update(context: RequestContext, id: string, patch: MemoryPatch): Promise<Memory>;
  delete(context: RequestContext, id: string): Promise<void>;
}
