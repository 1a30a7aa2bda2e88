import type { Prompt } from "../../domain/prompt.js";

export interface WritingContext {
  /** For whom it is written. */
  readonly userId: string;
  /** ISO 639-1, of what is to be written; null for that of the prompt. */
  readonly language: string | null;
  /** What was just said, oldest first: what is written must have to do with it. */
  readonly said: readonly string[];
}

/** Writes to the user what an app asks for. */
export interface Writer {
  /** Which it is, and with which model. */
  readonly id: string;
  /**
   * A few sentences, `MOST_WRITTEN` at most, on one line, from the prompt and its variables alone; empty where nothing
   * of what these hold has to do with what was said. No placeholder, nothing that is not seen, no URL but those that
   * stand in the template; never the template itself.
   * @param withinMs as of `Answerer.answer`.
   * @throws when it cannot write now, or not in that time. DomainError `rate_limited` when this user has used up what a
   *   day has.
   */
  write(prompt: Prompt, context: WritingContext, withinMs?: number): Promise<string>;
}
