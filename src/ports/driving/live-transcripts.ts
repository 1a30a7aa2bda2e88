import type { ConversationStatus, NewLiveSegments } from "../../domain/conversation.js";
import type { Call } from "./call.js";
import type { CreationReceipt, Waiting } from "./conversations.js";

/** How far a session has come. */
export interface SessionView {
  readonly conversationId: string;
  readonly status: ConversationStatus;
  /** How many there are: the offset of the next one. */
  readonly segments: number;
}

/**
 * Conversations that come piece by piece while they are held (decision 9.3). A session is known by the id that its
 * client gave it (decision 4.5). All throw DomainError: `invalid`, `not_found`, `conflict`, `unavailable`.
 */
export interface LiveTranscriptUseCases {
  /**
   * Adds a piece, the first of which begins the session: it says when that began, in what language and where it comes
   * from; what later ones say of these counts for nothing.
   * With an `offset` a repeat counts once, wholly or in part; without one all of it comes next, once under a key.
   * Refused (`conflict`) for a gap, for what contradicts what is there, and when the session is finished; `not_found`
   * when its conversation has been deleted.
   */
  append(call: Call, clientSessionId: string, piece: NewLiveSegments): Promise<SessionView>;
  /** It is processed as any other conversation; a repeat changes nothing. */
  finish(call: Call, clientSessionId: string, waiting?: Waiting): Promise<CreationReceipt>;
  /** Also of a session that was recorded at once. */
  state(call: Call, clientSessionId: string): Promise<SessionView>;
}
