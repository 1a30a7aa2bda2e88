import type { Call } from "./call.js";

/** It was answered before. */
export interface RepeatedCall {
  readonly outcome: "repeated";
  /** As it was given to `BegunCall.answered`. */
  readonly answer: string;
}

/** It is to be done now, and then one of its two ends told. Neither rejects: what is done is done (decision 10.4). */
export interface BegunCall {
  readonly outcome: "begun";
  /** What the use case is to be called with: its ids, and what it is known by, are the same in every try. */
  readonly call: Required<Call>;
  /**
   * Resolves when a repeat, by whatever process, gets the same answer.
   * @param answer opaque; null when it must not be kept, and a repeat is refused.
   * @param shows ids of the objects that stand in it: it goes with the first of them that is deleted.
   */
  answered(answer: string | null, shows: readonly string[]): Promise<void>;
  /** A repeat is another try. */
  failed(): Promise<void>;
}

/** Calls that can be repeated without being done twice. Decision 10.1. */
export interface KeyedCallUseCases {
  /**
   * @param key what the caller names the call by; no more than a digest of it is kept.
   * @param request all that tells it from another call; no more than a digest of it is kept.
   * @throws DomainError `invalid` when the key stands for another request, `conflict` while that is being answered or
   * when its answer is not kept.
   */
  begin(call: Call, key: string, request: string): Promise<RepeatedCall | BegunCall>;
}
