import { parseSessionId } from "../../domain/conversation/conversation-attributes.js";
import { Conversation, type AppendResult } from "../../domain/conversation/conversation.js";
import { checkLiveSegments, type NewLiveSegments } from "../../domain/conversation/live-segments.js";
import { notFound, type DomainError } from "../../domain/errors.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import type { Segment } from "../../domain/conversation/transcript.js";
import type { ConversationRepository } from "../../ports/driven/index.js";
import type {
  RequestContext,
  CreationReceipt,
  LiveTranscriptUseCases,
  SessionView,
  WaitOptions,
} from "../../ports/driving/index.js";
import type { SystemFolders } from "../folders/folders.js";
import { createReceipt, type ProcessingReceipts } from "./processing-receipts.js";
import { deriveConversationId } from "./conversations.js";

/** Called in this process after new segments were appended to a session. */
export type SessionListener = (session: Conversation) => void;

export class LiveTranscripts implements LiveTranscriptUseCases {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly systemFolders: SystemFolders,
    private readonly processingReceipts: Pick<ProcessingReceipts, "getLeaseMs" | "startProcessing">,
    private readonly onAppended: SessionListener = () => undefined,
  ) {}

  async append(context: RequestContext, clientSessionId: string, input: NewLiveSegments): Promise<SessionView> {
    const sessionId = parseSessionId(clientSessionId);
    checkLiveSegments(input);
    const { userId, now } = context;
    const id = deriveConversationId(context, sessionId);
    const { offset, segments } = input;
    // A call with a greater offset is never the first of a user, so the folders exist.
    if ((offset ?? 0) === 0) await this.systemFolders.ensureFolders(context);
    const requestedRange = offset == null ? undefined : { from: offset, to: offset + segments.length };
    const result = await this.conversations.appendSegments(userId, id, requestedRange, (current, stored) => {
      if (current?.isDeleting) throw sessionNotFound();
      const session = current ?? Conversation.startSession(input, { id, userId, now, clientSessionId: sessionId });
      return appendOnce(session, input, stored, context);
    });
    if (!result) throw sessionNotFound();
    if (result.segments.length > 0) this.onAppended(result.conversation);
    return this.toView(result.conversation);
  }

  async finish(context: RequestContext, clientSessionId: string, wait?: WaitOptions): Promise<CreationReceipt> {
    const { userId, now } = context;
    const { id } = (await this.requireSession(context, clientSessionId)).state;
    const leaseMs = this.processingReceipts.getLeaseMs(wait);
    let isFinishedByCall = false as boolean;
    const updated = await this.conversations.update(userId, id, (current) => {
      isFinishedByCall = current.isLive;
      return current.finish(now, leaseMs);
    });
    if (!updated || updated.isDeleting) throw sessionNotFound();
    return isFinishedByCall ? this.processingReceipts.startProcessing(updated, wait) : createReceipt(updated);
  }

  async getSession(context: RequestContext, clientSessionId: string): Promise<SessionView> {
    return this.toView(await this.requireSession(context, clientSessionId));
  }

  private async requireSession(context: RequestContext, clientSessionId: string): Promise<Conversation> {
    const id = deriveConversationId(context, parseSessionId(clientSessionId));
    const conversation = await this.conversations.get(context.userId, id);
    if (!conversation || conversation.isDeleting) throw sessionNotFound();
    return conversation;
  }

  private async toView({ state: { id, userId, status, live } }: Conversation): Promise<SessionView> {
    const segmentCount = live ? live.segments : await this.countSegments(userId, id);
    return { conversationId: id, status, segmentCount };
  }

  /** Counts the segments of a conversation that was not recorded live. */
  private async countSegments(userId: string, id: string): Promise<number> {
    return (await this.conversations.getTranscripts(userId, [id])).get(id)?.segments.length ?? 0;
  }
}

/** Appends the segments once per idempotency key, also without an offset (decision 10.1). */
function appendOnce(
  session: Conversation,
  input: NewLiveSegments,
  stored: readonly Segment[],
  { idempotency, now }: Pick<RequestContext, "idempotency" | "now">,
): AppendResult {
  let appended: Omit<AppendResult, "conversation"> = { firstIndex: 0, segments: [] };
  const conversation = applyOnce(Conversation, session, idempotency?.idempotencyId, (current) => {
    const { conversation: next, ...rest } = current.appendSegments(input, stored, now);
    appended = rest;
    return next;
  });
  return { ...appended, conversation };
}

function sessionNotFound(): DomainError {
  return notFound("Session");
}
