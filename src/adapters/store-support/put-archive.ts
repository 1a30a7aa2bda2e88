import { ActionItem } from "../../domain/action-item/action-item.js";
import { Memory } from "../../domain/memory/memory.js";
import { WebhookDelivery } from "../../domain/webhook/webhook-delivery.js";
import type {
  ArchiveEntry,
  ArchivePutResult,
  ConversationEntry,
  FenceEntry,
  MemoryEntry,
  StateEntry,
  TombstoneEntry,
} from "../../ports/driven/store/archive.js";

/** An entry that holds an object. */
export type ObjectEntry = StateEntry | ConversationEntry | MemoryEntry;

/** The synchronous steps of `Archive.put` in one store, within one write. */
export interface ArchiveTarget {
  /** Whether the store has an object with the ID of the entry. */
  has(entry: ObjectEntry): boolean;
  /** Whether there is a tombstone. */
  isDeleted(objectKind: TombstoneEntry["of"], userId: string, id: string): boolean;
  /** Whether the conversation is deleted or being deleted. */
  isConversationGone(userId: string, conversationId: string): boolean;
  /** Whether the object cannot be stored because of others, as `Archive.put` lists them. */
  hasConflict(entry: ObjectEntry): boolean;
  /** Adds an object that the store does not have and that has no conflict. */
  insert(entry: ObjectEntry): void;
  /** As `MemoryRepository.detachFromConversation`, without a fence. */
  detachMemories(userId: string, conversationId: string, now: Date): void;
  /** @returns false when the stored fence is at least as great. */
  raiseFence(entry: FenceEntry): boolean;
  /** Deletes the object, if it exists, with its dependents, and adds the tombstone. */
  delete(entry: TombstoneEntry, now: Date): void;
}

/** An `ArchiveTarget` whose steps return promises. */
export type AsyncArchiveTarget = {
  readonly [Method in keyof ArchiveTarget]: (
    ...input: Parameters<ArchiveTarget[Method]>
  ) => Promise<ReturnType<ArchiveTarget[Method]>>;
};

/** Yields the return value of each step, a promise or not, and receives its result. */
type StoreSteps<T> = Generator<unknown, T>;

/** As `Archive.put`, without the commit. */
export function putArchiveEntries(
  entries: readonly ArchiveEntry[],
  target: ArchiveTarget,
  now: Date,
): ArchivePutResult {
  const steps = putEntriesInSteps(entries, target, now);
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

/** As `putArchiveEntries`; awaits each step before the next. */
export async function putArchiveEntriesAsync(
  entries: readonly ArchiveEntry[],
  target: AsyncArchiveTarget,
  now: Date,
): Promise<ArchivePutResult> {
  const steps = putEntriesInSteps(entries, target, now);
  let step = steps.next();
  while (!step.done) step = steps.next(await step.value);
  return step.value;
}

/** @returns the owner of all entries. @throws Error when there are several. */
export function requireSingleOwner(entries: readonly ArchiveEntry[]): string {
  const [ownerId = "", ...otherOwnerIds] = new Set(entries.map(getOwnerId));
  if (otherOwnerIds.length > 0) throw new Error("Entries that are put together must have one owner");
  return ownerId;
}

/** Returns the ID of the user who owns the entry. */
export function getOwnerId(entry: ArchiveEntry): string {
  switch (entry.kind) {
    case "user":
      return entry.state.id;
    case "app":
    case "webhook_delivery":
      return entry.state.ownerId;
    case "tombstone":
    case "fence":
      return entry.userId;
    default:
      return entry.state.userId;
  }
}

function* putEntriesInSteps(
  entries: readonly ArchiveEntry[],
  target: ArchiveTarget | AsyncArchiveTarget,
  now: Date,
): StoreSteps<ArchivePutResult> {
  const counts = { added: 0, existing: 0, skipped: 0 };
  for (const entry of entries) counts[yield* putEntry(entry, target, now)] += 1;
  return counts;
}

function* putEntry(
  entry: ArchiveEntry,
  target: ArchiveTarget | AsyncArchiveTarget,
  now: Date,
): StoreSteps<keyof ArchivePutResult> {
  if (entry.kind === "tombstone") {
    if (yield* awaitStep(target.isDeleted(entry.of, entry.userId, entry.id))) return "existing";
    yield* awaitStep(target.delete(entry, now));
    return "added";
  }
  if (entry.kind === "fence") return (yield* awaitStep(target.raiseFence(entry))) ? "added" : "existing";
  if (yield* awaitStep(target.has(entry))) return "existing";
  const storable = yield* removeDeletedReferences(entry, target, now);
  if (!storable || (yield* awaitStep(target.hasConflict(storable)))) return "skipped";
  yield* awaitStep(target.insert(storable));
  return storable.kind === "memory" && !(yield* detachDeletedConversations(storable, target, now))
    ? "skipped"
    : "added";
}

/** @returns undefined for an object that was deleted, or that the deletion of its conversation removes. */
function* removeDeletedReferences(
  entry: ObjectEntry,
  target: ArchiveTarget | AsyncArchiveTarget,
  now: Date,
): StoreSteps<ObjectEntry | undefined> {
  switch (entry.kind) {
    case "conversation":
    case "memory":
      return (yield* awaitStep(target.isDeleted(entry.kind, entry.state.userId, entry.state.id))) ? undefined : entry;
    case "action_item": {
      const { id, userId, conversationId, touched } = entry.state;
      if (yield* awaitStep(target.isDeleted("action_item", userId, id))) return undefined;
      if (conversationId === null) return entry;
      if (!(yield* awaitStep(target.isConversationGone(userId, conversationId)))) return entry;
      return touched ? { ...entry, state: ActionItem.restore(entry.state).detach(now).state } : undefined;
    }
    case "webhook_delivery": {
      const { userId, conversationId, sessionId } = entry.state;
      if (sessionId === null) return entry;
      if (!(yield* awaitStep(target.isConversationGone(userId, conversationId)))) return entry;
      return { ...entry, state: WebhookDelivery.restore(entry.state).removeSessionId().state };
    }
    default:
      return entry;
  }
}

/** Detaches the memory from its deleted conversations. @returns whether the memory still exists. */
function* detachDeletedConversations(
  entry: MemoryEntry,
  target: ArchiveTarget | AsyncArchiveTarget,
  now: Date,
): StoreSteps<boolean> {
  const { userId } = entry.state;
  const deletedConversationIds: string[] = [];
  for (const conversationId of Memory.restore(entry.state).conversationIds) {
    if (yield* awaitStep(target.isConversationGone(userId, conversationId)))
      deletedConversationIds.push(conversationId);
  }
  for (const conversationId of deletedConversationIds)
    yield* awaitStep(target.detachMemories(userId, conversationId, now));
  return deletedConversationIds.length === 0 || (yield* awaitStep(target.has(entry)));
}

function* awaitStep<T>(returnedValue: T): StoreSteps<Awaited<T>> {
  return (yield returnedValue) as Awaited<T>;
}
