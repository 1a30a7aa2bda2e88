import type { MemoryCategory } from "../../domain/memory-category.js";
import type { Call } from "./call.js";

export interface SearchMemories {
  readonly query: string;
  /** At most so many. */
  readonly limit: number;
}

/** A memory as an answer to a search. */
export interface FoundMemory {
  readonly id: string;
  readonly category: MemoryCategory;
  readonly content: string;
  /** As `MemoryHit.relevance`. */
  readonly relevance: number;
}

/** Contract 4.3, decision 5.6. */
export interface MemorySearchUseCases {
  /**
   * The caller's memories that answer the query, without rejected ones: best first, ties by id.
   * @throws DomainError `invalid`, `unavailable`.
   */
  search(call: Call, search: SearchMemories): Promise<FoundMemory[]>;
}
