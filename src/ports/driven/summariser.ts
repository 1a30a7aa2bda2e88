import type { TextSource } from "../../domain/conversation.js";
import type { Digest } from "../../domain/digest.js";
import type { Transcript } from "../../domain/transcript.js";

export interface SummaryContext {
  /** Whose conversation it is. */
  readonly userId: string;
  /** When the conversation began: "tomorrow" is the day after. */
  readonly startedAt: Date;
  /** The user's, as an IANA name: "at nine" is nine o'clock there. */
  readonly timeZone: string;
  /** ISO 639-1, lower-case, a region may follow; null when unknown. */
  readonly language: string | null;
  /** Where a conversation from text comes from; null for one that came as segments, which alone may be discarded. */
  readonly textSource: TextSource | null;
  /** How the user is called. */
  readonly userName: string;
}

export interface Summariser {
  /** Which it is, and with which model, so that each digest tells who made it; 1 to 255 characters. */
  readonly id: string;
  /**
   * Never invents: what it answers was said. Deterministic unless a model makes it.
   * @throws when it cannot answer now; the caller tries again later. DomainError `rate_limited` when this user has used
   *   up what a day has, and trying again soon is of no use.
   */
  summarise(transcript: Transcript, context: SummaryContext): Promise<Digest>;
}
