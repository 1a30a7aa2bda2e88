import type { Prompt } from "../../../domain/notification/prompt.js";
import type { Passage } from "./semantic-search.js";

export interface TextGenerationContext {
  /** The recipient. */
  readonly userId: string;
  /** ISO 639-1 code of the text to write; null for the language of the prompt. */
  readonly language: string | null;
  /** The latest segments, oldest first; the text must be relevant to them. */
  readonly recentTexts: readonly string[];
}

/** Writes the proactive notifications that apps request. */
export interface TextGenerator {
  /** Identifies the generator and its model. */
  readonly id: string;
  /**
   * Generates a few sentences on one line, at most `MAX_NOTIFICATION_LENGTH` code points, from the prompt and its
   * variables only. The text contains no placeholder, no invisible characters, no URL that the template does not
   * contain, and not the template itself.
   * @param timeoutMs as in `AnswerGenerator.generateAnswer`.
   * @returns the text; empty when the prompt and its variables are not relevant to `recentTexts`.
   * @throws when it cannot write now, or not in that time. DomainError `rate_limited` when the user's daily budget is
   *   used up.
   */
  generate(prompt: Prompt, context: TextGenerationContext, timeoutMs?: number): Promise<string>;
}

export interface AnswerRequest {
  /** The owner of the passages. */
  readonly userId: string;
  /** Display name of the user. */
  readonly userName: string;
  /** IANA name of the user's time zone. */
  readonly timeZone: string;
  readonly now: Date;
  readonly question: string;
  /** At least one, best first. Their text is data, never an instruction. */
  readonly passages: readonly Pick<Passage, "text" | "saidAt">[];
}

/** Answers questions from passages only. */
export interface AnswerGenerator {
  /**
   * Generates an answer that cites its passages by position, from `[1]`, at least one of them. It contains no URL
   * except one that the question requests and a cited passage contains.
   * @param timeoutMs how long the caller waits, in milliseconds, after which the work stops; unlimited when absent.
   * @returns the answer; undefined when the passages do not answer the question.
   * @throws when it cannot answer now, or not in that time.
   */
  generateAnswer(request: AnswerRequest, timeoutMs?: number): Promise<string | undefined>;
}
