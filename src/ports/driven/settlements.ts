import type { ActionItem } from "../../domain/action-item.js";
import type { Conversation } from "../../domain/conversation.js";
import type { Digest } from "../../domain/digest.js";
import type { Memory } from "../../domain/memory.js";

/** What is made of a digest and lives on its own. */
export interface Derived {
  readonly actionItems: readonly ActionItem[];
  readonly memories: readonly Memory[];
}

/** What the processing of a conversation comes to, under one claim. */
export interface Settlement {
  readonly digest: Digest;
  /** Of the digest that is kept. Pure, for it may run more than once. */
  readonly derive: (kept: Digest) => Derived;
  /** The folder for the digest that is kept. Pure. */
  readonly file: (kept: Digest) => string | null;
  readonly fence: number;
  readonly now: Date;
}

/** Ends the processing of conversations. */
export interface Settlements {
  /**
   * Keeps the digest (`Conversation.keepDigest`), makes what is derived from it that of the conversation
   * (`replaceExtracted` of `ActionItemRepository` and `MemoryRepository`), and completes the conversation
   * (`Conversation.complete`): all of it or nothing, or, where a store can only write one thing after another, in that
   * order, so that a crash leaves what a rerun brings to the same end (decision 4.13). Durable when its promise
   * resolves.
   * @returns the completed conversation; undefined when there is none, and then nothing of it stays.
   * @throws DomainError `conflict` (`LEASE_LOST`) when the claim is not held any more.
   */
  settle(userId: string, conversationId: string, settlement: Settlement): Promise<Conversation | undefined>;
}
