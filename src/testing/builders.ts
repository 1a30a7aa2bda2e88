import { ActionItem, type ActionItemState } from "../domain/action-item.js";
import { ApiKey, readOnly, type ApiKeyState } from "../domain/api-key.js";
import { App, type AppState } from "../domain/app.js";
import { Conversation, type ConversationState, type NewLiveSegments, type Recorded } from "../domain/conversation.js";
import { Folder, type FolderState } from "../domain/folder.js";
import { Goal, type GoalState } from "../domain/goal.js";
import { Installation, type InstallationState } from "../domain/installation.js";
import { claim, idle, waiting } from "../domain/lease.js";
import { Memory, type MemoryState } from "../domain/memory.js";
import { Notification, type NotificationState } from "../domain/notification.js";
import { PushTarget, type PushTargetState } from "../domain/push-target.js";
import { Transcript, type NewSegment } from "../domain/transcript.js";
import { WebhookDelivery, type WebhookDeliveryState } from "../domain/webhook-delivery.js";
import { User, type UserState } from "../domain/user.js";
import { SequentialIds } from "./sequential-ids.js";

const ids = new SequentialIds();
const morning = () => new Date("2026-03-02T09:00:00.000Z");
const minutesLater = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000);

/** A completed conversation of its own id, unless told otherwise. */
export function aConversation(with_: Partial<ConversationState> = {}): Conversation {
  const createdAt = with_.createdAt ?? morning();
  return Conversation.restore({
    id: ids.fresh(),
    userId: "ada",
    clientSessionId: null,
    status: "completed",
    createdAt,
    updatedAt: createdAt,
    startedAt: createdAt,
    finishedAt: minutesLater(createdAt, 5),
    language: "en",
    source: "phone",
    textSource: null,
    textSourceSpec: null,
    clientDeviceId: null,
    clientPlatform: null,
    geolocation: null,
    summary: aSummary(),
    unusable: false,
    filedUnder: null,
    draft: null,
    edits: {},
    lease: idle,
    ...with_,
  });
}

/** One that waits for a worker from `dueAt` on. */
export function anUnprocessedConversation(dueAt: Date, with_: Partial<ConversationState> = {}): Conversation {
  return aConversation({ status: "processing", summary: null, lease: { ...idle, nextAttemptAt: dueAt }, ...with_ });
}

/** One that a worker holds, with fence 1. */
export function aClaimedConversation(now: Date, leaseMs: number, with_: Partial<ConversationState> = {}): Conversation {
  return aConversation({ status: "processing", summary: null, lease: claim(idle, now, leaseMs), ...with_ });
}

/** A live session of which nothing has been heard yet. */
export function aLiveConversation(now: Date, with_: Partial<ConversationState> = {}): Conversation {
  const birth = { id: with_.id ?? ids.fresh(), userId: with_.userId ?? "ada", now, clientSessionId: "session" };
  return Conversation.restore({ ...Conversation.begin({ segments: [] }, birth).state, ...with_ });
}

/** A second for each of the texts. */
export function aPiece(offset: number | null, ...texts: readonly string[]): NewLiveSegments {
  const first = offset ?? 0;
  const segments = texts.map((text, index): NewSegment => ({ text, start: first + index, end: first + index + 1 }));
  return { segments, offset };
}

export function aSummary(with_: Partial<NonNullable<ConversationState["summary"]>> = {}) {
  return {
    title: "Plans",
    overview: "Ada plans her week.",
    category: "work",
    emoji: "🗓️",
    events: [],
    ...with_,
  } as const;
}

/** A minute for each of the texts. */
export function aTranscript(conversationId: string, ...texts: readonly string[]): Transcript {
  const said = texts.length > 0 ? texts : ["I will send Bob the report tomorrow."];
  return Transcript.create(
    conversationId,
    said.map((text, index): NewSegment => ({ text, start: index * 60, end: index * 60 + 60 })),
  );
}

export function recorded(conversation: Conversation, ...texts: readonly string[]): Recorded {
  return { conversation, transcript: aTranscript(conversation.state.id, ...texts) };
}

/** An open item that was found in a conversation, unless told otherwise. */
export function anActionItem(with_: Partial<ActionItemState> = {}): ActionItem {
  const createdAt = with_.createdAt ?? morning();
  return ActionItem.restore({
    id: ids.fresh(),
    userId: "ada",
    description: "Send Bob the report",
    completed: false,
    completedAt: null,
    dueAt: null,
    conversationId: "conversation",
    segmentIds: ["conversation-0"],
    touched: false,
    createdAt,
    updatedAt: createdAt,
    ...with_,
  });
}

/** One that the user wrote, of its own content, unless told otherwise. */
export function aMemory(with_: Partial<MemoryState> = {}): Memory {
  const id = with_.id ?? ids.fresh();
  const createdAt = with_.createdAt ?? morning();
  return Memory.restore({
    id,
    userId: "ada",
    content: `Ada has the number ${id}`,
    category: "interesting",
    tags: [],
    visibility: "private",
    createdAt,
    updatedAt: createdAt,
    edited: false,
    manuallyAdded: true,
    reviewed: true,
    userReview: true,
    sources: [],
    ...with_,
  });
}

