import type { MemoryCategory } from "../../domain/memory/memory-category.js";
import type { Passage } from "../driven/models/semantic-search.js";
import type { RequestContext } from "./request-context.js";

export interface MemorySearchQuery {
  readonly query: string;
  /** Maximum number of hits. */
  readonly limit: number;
}

/** A memory that matches a query. */
export interface MemorySearchHit {
  readonly id: string;
  readonly category: MemoryCategory;
  readonly content: string;
  /** As `MemoryHit.relevance`. */
  readonly relevance: number;
}

export interface MemorySearchUseCases {
  /**
   * Returns the caller's memories that match the query, without rejected ones: best first, ties by ID.
   * @throws DomainError `invalid`, `unavailable`.
   */
  search(context: RequestContext, search: MemorySearchQuery): Promise<MemorySearchHit[]>;
}

export interface AskQuery {
  readonly question: string;
  /** Maximum number of sources. */
  readonly limit: number;
}

export interface AnswerResult {
  /**
   * Uses only the sources and cites each as `[1]` by its position, from 1. Null when there is no model, when it fails,
   * or when the sources do not answer the question.
   */
  readonly answer: string | null;
  /** Best first. */
  readonly sources: readonly Passage[];
}

/** Answers questions about the user's conversations and memories. */
export interface AskUseCases {
  /**
   * Answers a question from the caller's conversations and memories.
   * @throws DomainError `invalid`, `unavailable`.
   */
  ask(context: RequestContext, query: AskQuery): Promise<AnswerResult>;
}
