import type { ConversationSource, Geolocation, TextSource } from "./conversation-state.js";
import type { NewSegment } from "./transcript.js";

/** What a conversation from text and one from segments have in common. */
export interface NewConversationFields {
  readonly startedAt?: Date | null;
  readonly finishedAt?: Date | null;
  readonly geolocation?: Geolocation | null;
  readonly language?: string | null;
}

export interface NewTextConversation extends NewConversationFields {
  readonly text: string;
  readonly textSource?: TextSource;
  readonly textSourceSpec?: string | null;
}

export interface NewSegmentsConversation extends NewConversationFields {
  readonly segments: readonly NewSegment[];
  readonly source?: ConversationSource | null;
  readonly clientDeviceId?: string | null;
  readonly clientPlatform?: string | null;
  readonly clientSessionId?: string | null;
}

export interface CreationContext {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  /**
   * How long the process that handles the request holds the new conversation, in milliseconds; null when any worker may
   * claim it.
   */
  readonly leaseMs: number | null;
}

/** Creation context of a live session. */
export interface SessionCreationContext extends Omit<CreationContext, "leaseMs"> {
  readonly clientSessionId: string;
}