/** One that was found in conversations and that the user has not touched. */
export function anExtractedMemory(
  with_: Partial<MemoryState> & { readonly conversationIds?: readonly string[] } = {},
): Memory {
  const { conversationIds = ["conversation"], ...state } = with_;
  const id = state.id ?? ids.fresh();
  const sources = conversationIds.map((conversationId, index) => ({
    conversationId,
    segmentIds: [`${conversationId}-0`],
    foundAs: index === 0 ? id : `${id} of ${conversationId}`,
  }));
  return aMemory({ id, manuallyAdded: false, reviewed: false, userReview: null, sources, ...state });
}

export function aFolder(with_: Partial<FolderState> = {}): Folder {
  const createdAt = with_.createdAt ?? morning();
  return Folder.restore({
    id: ids.fresh(),
    userId: "ada",
    name: "Garden",
    description: null,
    color: "#10B981",
    icon: "🌱",
    isSystem: false,
    isDefault: false,
    order: 0,
    createdAt,
    updatedAt: createdAt,
    ...with_,
  });
}

/** An active goal that nothing was recorded of, unless told otherwise. */
export function aGoal(with_: Partial<GoalState> = {}): Goal {
  const id = with_.id ?? ids.fresh();
  const createdAt = with_.createdAt ?? morning();
  return Goal.restore({
    id,
    creation: ids.derived("creation", id),
    userId: "ada",
    title: "Run",
    desiredOutcome: "Run",
    whyItMatters: null,
    successCriteria: [],
    goalType: "scale",
    source: "user",
    status: "background",
    focusRank: null,
    horizonAt: null,
    currentValue: 0,
    targetValue: 0,
    minValue: 0,
    maxValue: 10,
    unit: null,
    measured: false,
    history: [],
    createdAt,
    updatedAt: createdAt,
    ...with_,
  });
}

export function anApiKey(with_: Partial<ApiKeyState> = {}): ApiKey {
  const id = with_.id ?? ids.fresh();
  return ApiKey.restore({
    id,
    userId: "ada",
    name: "My script",
    digest: ids.derived("digest", id),
    keyPrefix: "mneme_dev_0123...cdef",
    scopes: readOnly,
    createdAt: morning(),
    lastUsedAt: null,
    ...with_,
  });
}

/** One that hears and notifies and asks for two scopes, unless told otherwise. */
export function anApp(with_: Partial<AppState> = {}): App {
  const id = with_.id ?? ids.fresh();
  const createdAt = with_.createdAt ?? morning();
  return App.restore({
    id,
    ownerId: "ada",
    name: "Garden app",
    description: null,
    capabilities: ["external_integration", "proactive_notification"],
    externalIntegration: { triggersOn: "transcript_processed", webhookUrl: "https://garden.example/hook" },
    askedScopes: [
      { scope: "user_name", edition: 1 },
      { scope: "user_facts", edition: 1 },
    ],
    scopeEdition: 1,
    secretDigests: [{ digest: ids.derived("digest", id), createdAt, expiresAt: null }],
    signingSecrets: [{ sealed: ids.derived("sealed", id), createdAt, expiresAt: null }],
    disabledBecause: null,
    disabledSince: null,
    failingSince: null,
    createdAt,
    updatedAt: createdAt,
    ...with_,
  });
}

/** One that grants nothing, unless told otherwise. */
export function anInstallation(with_: Partial<InstallationState> & Pick<InstallationState, "appId">): Installation {
  const installedAt = with_.installedAt ?? morning();
  return Installation.restore({ userId: "ada", grants: [], installedAt, updatedAt: installedAt, ...with_ });
}

/** One that an app has sent and nobody has read, and that goes nowhere beside the inbox, unless told otherwise. */
export function aNotification(with_: Partial<NotificationState> = {}): Notification {
  return Notification.restore({
    id: ids.fresh(),
    userId: "ada",
    appId: "app",
    sources: [],
    kind: "direct",
    text: "The roses want water.",
    createdAt: morning(),
    readAt: null,
    replies: [],
    deliveries: [],
    lease: idle,
    ...with_,
  });
}

/** One that is due, unless told otherwise. */
export function aWebhookDelivery(with_: Partial<WebhookDeliveryState> = {}): WebhookDelivery {
  const createdAt = with_.createdAt ?? morning();
  const lease = (with_.state ?? "queued") === "queued" ? waiting(createdAt) : idle;
  return WebhookDelivery.restore({
    id: ids.fresh(),
    appId: "app",
    ownerId: "olga",
    userId: "ada",
    conversationId: "talk",
    sessionId: "walk",
    fromSegment: 0,
    toSegment: 4,
    state: "queued",
    reason: null,
    attempts: [],
    createdAt,
    triedSince: createdAt,
    attemptsBefore: 0,
    lease,
    ...with_,
  });
}

/** An ntfy topic that is open to everybody, unless told otherwise. */
export function aPushTarget(with_: Partial<PushTargetState> = {}): PushTarget {
  const id = with_.id ?? ids.fresh();
  return PushTarget.restore({
    id,
    userId: "ada",
    channel: "ntfy",
    url: `https://ntfy.example/${id}`,
    keys: null,
    sealedSecret: null,
    createdAt: morning(),
    goneSince: null,
    ...with_,
  });
}

export function aUser(with_: Partial<UserState> = {}): User {
  return User.restore({
    id: ids.fresh(),
    displayName: "Ada",
    timeZone: "Europe/Berlin",
    createdAt: morning(),
    ...with_,
  });
}
