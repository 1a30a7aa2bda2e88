import type { SearchableFields } from "../../../domain/conversation/conversation-state.js";

/** One page of changes to a user's objects of one kind. */
export interface ChangePage<T> {
  /**
   * Whether the feed restarts, because there was no cursor. A store may also reset when more than `MAX_FEED_REMOVALS`
   * objects were removed since. The pages from this one on contain every object, `deletes` is empty, and the reader
   * must discard all that it has read before.
   */
  readonly reset: boolean;
  /** New and changed objects in their current state, without objects that search must not find. */
  readonly upserts: readonly T[];
  /** IDs of objects that search must not find any more. May contain unknown IDs. `upserts` takes precedence. */
  readonly deletes: readonly string[];
  /** Opaque position for the next call. */
  readonly cursor: string;
  /** Whether the next page may contain further changes. */
  readonly hasMore: boolean;
}

/** Change feed that keeps an index of a user's objects up to date in any number of processes. */
export interface ChangeFeed<T> {
  /**
   * Reads the changes since `cursor`, by all processes; without a cursor, all objects. A reader that continues until
   * `hasMore` is false has the current state, even when objects change between the calls: an object that changes after
   * it was read appears again. A call contains every write whose promise resolved before it. Takes far less than a
   * millisecond when nothing has changed.
   */
  getChangesSince(userId: string, cursor?: string): Promise<ChangePage<T>>;
}

/**
 * The searchable part of a conversation. Its transcript is read separately (`ConversationRepository.getTranscripts`)
 * and does not change until the feed reports the conversation as deleted.
 */
export interface SearchableConversation extends SearchableFields {
  readonly id: string;
}

/** At most `CONVERSATION_FEED_BATCH_SIZE` upserts; conversations that are not listed (decision 4.7) are deletes. */
export type ConversationChanges = ChangePage<SearchableConversation>;

export type ConversationFeed = ChangeFeed<SearchableConversation>;

/** The searchable part of a memory. */
export interface SearchableMemory {
  readonly id: string;
  readonly content: string;
}

/** At most `MEMORY_FEED_BATCH_SIZE` upserts; deleted and rejected memories are deletes. */
export type MemoryChanges = ChangePage<SearchableMemory>;

export type MemoryFeed = ChangeFeed<SearchableMemory>;
