import type { Memory, MemoryPatch, NewMemory, SupersededFact } from "../../domain/memory.js";
import type { MemoryFilter } from "../driven/memory-repository.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

export interface ListMemories {
  readonly filter: MemoryFilter;
  readonly page: PageRequest;
  readonly withTotal: boolean;
}

export interface MemoriesCreated {
  /** One for each that was given, in their order: the one that there was, where the content is known already. */
  readonly memories: readonly Memory[];
  /** How many of them are new. */
  readonly createdCount: number;
}

/** Contract 4.3, decisions 5. All throw DomainError: `invalid`, `not_found`, `conflict`, `unavailable`. */
export interface MemoryUseCases {
  list(call: Call, query: ListMemories): Promise<Page<Memory>>;
  get(call: Call, id: string): Promise<Memory>;
  /** What it has taken the place of, newest first (decision 5.8). */
  history(call: Call, id: string): Promise<readonly SupersededFact[]>;
  create(call: Call, input: NewMemory): Promise<Memory>;
  /** All or nothing (decision 5.4). */
  createBatch(call: Call, inputs: readonly NewMemory[]): Promise<MemoriesCreated>;
  /**
   * Restores a superseded memory; the superseding one remains (decision 5.8). No conversation supersedes it again. A
   * memory that is not superseded is returned unchanged.
   * @param id the ID in the `history`.
   * @throws DomainError `conflict` when another memory has the same content.
   */
  restore(call: Call, id: string): Promise<Memory>;
  update(call: Call, id: string, patch: MemoryPatch): Promise<Memory>;
  delete(call: Call, id: string): Promise<void>;
}
