import type { ActionItemState } from "../../domain/action-item/action-item.js";
import { apiScopes, type ApiKeyState } from "../../domain/user/api-key.js";
import {
  appCapabilities,
  appTriggers,
  disablingReasons,
  type AppState,
  type ExternalIntegration,
  type SecretDigest,
  type SigningSecret,
  notificationScopes,
  type RequestedScope,
} from "../../domain/app/app.js";
import type { FolderState } from "../../domain/folder/folder.js";
import { goalSources, goalStatuses, goalTypes, type GoalState, type ProgressEntry } from "../../domain/goal/goal.js";
import type { InstallationState } from "../../domain/app/installation.js";
import {
  deliveryStates,
  notificationKinds,
  pushChannelNames,
  type NotificationDelivery,
  type NotificationReply,
  type NotificationSource,
  type NotificationState,
} from "../../domain/notification/notification.js";
import type { BrowserKeys, PushTargetState } from "../../domain/notification/push-target.js";
import type { UserState } from "../../domain/user/user.js";
import {
  webhookDeliveryStatuses,
  type WebhookAttempt,
  type WebhookDeliveryState,
} from "../../domain/webhook/webhook-delivery.js";
import type {
  ArchivedEmbedding,
  ArchivedStates,
  ArchiveEntry,
  ConversationEntry,
  FenceEntry,
  MemoryEntry,
  TombstoneEntry,
} from "../../ports/driven/store/archive.js";
import { conversationState, keyedChanges, lease, memoryState, segment, userIdShape } from "./content-shapes.js";
import {
  booleanShape,
  countShape,
  dateShape,
  listShape,
  nullableShape,
  numberShape,
  objectShape,
  oneOfShape,
  optionalShape,
  ShapeError,
  textShape,
  vectorShape,
  type Shape,
} from "./shape.js";

const requestedScope = objectShape<RequestedScope>({ scope: oneOfShape(notificationScopes), edition: countShape });

