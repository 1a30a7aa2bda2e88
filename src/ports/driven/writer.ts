import type { Prompt } from "../../domain/prompt.js";

export interface WritingContext {
  /** For whom it is written. */
  readonly userId: string;
  /** ISO 639-1, of what is to be written; null for that of the prompt. */
  readonly language: string | null;
}

/** Writes to the user what an app asks for. */
export interface Writer {
  /** Which it is, and with which model. */
  readonly id: string;
  /**
   * A few sentences, `MOST_WRITTEN` at most, on one line, from the prompt and its variables alone; empty where these
   * give nothing to say. No placeholder, nothing that is not seen, no URL but those that stand in the template.
   * @param withinMs as of `Answerer.answer`.
   * @throws when it cannot write now, or not in that time. DomainError `rate_limited` when this user has used up what a
   *   day has.
   */
  write(prompt: Prompt, context: WritingContext, withinMs?: number): Promise<string>;
}
