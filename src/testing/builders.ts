import { ActionItem, type ActionItemState } from "../domain/action-item/action-item.js";
import { ApiKey, readOnlyScopes, type ApiKeyState } from "../domain/user/api-key.js";
import { App, type AppState } from "../domain/app/app.js";
import { Conversation, type ConversationWithTranscript } from "../domain/conversation/conversation.js";
import type { ConversationState } from "../domain/conversation/conversation-state.js";
import type { NewLiveSegments } from "../domain/conversation/live-segments.js";
import { Folder, type FolderState } from "../domain/folder/folder.js";
import { Goal, type GoalState } from "../domain/goal/goal.js";
import { Installation, type InstallationState } from "../domain/app/installation.js";
import { claimLease, FREE_LEASE, createPendingLease } from "../domain/lease.js";
import { Memory } from "../domain/memory/memory.js";
import type { MemoryState } from "../domain/memory/memory-state.js";
import { Notification, type NotificationState } from "../domain/notification/notification.js";
import { PushTarget, type PushTargetState } from "../domain/notification/push-target.js";
import { Transcript, type NewSegment } from "../domain/conversation/transcript.js";
import { WebhookDelivery, type WebhookDeliveryState } from "../domain/webhook/webhook-delivery.js";
import { User, type UserState } from "../domain/user/user.js";
import { SequentialIds } from "./fakes.js";

const ids = new SequentialIds();
const defaultTime = () => new Date("2026-03-02T09:00:00.000Z");
const minutesLater = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000);

/** Builds a completed conversation with a generated ID. `overrides` replaces any field, as in every builder here. */
export function aConversation(overrides: Partial<ConversationState> = {}): Conversation {
  const createdAt = overrides.createdAt ?? defaultTime();
  return Conversation.restore({
    id: ids.generate(),
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
    lease: FREE_LEASE,
    ...overrides,
  });
}

/** Builds an unprocessed conversation that workers can claim from `dueAt` on. */
export function anUnprocessedConversation(dueAt: Date, overrides: Partial<ConversationState> = {}): Conversation {
  return aConversation({
    status: "processing",
    summary: null,
    lease: { ...FREE_LEASE, nextAttemptAt: dueAt },
    ...overrides,
  });
}

/** Builds a conversation that a worker has claimed, with fence 1. */
export function aClaimedConversation(
  now: Date,
  leaseMs: number,
  overrides: Partial<ConversationState> = {},
): Conversation {
  return aConversation({
    status: "processing",
    summary: null,
    lease: claimLease(FREE_LEASE, now, leaseMs),
    ...overrides,
  });
}

/** Builds a live session without segments. */
export function aLiveConversation(now: Date, overrides: Partial<ConversationState> = {}): Conversation {
  const context = {
    id: overrides.id ?? ids.generate(),
    userId: overrides.userId ?? "ada",
    now,
    clientSessionId: "session",
  };
  return Conversation.restore({ ...Conversation.startSession({ segments: [] }, context).state, ...overrides });
}

/** Builds one segment of one second for each text. */
export function someSegments(offset: number | null, ...texts: readonly string[]): NewLiveSegments {
  const firstIndex = offset ?? 0;
  const segments = texts.map((text, index): NewSegment => ({
    text,
    start: firstIndex + index,
    end: firstIndex + index + 1,
  }));
  return { segments, offset };
}

export function aSummary(overrides: Partial<NonNullable<ConversationState["summary"]>> = {}) {
  return {
    title: "Plans",
    overview: "Ada plans her week.",
    category: "work",
    emoji: "🗓️",
    events: [],
    ...overrides,
  } as const;
}

/** Builds a transcript with one segment of one minute for each text. */
export function aTranscript(conversationId: string, ...texts: readonly string[]): Transcript {
  const segmentTexts = texts.length > 0 ? texts : ["I will send Bob the report tomorrow."];
  return Transcript.create(
    conversationId,
    segmentTexts.map((text, index): NewSegment => ({ text, start: index * 60, end: index * 60 + 60 })),
  );
}

export function withTranscript(conversation: Conversation, ...texts: readonly string[]): ConversationWithTranscript {
  return { conversation, transcript: aTranscript(conversation.state.id, ...texts) };
}

/** Builds an open action item that was extracted from a conversation. */
export function anActionItem(overrides: Partial<ActionItemState> = {}): ActionItem {
  const createdAt = overrides.createdAt ?? defaultTime();
  return ActionItem.restore({
    id: ids.generate(),
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
    ...overrides,
  });
}

