import { ActionItem } from "../../domain/action-item.js";
import { Memory } from "../../domain/memory.js";
import { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type {
  ArchiveEntry,
  ArchivePutResult,
  ConversationEntry,
  FenceEntry,
  MemoryEntry,
  StateEntry,
  TombstoneEntry,
} from "../../ports/driven/archive.js";

/** An entry that holds an object. */
export type ObjectEntry = StateEntry | ConversationEntry | MemoryEntry;

/** The steps of `Archive.put` in one store, within one write, each with its result at once. */
export interface ArchiveTarget {
  /** Whether there is an object with the ID of the entry. */
  has(entry: ObjectEntry): boolean;
  /** Whether there is a tombstone. */
  isDeleted(of: TombstoneEntry["of"], userId: string, id: string): boolean;
  /** Whether the conversation is deleted or being deleted. */
  isConversationGone(userId: string, conversationId: string): boolean;
  /** Whether the object cannot be stored because of others, as `Archive.put` lists them. */
  hasConflict(entry: ObjectEntry): boolean;
  /** Adds an object that is neither there nor in conflict. */
  insert(entry: ObjectEntry): void;
  /** As `MemoryRepository.detachFromConversation`, without a fence. */
  detachMemories(userId: string, conversationId: string, now: Date): void;
  /** @returns false when the fence was as great already. */
  raiseFence(entry: FenceEntry): boolean;
  /** Deletes the object, if it is there, with all that depends on it, and adds the tombstone. */
  delete(entry: TombstoneEntry, now: Date): void;
}

/** An `ArchiveTarget` whose steps return promises. */
export type AsyncArchiveTarget = {
  readonly [Step in keyof ArchiveTarget]: (
    ...input: Parameters<ArchiveTarget[Step]>
  ) => Promise<ReturnType<ArchiveTarget[Step]>>;
};

/** Yields what each step returned, a promise or not, and receives its result. */
type Steps<T> = Generator<unknown, T>;

/** As `Archive.put`, without the commit. */
export function putArchiveEntries(
  entries: readonly ArchiveEntry[],
  target: ArchiveTarget,
  now: Date,
): ArchivePutResult {
  const steps = putEntries(entries, target, now);
  let next = steps.next();
  while (!next.done) next = steps.next(next.value);
  return next.value;
}

/** As `putArchiveEntries`, one step after the other. */
export async function putArchiveEntriesAsync(
  entries: readonly ArchiveEntry[],
  target: AsyncArchiveTarget,
  now: Date,
): Promise<ArchivePutResult> {
  const steps = putEntries(entries, target, now);
  let next = steps.next();
  while (!next.done) next = steps.next(await next.value);
  return next.value;
}

/** @returns the owner of all entries. @throws Error when there are several. */
export function soleOwnerOf(entries: readonly ArchiveEntry[]): string {
  const [owner = "", ...others] = new Set(entries.map(ownerOf));
  if (others.length > 0) throw new Error("Entries that are put together must have one owner");
  return owner;
}

/** The user whose data an entry is. */
export function ownerOf(entry: ArchiveEntry): string {
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

function* putEntries(
  entries: readonly ArchiveEntry[],
  target: ArchiveTarget | AsyncArchiveTarget,
  now: Date,
): Steps<ArchivePutResult> {
  const counts = { added: 0, existing: 0, skipped: 0 };
  for (const entry of entries) counts[yield* putEntry(entry, target, now)] += 1;
  return counts;
}

function* putEntry(
  entry: ArchiveEntry,
  target: ArchiveTarget | AsyncArchiveTarget,
  now: Date,
): Steps<keyof ArchivePutResult> {
  if (entry.kind === "tombstone") {
    if (yield* resultOf(target.isDeleted(entry.of, entry.userId, entry.id))) return "existing";
    yield* resultOf(target.delete(entry, now));
    return "added";
  }
  if (entry.kind === "fence") return (yield* resultOf(target.raiseFence(entry))) ? "added" : "existing";
  if (yield* resultOf(target.has(entry))) return "existing";
  const remaining = yield* withoutDeleted(entry, target, now);
  if (!remaining || (yield* resultOf(target.hasConflict(remaining)))) return "skipped";
  yield* resultOf(target.insert(remaining));
  return remaining.kind === "memory" && !(yield* keepsMemory(remaining, target, now)) ? "skipped" : "added";
}

/** @returns undefined for an object that is deleted, or that went with its conversation. */
function* withoutDeleted(
  entry: ObjectEntry,
  target: ArchiveTarget | AsyncArchiveTarget,
  now: Date,
): Steps<ObjectEntry | undefined> {
  switch (entry.kind) {
    case "conversation":
    case "memory":
      return (yield* resultOf(target.isDeleted(entry.kind, entry.state.userId, entry.state.id))) ? undefined : entry;
    case "action_item": {
      const { id, userId, conversationId, touched } = entry.state;
      if (yield* resultOf(target.isDeleted("action_item", userId, id))) return undefined;
      if (conversationId === null) return entry;
      if (!(yield* resultOf(target.isConversationGone(userId, conversationId)))) return entry;
      return touched ? { ...entry, state: ActionItem.restore(entry.state).detach(now).state } : undefined;
    }
    case "webhook_delivery": {
      const { userId, conversationId, sessionId } = entry.state;
      if (sessionId === null) return entry;
      if (!(yield* resultOf(target.isConversationGone(userId, conversationId)))) return entry;
      return { ...entry, state: WebhookDelivery.restore(entry.state).forgetSession().state };
    }
    default:
      return entry;
  }
}

/** Removes what deleted conversations said from a memory. @returns whether anything is left of it. */
function* keepsMemory(entry: MemoryEntry, target: ArchiveTarget | AsyncArchiveTarget, now: Date): Steps<boolean> {
  const { userId } = entry.state;
  const gone: string[] = [];
  for (const conversationId of Memory.restore(entry.state).conversationIds) {
    if (yield* resultOf(target.isConversationGone(userId, conversationId))) gone.push(conversationId);
  }
  for (const conversationId of gone) yield* resultOf(target.detachMemories(userId, conversationId, now));
  return gone.length === 0 || (yield* resultOf(target.has(entry)));
}

function* resultOf<T>(returned: T): Steps<Awaited<T>> {
  return (yield returned) as Awaited<T>;
}
