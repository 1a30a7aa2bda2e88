import type { TextSource } from "../../../domain/conversation/conversation-state.js";
import type { RawSummaryResult } from "../../../domain/conversation/summary-result.js";
import type { Transcript } from "../../../domain/conversation/transcript.js";

/** A known memory of the user, without its ID. */
export interface KnownMemory {
  readonly content: string;
  /** Whether a newer fact may supersede it: the user does not own it, and it is not newer than the conversation. */
  readonly isSupersedable: boolean;
}

export interface SummaryContext {
  /** Owner of the conversation. */
  readonly userId: string;
  /** When the conversation began; resolves relative dates such as "tomorrow". */
  readonly startedAt: Date;
  /** IANA name of the user's time zone; resolves times such as "at nine". */
  readonly timeZone: string;
  /** ISO 639-1 in lower case, optionally with a region; null when unknown. */
  readonly language: string | null;
  /** Source of a conversation from text; null for one from segments. Only the latter may be discarded. */
  readonly textSource: TextSource | null;
  /** Display name of the user. */
  readonly userName: string;
  /**
   * Searches the known facts that are relevant to this conversation, at most a few dozen. Results refer to them by
   * position. An extracted fact with the same content as a known one becomes the same memory. Absent when no facts are
   * known.
   */
  readonly loadKnownMemories?: () => Promise<readonly KnownMemory[]>;
}

export interface Summariser {
  /** Identifies the summariser and its model in each summary; 1 to 255 characters. */
  readonly id: string;
  /**
   * Summarises a transcript. Does not invent facts. Deterministic, except with a language model.
   * @throws when it cannot answer now; the caller retries later. DomainError `rate_limited` when the user's daily
   *   budget is used up. An error that is `isPermanent` makes an early retry useless: `ProcessingBudgetExceededError`
   *   when the transcript exceeds the budget of CPU time or memory.
   */
  summarise(transcript: Transcript, context: SummaryContext): Promise<RawSummaryResult>;
}