/** Builds a memory that the user wrote, with unique content. */
export function aMemory(overrides: Partial<MemoryState> = {}): Memory {
  const id = overrides.id ?? ids.generate();
  const createdAt = overrides.createdAt ?? defaultTime();
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
    ...overrides,
  });
}

/** Builds a memory that was extracted from conversations and not edited by the user. */
export function anExtractedMemory(
  overrides: Partial<MemoryState> & { readonly conversationIds?: readonly string[] } = {},
): Memory {
  const { conversationIds = ["conversation"], ...state } = overrides;
  const id = state.id ?? ids.generate();
  const sources = conversationIds.map((conversationId, index) => ({
    conversationId,
    segmentIds: [`${conversationId}-0`],
    foundAs: index === 0 ? id : `${id} of ${conversationId}`,
  }));
  return aMemory({ id, manuallyAdded: false, reviewed: false, userReview: null, sources, ...state });
}

export function aFolder(overrides: Partial<FolderState> = {}): Folder {
  const createdAt = overrides.createdAt ?? defaultTime();
  return Folder.restore({
    id: ids.generate(),
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
    ...overrides,
  });
}

/** Builds an active goal without recorded progress. */
export function aGoal(overrides: Partial<GoalState> = {}): Goal {
  const id = overrides.id ?? ids.generate();
  const createdAt = overrides.createdAt ?? defaultTime();
  return Goal.restore({
    id,
    creation: ids.derive("creation", id),
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
    ...overrides,
  });
}

export function anApiKey(overrides: Partial<ApiKeyState> = {}): ApiKey {
  const id = overrides.id ?? ids.generate();
  return ApiKey.restore({
    id,
    userId: "ada",
    name: "My script",
    digest: ids.derive("digest", id),
    keyPrefix: "mneme_dev_0123...cdef",
    scopes: readOnlyScopes,
    createdAt: defaultTime(),
    lastUsedAt: null,
    ...overrides,
  });
}

/** Builds an app with a webhook and proactive notifications that requests two scopes. */
export function anApp(overrides: Partial<AppState> = {}): App {
  const id = overrides.id ?? ids.generate();
  const createdAt = overrides.createdAt ?? defaultTime();
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
    secretDigests: [{ digest: ids.derive("digest", id), createdAt, expiresAt: null }],
    signingSecrets: [{ sealed: ids.derive("sealed", id), createdAt, expiresAt: null }],
    disabledBecause: null,
    disabledSince: null,
    failingSince: null,
    createdAt,
    updatedAt: createdAt,
    ...overrides,
  });
}

/** Builds an installation without granted scopes. */
export function anInstallation(overrides: Partial<InstallationState> & Pick<InstallationState, "appId">): Installation {
  const installedAt = overrides.installedAt ?? defaultTime();
  return Installation.restore({ userId: "ada", grants: [], installedAt, updatedAt: installedAt, ...overrides });
}

/** Builds an unread notification from an app, without push deliveries. */
export function aNotification(overrides: Partial<NotificationState> = {}): Notification {
  return Notification.restore({
    id: ids.generate(),
    userId: "ada",
    appId: "app",
    sources: [],
    kind: "direct",
    text: "The roses want water.",
    createdAt: defaultTime(),
    readAt: null,
    replies: [],
    deliveries: [],
    lease: FREE_LEASE,
    ...overrides,
  });
}

/** Builds a delivery that is due at its creation. */
export function aWebhookDelivery(overrides: Partial<WebhookDeliveryState> = {}): WebhookDelivery {
  const createdAt = overrides.createdAt ?? defaultTime();
  const lease = (overrides.state ?? "queued") === "queued" ? createPendingLease(createdAt) : FREE_LEASE;
  return WebhookDelivery.restore({
    id: ids.generate(),
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
    ...overrides,
  });
}

/** Builds an ntfy topic without credentials. */
export function aPushTarget(overrides: Partial<PushTargetState> = {}): PushTarget {
  const id = overrides.id ?? ids.generate();
  return PushTarget.restore({
    id,
    userId: "ada",
    channel: "ntfy",
    url: `https://ntfy.example/${id}`,
    keys: null,
    sealedSecret: null,
    createdAt: defaultTime(),
    goneSince: null,
    ...overrides,
  });
}

export function aUser(overrides: Partial<UserState> = {}): User {
  return User.restore({
    id: ids.generate(),
    displayName: "Ada",
    timeZone: "Europe/Berlin",
    createdAt: defaultTime(),
    ...overrides,
  });
}
