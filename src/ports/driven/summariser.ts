import type { TextSource } from "../../domain/conversation.js";
import type { Digest, DigestMemory } from "../../domain/digest.js";
import type { Transcript } from "../../domain/transcript.js";

/** What is known of the user already, as a summariser sees it: without its id. */
export interface KnownFact {
  readonly content: string;
  /** Whether something newer may take its place: the user has not had it in hand, and it was not said later. */
  readonly isOpen: boolean;
}

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
  /**
   * The facts that may matter to this conversation, a few dozen at most, each by its place; looked for when they are
   * asked for. Absent where none are known. What says one of them again in its very words is one with it.
   */
  readonly knownFacts?: () => Promise<readonly KnownFact[]>;
}

/** A fact about the user, which may contradict a known one. */
export interface FoundFact extends Omit<DigestMemory, "supersedes"> {
  /** The place of the known fact that it is to take the place of; absent when none. A wish: it is held to the rules. */
  readonly supersedesFact?: number;
}

export interface FoundDigest extends Omit<Digest, "memories"> {
  readonly memories: readonly FoundFact[];
}

export interface Summariser {
  /** Which it is, and with which model, so that each digest tells who made it; 1 to 255 characters. */
  readonly id: string;
  /**
   * Never invents: what it answers was said. Deterministic unless a model makes it.
   * @throws when it cannot answer now; the caller tries again later. DomainError `rate_limited` when this user has used
   *   up what a day has, or any that `isLasting`, and trying again soon is of no use:
   *   `ProcessingBudgetExceeded` when the transcript exceeds the budget of CPU time or memory.
   */
  summarise(transcript: Transcript, context: SummaryContext): Promise<FoundDigest>;
}
