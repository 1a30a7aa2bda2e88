import { checkConversationPatch, type ConversationPatch } from "../../domain/conversation/conversation-patch.js";
import { parseOptionalSessionId } from "../../domain/conversation/conversation-attributes.js";
import { Conversation, type ConversationWithTranscript } from "../../domain/conversation/conversation.js";
import type {
  CreationContext,
  NewSegmentsConversation,
  NewTextConversation,
} from "../../domain/conversation/new-conversation.js";
import { type DomainError, conflict, invalidInput, notFound } from "../../domain/errors.js";
import { applyOnce, hasAppliedKey } from "../../domain/idempotency/idempotency-record.js";
import type { ConversationRepository, EventLog, FolderRepository } from "../../ports/driven/index.js";
import type {
  RequestContext,
  ConversationPage,
  ConversationUseCases,
  ConversationView,
  CreationReceipt,
  ConversationListQuery,
  WaitOptions,
} from "../../ports/driving/index.js";
import type { SystemFolders } from "../folders/folders.js";
import type { ConversationWorker } from "../workers/conversation-worker.js";
import type { ConversationViews } from "./conversation-views.js";
import { createDeletedReceipt, createReceipt, type ProcessingReceipts } from "./processing-receipts.js";

export interface ConversationPorts {
  readonly conversations: ConversationRepository;
  readonly folders: FolderRepository;
  readonly log: EventLog;
}

export class Conversations implements ConversationUseCases {
  constructor(
    private readonly ports: ConversationPorts,
    private readonly views: ConversationViews,
    private readonly systemFolders: SystemFolders,
    private readonly conversationWorker: ConversationWorker,
    private readonly processingReceipts: ProcessingReceipts,
  ) {}

  async createFromText(
    context: RequestContext,
    input: NewTextConversation,
    wait?: WaitOptions,
  ): Promise<CreationReceipt> {
    const creationContext = this.createContext(context, context.ids.generate(), wait);
    return this.create(context, Conversation.fromText(input, creationContext), wait);
  }

  async createFromSegments(
    context: RequestContext,
    input: NewSegmentsConversation,
    wait?: WaitOptions,
  ): Promise<CreationReceipt> {
    const sessionId = parseOptionalSessionId(input.clientSessionId);
    const id = sessionId === null ? context.ids.generate() : deriveConversationId(context, sessionId);
    return this.create(context, Conversation.fromSegments(input, this.createContext(context, id, wait)), wait);
  }

  async list({ userId }: RequestContext, query: ConversationListQuery): Promise<ConversationPage> {
    return this.views.getPage(userId, query);
  }

  async get({ userId }: RequestContext, id: string, { includeTranscript = false } = {}): Promise<ConversationView> {
    return requireView(await this.views.getView(userId, id, includeTranscript));
  }

  async update(
    { userId, now, idempotency }: RequestContext,
    id: string,
    patch: ConversationPatch,
  ): Promise<ConversationView> {
    checkConversationPatch(patch);
    const existing = await this.requireConversation(userId, id);
    if (patch.folderId != null) await this.requireFolder(userId, patch.folderId);
    const edit = (conversation: Conversation) => conversation.edit(patch, now);
    const expected = await this.readView(userId, edit(existing));
    const updated = await this.ports.conversations.update(userId, id, (current) =>
      current.isDeleting ? current : applyOnce(Conversation, current, idempotency?.idempotencyId, edit),
    );
    if (!updated || updated.isDeleting) throw conversationNotFound();
    try {
      return await this.readView(userId, updated);
    } catch (error) {
      // The change is committed, so the request must not fail (decision 10.4). The other data was read just before.
      this.ports.log.warn("conversation.view_read_failed", { conversation: id, error: String(error) });
      return { ...expected, conversation: updated };
    }
  }

  async delete({ userId, now, idempotency }: RequestContext, id: string): Promise<void> {
    // A retry completes a deletion that an earlier attempt has only marked.
    if (!idempotency?.isRetry) await this.requireConversation(userId, id);
    const { leaseMs } = this.conversationWorker.options;
    const marked = await this.ports.conversations.update(userId, id, (current) => current.markDeleting(now, leaseMs));
    if (!marked) {
      if (idempotency?.isRetry && (await this.ports.conversations.isDeleted(userId, id))) return;
      throw conversationNotFound();
    }
    // The deletion is committed, so the request must not fail any more (decision 10.4). It does not wait for a worker
    // that still processes the conversation: the fencing token rejects the writes of that worker.
    await this.conversationWorker.process(marked);
  }

  async reprocess(
    { userId, now, idempotency }: RequestContext,
    id: string,
    wait?: WaitOptions,
  ): Promise<CreationReceipt> {
    const existing = await this.requireConversation(userId, id);
    // An earlier attempt has started the processing: its worker holds the lease, or a poll finds the conversation.
    if (hasAppliedKey(existing.state, idempotency?.idempotencyId)) return createReceipt(existing);
    const reprocess = (conversation: Conversation) =>
      conversation.reprocess(now, this.conversationWorker.options.leaseMs);
    const claimed = await this.ports.conversations.update(userId, id, (current) =>
      current.isDeleting ? current : applyOnce(Conversation, current, idempotency?.idempotencyId, reprocess),
    );
    if (!claimed || claimed.isDeleting) throw conversationNotFound();
    return this.processingReceipts.processAndCreateReceipt(claimed, wait);
  }

  private async create(
    context: RequestContext,
    recorded: ConversationWithTranscript,
    wait?: WaitOptions,
  ): Promise<CreationReceipt> {
    await this.systemFolders.ensureFolders(context);
    const result = await this.ports.conversations.insertOrGet(recorded);
    if (result.outcome === "deleted") return createDeletedReceipt(recorded.conversation.state.id);
    if (result.outcome === "existing") return createRepeatReceipt(result.conversation);
    return this.processingReceipts.startProcessing(result.conversation, wait, recorded.transcript);
  }

  private createContext({ userId, now }: RequestContext, id: string, wait?: WaitOptions): CreationContext {
    return { id, userId, now, leaseMs: this.processingReceipts.getLeaseMs(wait) };
  }

  private async requireConversation(userId: string, id: string): Promise<Conversation> {
    const conversation = await this.ports.conversations.get(userId, id);
    if (!conversation || conversation.isDeleting) throw conversationNotFound();
    return conversation;
  }

  private async requireFolder(userId: string, folderId: string): Promise<void> {
    if (!(await this.ports.folders.get(userId, folderId))) throw invalidInput("folder_unknown");
  }

  private async readView(userId: string, conversation: Conversation): Promise<ConversationView> {
    const [view] = await this.views.createViews(userId, [conversation], false);
    return requireView(view);
  }
}

function requireView(view: ConversationView | undefined): ConversationView {
  if (!view) throw conversationNotFound();
  return view;
}

function createRepeatReceipt(conversation: Conversation): CreationReceipt {
  if (conversation.isDeleting) return createDeletedReceipt(conversation.state.id);
  if (conversation.state.status === "in_progress") {
    throw conflict("in_progress");
  }
  return createReceipt(conversation);
}

function conversationNotFound(): DomainError {
  return notFound("Conversation");
}

/** Derives the ID of a conversation from user and session; it is the same in all processes (decision 4.5). */
export function deriveConversationId(
  { userId, ids }: Pick<RequestContext, "userId" | "ids">,
  clientSessionId: string,
): string {
  return ids.derive(userId, "conversation", clientSessionId);
}
