import type { ActionItemState } from "../../domain/action-item.js";
import { scopes, type ApiKeyState } from "../../domain/api-key.js";
import {
  appCapabilities,
  appTriggers,
  disablingReasons,
  type AppState,
  type ExternalIntegration,
  type SecretDigest,
  type SigningSecret,
} from "../../domain/app.js";
import type { FolderState } from "../../domain/folder.js";
import { goalSources, goalStatuses, goalTypes, type GoalState, type ProgressEntry } from "../../domain/goal.js";
import type { InstallationState } from "../../domain/installation.js";
import { notificationScopes, type AskedScope } from "../../domain/notification-scope.js";
import {
  deliveryStates,
  notificationKinds,
  pushChannels,
  type NotificationDelivery,
  type NotificationReply,
  type NotificationSource,
  type NotificationState,
} from "../../domain/notification.js";
import type { BrowserKeys, PushTargetState } from "../../domain/push-target.js";
import type { UserState } from "../../domain/user.js";
import { webhookStates, type WebhookAttempt, type WebhookDeliveryState } from "../../domain/webhook-delivery.js";
import type {
  ArchivedEmbedding,
  ArchivedStates,
  ArchiveEntry,
  ConversationEntry,
  FenceEntry,
  MemoryEntry,
  TombstoneEntry,
} from "../../ports/driven/archive.js";
import { conversationState, keyedChanges, lease, memoryState, segment, userId } from "./content-shapes.js";
import {
  boolean,
  count,
  date,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  ShapeError,
  text,
  vector,
  type Shape,
} from "./shape.js";

const askedScope = object<AskedScope>({ scope: oneOf(notificationScopes), edition: count });

const states: { readonly [K in keyof ArchivedStates]: Shape<ArchivedStates[K]> } = {
  user: object<UserState>({ id: userId, displayName: text, timeZone: text, createdAt: date, keyedChanges }),
  folder: object<FolderState>({
    id: text,
    userId,
    name: text,
    description: nullable(text),
    color: text,
    icon: text,
    isSystem: boolean,
    isDefault: boolean,
    order: number,
    createdAt: date,
    updatedAt: date,
  }),
  action_item: object<ActionItemState>({
    id: text,
    userId,
    description: text,
    completed: boolean,
    completedAt: nullable(date),
    dueAt: nullable(date),
    conversationId: nullable(text),
    segmentIds: list(text),
    position: optional(number),
    touched: boolean,
    createdAt: date,
    updatedAt: date,
    keyedChanges,
  }),
  goal: object<GoalState>({
    id: text,
    creation: text,
    userId,
    title: text,
    desiredOutcome: text,
    whyItMatters: nullable(text),
    successCriteria: list(text),
    goalType: oneOf(goalTypes),
    source: oneOf(goalSources),
    status: oneOf(goalStatuses),
    focusRank: nullable(number),
    horizonAt: nullable(date),
    currentValue: number,
    targetValue: number,
    minValue: number,
    maxValue: number,
    unit: nullable(text),
    measured: boolean,
    history: list(object<ProgressEntry>({ date: text, value: number, recordedAt: date })),
    createdAt: date,
    updatedAt: date,
    keyedChanges,
  }),
  notification: object<NotificationState>({
    id: text,
    userId,
    appId: nullable(text),
    sources: list(object<NotificationSource>({ kind: oneOf(["conversation", "memory", "notification"]), id: text })),
    kind: oneOf(notificationKinds),
    text,
    createdAt: date,
    readAt: nullable(date),
    replies: list(object<NotificationReply>({ id: text, text, at: date })),
    deliveries: list(
      object<NotificationDelivery>({
        channel: oneOf(pushChannels),
        targetId: text,
        state: oneOf(deliveryStates),
        reason: nullable(text),
        at: date,
        attempts: count,
        nextAttemptAt: nullable(date),
      }),
    ),
    lease,
    keyedChanges,
  }),
  push_target: object<PushTargetState>({
    id: text,
    userId,
    channel: oneOf(pushChannels),
    url: text,
    keys: nullable(object<BrowserKeys>({ p256dh: text, auth: text })),
    sealedSecret: nullable(text),
    createdAt: date,
    goneSince: nullable(date),
    keyedChanges,
  }),
  api_key: object<ApiKeyState>({
    id: text,
    userId,
    name: text,
    digest: text,
    keyPrefix: text,
    scopes: list(oneOf(scopes)),
    createdAt: date,
    lastUsedAt: nullable(date),
  }),
  app: object<AppState>({
    id: text,
    ownerId: userId,
    name: text,
    description: nullable(text),
    capabilities: list(oneOf(appCapabilities)),
    externalIntegration: nullable(object<ExternalIntegration>({ triggersOn: oneOf(appTriggers), webhookUrl: text })),
    askedScopes: list(askedScope),
    scopeEdition: count,
    secretDigests: list(object<SecretDigest>({ digest: text, createdAt: date, expiresAt: nullable(date) })),
    signingSecrets: list(object<SigningSecret>({ sealed: text, createdAt: date, expiresAt: nullable(date) })),
    disabledBecause: nullable(oneOf(disablingReasons)),
    disabledSince: nullable(date),
    failingSince: nullable(date),
    createdAt: date,
    updatedAt: date,
    keyedChanges,
  }),
  installation: object<InstallationState>({
    appId: text,
    userId,
    grants: list(askedScope),
    installedAt: date,
    updatedAt: date,
    keyedChanges,
  }),
  webhook_delivery: object<WebhookDeliveryState>({
    id: text,
    appId: text,
    ownerId: userId,
    userId,
    conversationId: text,
    sessionId: nullable(text),
    fromSegment: count,
    toSegment: count,
    state: oneOf(webhookStates),
    reason: nullable(text),
    attempts: list(object<WebhookAttempt>({ at: date, ms: number, status: nullable(number), outcome: text })),
    createdAt: date,
    triedSince: date,
    attemptsBefore: count,
    lease,
    keyedChanges,
  }),
};

const stateEntries = Object.entries(states).map(([kind, state]) => {
  const entry = object<{ kind: string; state: object }>({ kind: oneOf([kind]), state });
  return [kind, entry as Shape<ArchiveEntry>] as const;
});

/** The shape of each kind of entry. */
const shapes: ReadonlyMap<unknown, Shape<ArchiveEntry>> = new Map<string, Shape<ArchiveEntry>>([
  ...stateEntries,
  [
    "conversation",
    object<ConversationEntry>({ kind: oneOf(["conversation"]), state: conversationState, segments: list(segment) }),
  ],
  [
    "memory",
    object<MemoryEntry>({
      kind: oneOf(["memory"]),
      state: memoryState,
      embeddings: list(object<ArchivedEmbedding>({ embedderId: text, digest: text, vector })),
    }),
  ],
  [
    "tombstone",
    object<TombstoneEntry>({
      kind: oneOf(["tombstone"]),
      of: oneOf(["conversation", "action_item", "memory"]),
      userId,
      id: text,
    }),
  ],
  [
    "fence",
    object<FenceEntry>({
      kind: oneOf(["fence"]),
      of: oneOf(["action_item", "memory"]),
      userId,
      conversationId: text,
      fence: count,
    }),
  ],
]);

/** @param json as `JSON.parse` returns it. @throws ShapeError. */
export function readEntry(json: unknown): ArchiveEntry {
  const kind = (json as { readonly kind?: unknown } | null)?.kind;
  const shape = shapes.get(kind);
  if (!shape)
    throw new ShapeError(typeof kind === "string" ? `has the unknown kind ${JSON.stringify(kind)}` : "has no kind");
  return shape.read(json);
}
