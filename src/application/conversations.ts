import {
  Conversation,
  type Birth,
  type ConversationPatch,
  type NewSegmentsConversation,
  type NewTextConversation,
  type Recorded,
} from "../domain/conversation.js";
import { broken, DomainError, notFound } from "../domain/errors.js";
import { changeOnce, hasChanged } from "../domain/keyed-changes.js";
import type { ConversationRepository, EventLog, FolderRepository } from "../ports/driven/index.js";
import type {
  Call,
  ConversationPage,
  ConversationUseCases,
  ConversationView,
  CreationReceipt,
  ListConversations,
  Waiting,
} from "../ports/driving/index.js";
import type { ConversationViews } from "./conversation-views.js";
import type { SystemFolders } from "./folders.js";
import { deletedReceipt, receipt, type Processing } from "./processing.js";
import { conversationOfSession } from "./session-id.js";
import type { Worker } from "./worker.js";

export interface ConversationPorts {
  readonly conversations: ConversationRepository;
  readonly folders: FolderRepository;
  readonly log: EventLog;
}

export class Conversations implements ConversationUseCases {
  constructor(
    private readonly ports: ConversationPorts,
    private readonly views: ConversationViews,
    private readonly folders: SystemFolders,
    private readonly worker: Worker,
    private readonly processing: Processing,
  ) {}

  async createFromText(call: Call, input: NewTextConversation, waiting?: Waiting): Promise<CreationReceipt> {
    const birth = this.birth(call, call.ids.fresh(), waiting);
    return this.create(call, Conversation.fromText(input, birth), waiting);
  }

  async createFromSegments(call: Call, input: NewSegmentsConversation, waiting?: Waiting): Promise<CreationReceipt> {
    const sessionId = Conversation.sessionIdOf(input);
    const id = sessionId === null ? call.ids.fresh() : conversationOfSession(call, sessionId);
    return this.create(call, Conversation.fromSegments(input, this.birth(call, id, waiting)), waiting);
  }

  async list({ userId }: Call, query: ListConversations): Promise<ConversationPage> {
    return this.views.page(userId, query);
  }

  async get({ userId }: Call, id: string, { includeTranscript = false } = {}): Promise<ConversationView> {
    return present(await this.views.one(userId, id, includeTranscript));
  }

  async update({ userId, now, keyed }: Call, id: string, patch: ConversationPatch): Promise<ConversationView> {
    Conversation.checkPatch(patch);
    const known = await this.existing(userId, id);
    if (patch.folderId != null) await this.requireFolder(userId, patch.folderId);
    const edit = (conversation: Conversation) => conversation.edit(patch, now);
    const expected = await this.view(userId, edit(known));
    const after = await this.ports.conversations.update(userId, id, (before) =>
      before.isGone ? before : changeOnce(Conversation, before, keyed?.callId, edit),
    );
    if (!after || after.isGone) throw conversationNotFound();
    try {
      return await this.view(userId, after);
    } catch (error) {
      // Decision 10.4: it is changed, whatever becomes of the answer. What stands beside it was there just before.
      this.ports.log.warn("conversation.view_not_read", { conversation: id, error: String(error) });
      return { ...expected, conversation: after };
    }
  }

  async delete({ userId, now, keyed }: Call, id: string): Promise<void> {
    // What an earlier try has marked is brought to its end by the next one.
    if (!keyed?.repeats) await this.existing(userId, id);
    const { leaseMs } = this.worker.options;
    const marked = await this.ports.conversations.update(userId, id, (before) => before.markDeleting(now, leaseMs));
    if (!marked) {
      if (keyed?.repeats && (await this.ports.conversations.isDeleted(userId, id))) return;
      throw conversationNotFound();
    }
    // From here on it is deleted, whatever becomes of the rest (decision 10.4). A worker that is at it is not waited
    // for: whatever it still writes is fenced off.
    await this.worker.process(marked);
  }

  async reprocess({ userId, now, keyed }: Call, id: string, waiting?: Waiting): Promise<CreationReceipt> {
    const existing = await this.existing(userId, id);
    // Whoever began it in an earlier try holds it, or it is found again as any other.
    if (hasChanged(existing.state, keyed?.callId)) return receipt(existing);
    const reprocess = (conversation: Conversation) => conversation.reprocess(now, this.worker.options.leaseMs);
    const claimed = await this.ports.conversations.update(userId, id, (before) =>
      before.isGone ? before : changeOnce(Conversation, before, keyed?.callId, reprocess),
    );
    if (!claimed || claimed.isGone) throw conversationNotFound();
    return this.processing.receiptAfter(claimed, waiting);
  }

  private async create(call: Call, recorded: Recorded, waiting?: Waiting): Promise<CreationReceipt> {
    await this.folders.ensure(call);
    const result = await this.ports.conversations.insertOrGet(recorded);
    if (result.outcome === "deleted") return deletedReceipt(recorded.conversation.state.id);
    if (result.outcome === "existing") return repeated(result.conversation);
    return this.processing.begun(result.conversation, waiting, recorded.transcript);
  }

  private birth({ userId, now }: Call, id: string, waiting?: Waiting): Birth {
    return { id, userId, now, leaseMs: this.processing.leaseFor(waiting) };
  }

  private async existing(userId: string, id: string): Promise<Conversation> {
    const conversation = await this.ports.conversations.get(userId, id);
    if (!conversation || conversation.isGone) throw conversationNotFound();
    return conversation;
  }

  private async requireFolder(userId: string, folderId: string): Promise<void> {
    if (!(await this.ports.folders.get(userId, folderId))) throw broken("folder_unknown", "Folder not found");
  }

  private async view(userId: string, conversation: Conversation): Promise<ConversationView> {
    const [view] = await this.views.of(userId, [conversation], false);
    return present(view);
  }
}

function present(view: ConversationView | undefined): ConversationView {
  if (!view) throw conversationNotFound();
  return view;
}

function repeated(conversation: Conversation): CreationReceipt {
  if (conversation.isGone) return deletedReceipt(conversation.state.id);
  if (conversation.state.status === "in_progress") {
    throw new DomainError("conflict", "in_progress", "Conversation creation already in progress");
  }
  return receipt(conversation);
}

function conversationNotFound(): DomainError {
  return notFound("Conversation");
}
