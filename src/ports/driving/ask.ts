import type { Passage } from "../driven/passage-index.js";
import type { Call } from "./call.js";

export interface Question {
  readonly question: string;
  /** At most so many sources. */
  readonly limit: number;
}

export interface Answered {
  /**
   * From the sources alone, each cited as `[1]` by its place in them, from 1; null when there is no model, when it
   * fails, or when the sources do not answer the question.
   */
  readonly answer: string | null;
  /** Best first. */
  readonly sources: readonly Passage[];
}

/** What did I say about ...? */
export interface AskUseCases {
  /**
   * Answers from what the caller's conversations and memories say.
   * @throws DomainError `invalid`, `unavailable`.
   */
  ask(call: Call, question: Question): Promise<Answered>;
}