const stateShapes: { readonly [K in keyof ArchivedStates]: Shape<ArchivedStates[K]> } = {
  user: objectShape<UserState>({
    id: userIdShape,
    displayName: textShape,
    timeZone: textShape,
    createdAt: dateShape,
    keyedChanges,
  }),
  folder: objectShape<FolderState>({
    id: textShape,
    userId: userIdShape,
    name: textShape,
    description: nullableShape(textShape),
    color: textShape,
    icon: textShape,
    isSystem: booleanShape,
    isDefault: booleanShape,
    order: numberShape,
    createdAt: dateShape,
    updatedAt: dateShape,
  }),
  action_item: objectShape<ActionItemState>({
    id: textShape,
    userId: userIdShape,
    description: textShape,
    completed: booleanShape,
    completedAt: nullableShape(dateShape),
    dueAt: nullableShape(dateShape),
    conversationId: nullableShape(textShape),
    segmentIds: listShape(textShape),
    position: optionalShape(numberShape),
    touched: booleanShape,
    createdAt: dateShape,
    updatedAt: dateShape,
    keyedChanges,
  }),
  goal: objectShape<GoalState>({
    id: textShape,
    creation: textShape,
    userId: userIdShape,
    title: textShape,
    desiredOutcome: textShape,
    whyItMatters: nullableShape(textShape),
    successCriteria: listShape(textShape),
    goalType: oneOfShape(goalTypes),
    source: oneOfShape(goalSources),
    status: oneOfShape(goalStatuses),
    focusRank: nullableShape(numberShape),
    horizonAt: nullableShape(dateShape),
    currentValue: numberShape,
    targetValue: numberShape,
    minValue: numberShape,
    maxValue: numberShape,
    unit: nullableShape(textShape),
    measured: booleanShape,
    history: listShape(objectShape<ProgressEntry>({ date: textShape, value: numberShape, recordedAt: dateShape })),
    createdAt: dateShape,
    updatedAt: dateShape,
    keyedChanges,
  }),
  notification: objectShape<NotificationState>({
    id: textShape,
    userId: userIdShape,
    appId: nullableShape(textShape),
    sources: listShape(
      objectShape<NotificationSource>({ kind: oneOfShape(["conversation", "memory", "notification"]), id: textShape }),
    ),
    kind: oneOfShape(notificationKinds),
    text: textShape,
    createdAt: dateShape,
    readAt: nullableShape(dateShape),
    replies: listShape(objectShape<NotificationReply>({ id: textShape, text: textShape, at: dateShape })),
    deliveries: listShape(
      objectShape<NotificationDelivery>({
        channel: oneOfShape(pushChannelNames),
        targetId: textShape,
        state: oneOfShape(deliveryStates),
        reason: nullableShape(textShape),
        at: dateShape,
        attempts: countShape,
        nextAttemptAt: nullableShape(dateShape),
      }),
    ),
    lease,
    keyedChanges,
  }),
  push_target: objectShape<PushTargetState>({
    id: textShape,
    userId: userIdShape,
    channel: oneOfShape(pushChannelNames),
    url: textShape,
    keys: nullableShape(objectShape<BrowserKeys>({ p256dh: textShape, auth: textShape })),
    sealedSecret: nullableShape(textShape),
    createdAt: dateShape,
    goneSince: nullableShape(dateShape),
    keyedChanges,
  }),
  api_key: objectShape<ApiKeyState>({
    id: textShape,
    userId: userIdShape,
    name: textShape,
    digest: textShape,
    keyPrefix: textShape,
    scopes: listShape(oneOfShape(apiScopes)),
    createdAt: dateShape,
    lastUsedAt: nullableShape(dateShape),
  }),
  app: objectShape<AppState>({
    id: textShape,
    ownerId: userIdShape,
    name: textShape,
    description: nullableShape(textShape),
    capabilities: listShape(oneOfShape(appCapabilities)),
    externalIntegration: nullableShape(
      objectShape<ExternalIntegration>({ triggersOn: oneOfShape(appTriggers), webhookUrl: textShape }),
    ),
    askedScopes: listShape(requestedScope),
    scopeEdition: countShape,
    secretDigests: listShape(
      objectShape<SecretDigest>({ digest: textShape, createdAt: dateShape, expiresAt: nullableShape(dateShape) }),
    ),
    signingSecrets: listShape(
      objectShape<SigningSecret>({ sealed: textShape, createdAt: dateShape, expiresAt: nullableShape(dateShape) }),
    ),
    disabledBecause: nullableShape(oneOfShape(disablingReasons)),
    disabledSince: nullableShape(dateShape),
    failingSince: nullableShape(dateShape),
    createdAt: dateShape,
    updatedAt: dateShape,
    keyedChanges,
  }),
  installation: objectShape<InstallationState>({
    appId: textShape,
    userId: userIdShape,
    grants: listShape(requestedScope),
    installedAt: dateShape,
    updatedAt: dateShape,
    keyedChanges,
  }),
  webhook_delivery: objectShape<WebhookDeliveryState>({
    id: textShape,
    appId: textShape,
    ownerId: userIdShape,
    userId: userIdShape,
    conversationId: textShape,
    sessionId: nullableShape(textShape),
    fromSegment: countShape,
    toSegment: countShape,
    state: oneOfShape(webhookDeliveryStatuses),
    reason: nullableShape(textShape),
    attempts: listShape(
      objectShape<WebhookAttempt>({
        at: dateShape,
        ms: numberShape,
        status: nullableShape(numberShape),
        outcome: textShape,
      }),
    ),
    createdAt: dateShape,
    triedSince: dateShape,
    attemptsBefore: countShape,
    lease,
    keyedChanges,
  }),
};

const stateEntryShapes = Object.entries(stateShapes).map(([kind, state]) => {
  const entry = objectShape<{ kind: string; state: object }>({ kind: oneOfShape([kind]), state });
  return [kind, entry as Shape<ArchiveEntry>] as const;
});

/** The shape of each kind of entry. */
const shapeByKind: ReadonlyMap<unknown, Shape<ArchiveEntry>> = new Map<string, Shape<ArchiveEntry>>([
  ...stateEntryShapes,
  [
    "conversation",
    objectShape<ConversationEntry>({
      kind: oneOfShape(["conversation"]),
      state: conversationState,
      segments: listShape(segment),
    }),
  ],
  [
    "memory",
    objectShape<MemoryEntry>({
      kind: oneOfShape(["memory"]),
      state: memoryState,
      embeddings: listShape(
        objectShape<ArchivedEmbedding>({ embedderId: textShape, digest: textShape, vector: vectorShape }),
      ),
    }),
  ],
  [
    "tombstone",
    objectShape<TombstoneEntry>({
      kind: oneOfShape(["tombstone"]),
      of: oneOfShape(["conversation", "action_item", "memory"]),
      userId: userIdShape,
      id: textShape,
    }),
  ],
  [
    "fence",
    objectShape<FenceEntry>({
      kind: oneOfShape(["fence"]),
      of: oneOfShape(["action_item", "memory"]),
      userId: userIdShape,
      conversationId: textShape,
      fence: countShape,
    }),
  ],
]);

/** @param json as `JSON.parse` returns it. @throws ShapeError. */
export function readEntry(json: unknown): ArchiveEntry {
  const kind = (json as { readonly kind?: unknown } | null)?.kind;
  const shape = shapeByKind.get(kind);
  if (!shape)
    throw new ShapeError(typeof kind === "string" ? `has the unknown kind ${JSON.stringify(kind)}` : "has no kind");
  return shape.read(json);
}
