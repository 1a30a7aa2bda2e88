import { Conversation, type AppendResult, type NewLiveSegments } from "../domain/conversation.js";
import { notFound, type DomainError } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import type { Segment } from "../domain/transcript.js";
import type { ConversationRepository } from "../ports/driven/index.js";
import type { Call, CreationReceipt, LiveTranscriptUseCases, SessionView, Waiting } from "../ports/driving/index.js";
import type { SystemFolders } from "./folders.js";
import { receipt, type Processing } from "./processing.js";
import { conversationOfSession } from "./session-id.js";

/** To be told, in this process, of a session in which something new was said. */
export type Listener = (session: Conversation) => void;

export class LiveTranscripts implements LiveTranscriptUseCases {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly folders: SystemFolders,
    private readonly processing: Pick<Processing, "leaseFor" | "begun">,
    private readonly onAppended: Listener = () => undefined,
  ) {}

  async append(call: Call, clientSessionId: string, piece: NewLiveSegments): Promise<SessionView> {
    const sessionId = Conversation.sessionId(clientSessionId);
    Conversation.checkPiece(piece);
    const { userId, now } = call;
    const id = conversationOfSession(call, sessionId);
    const { offset, segments } = piece;
    // Any other cannot be the first of a user.
    if ((offset ?? 0) === 0) await this.folders.ensure(call);
    const asked = offset == null ? undefined : { from: offset, to: offset + segments.length };
    const heard = await this.conversations.appendSegments(userId, id, asked, (before, known) => {
      if (before?.isGone) throw sessionNotFound();
      const session = before ?? Conversation.begin(piece, { id, userId, now, clientSessionId: sessionId });
      return hearOnce(session, piece, known, call);
    });
    if (!heard) throw sessionNotFound();
    if (heard.segments.length > 0) this.onAppended(heard.conversation);
    return this.view(heard.conversation);
  }

  async finish(call: Call, clientSessionId: string, waiting?: Waiting): Promise<CreationReceipt> {
    const { userId, now } = call;
    const { id } = (await this.existing(call, clientSessionId)).state;
    const leaseMs = this.processing.leaseFor(waiting);
    let isOurs = false as boolean;
    const after = await this.conversations.update(userId, id, (before) => {
      isOurs = before.isLive;
      return before.finish(now, leaseMs);
    });
    if (!after || after.isGone) throw sessionNotFound();
    return isOurs ? this.processing.begun(after, waiting) : receipt(after);
  }

  async state(call: Call, clientSessionId: string): Promise<SessionView> {
    return this.view(await this.existing(call, clientSessionId));
  }

  private async existing(call: Call, clientSessionId: string): Promise<Conversation> {
    const id = conversationOfSession(call, Conversation.sessionId(clientSessionId));
    const conversation = await this.conversations.get(call.userId, id);
    if (!conversation || conversation.isGone) throw sessionNotFound();
    return conversation;
  }

  private async view({ state: { id, userId, status, live } }: Conversation): Promise<SessionView> {
    const segments = live ? live.segments : await this.countAll(userId, id);
    return { conversationId: id, status, segments };
  }

  /** Of a session that was recorded at once. */
  private async countAll(userId: string, id: string): Promise<number> {
    return (await this.conversations.transcripts(userId, [id])).get(id)?.segments.length ?? 0;
  }
}

/** Decision 10.1: under a key it counts once, though it names no offset. */
function hearOnce(
  session: Conversation,
  piece: NewLiveSegments,
  known: readonly Segment[],
  { keyed, now }: Pick<Call, "keyed" | "now">,
): AppendResult {
  let heard: Omit<AppendResult, "conversation"> = { first: 0, segments: [] };
  const conversation = changeOnce(Conversation, session, keyed?.callId, (before) => {
    const { conversation: after, ...rest } = before.appendSegments(piece, known, now);
    heard = rest;
    return after;
  });
  return { ...heard, conversation };
}

function sessionNotFound(): DomainError {
  return notFound("Session");
}
