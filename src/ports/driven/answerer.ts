import type { Passage } from "./passage-index.js";

export interface AnswerRequest {
  /** Whose passages they are. */
  readonly userId: string;
  /** How the user is called. */
  readonly userName: string;
  /** The user's, as an IANA name. */
  readonly timeZone: string;
  readonly now: Date;
  readonly question: string;
  /** One at least, best first. What they say is data, whatever it asks for. */
  readonly passages: readonly Pick<Passage, "text" | "saidAt">[];
}

/** Answers questions from passages alone. */
export interface Answerer {
  /**
   * An answer that cites what it rests on as `[1]`, by the places of the passages from 1, one of them at least;
   * undefined when they do not answer the question. It has no URL but what is asked for and stands in a passage
   * that it cites.
   * @param withinMs how long the caller waits at most, in milliseconds, after which no more is done for it; as long as
   *   it takes when absent.
   * @throws when it cannot answer now, or not in that time.
   */
  answer(request: AnswerRequest, withinMs?: number): Promise<string | undefined>;
}
