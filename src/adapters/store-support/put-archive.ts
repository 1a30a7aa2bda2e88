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

/** The steps of `Archive.put` in one store, within one write. */
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

/**
 * As `Archive.put`, without the commit.
 * @throws Error when the entries have several owners.
 */
export function putArchiveEntries(
  entries: readonly ArchiveEntry[],
  target: ArchiveTarget,
  now: Date,
): ArchivePutResult {
  const counts = { added: 0, existing: 0, skipped: 0 };
  for (const entry of entries) counts[putEntry(entry, target, now)] += 1;
  return counts;
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

function putEntry(entry: ArchiveEntry, target: ArchiveTarget, now: Date): keyof ArchivePutResult {
  if (entry.kind === "tombstone") {
    if (target.isDeleted(entry.of, entry.userId, entry.id)) return "existing";
    target.delete(entry, now);
    return "added";
  }
  if (entry.kind === "fence") return target.raiseFence(entry) ? "added" : "existing";
  if (target.has(entry)) return "existing";
  const remaining = withoutDeleted(entry, target, now);
  if (!remaining || target.hasConflict(remaining)) return "skipped";
  target.insert(remaining);
  return remaining.kind === "memory" && !keepsMemory(remaining, target, now) ? "skipped" : "added";
}

/** @returns undefined for an object that is deleted, or that went with its conversation. */
function withoutDeleted(entry: ObjectEntry, target: ArchiveTarget, now: Date): ObjectEntry | undefined {
  switch (entry.kind) {
    case "conversation":
    case "memory":
      return target.isDeleted(entry.kind, entry.state.userId, entry.state.id) ? undefined : entry;
    case "action_item": {
      const { id, userId, conversationId, touched } = entry.state;
      if (target.isDeleted("action_item", userId, id)) return undefined;
      if (conversationId === null || !target.isConversationGone(userId, conversationId)) return entry;
      return touched ? { ...entry, state: ActionItem.restore(entry.state).detach(now).state } : undefined;
    }
    case "webhook_delivery": {
      const { userId, conversationId, sessionId } = entry.state;
      if (sessionId === null || !target.isConversationGone(userId, conversationId)) return entry;
      return { ...entry, state: WebhookDelivery.restore(entry.state).forgetSession().state };
    }
    default:
      return entry;
  }
}

/** Removes what deleted conversations said from a memory. @returns whether anything is left of it. */
function keepsMemory(entry: MemoryEntry, target: ArchiveTarget, now: Date): boolean {
  const { userId } = entry.state;
  const gone = Memory.restore(entry.state).conversationIds.filter((id) => target.isConversationGone(userId, id));
  for (const conversationId of gone) target.detachMemories(userId, conversationId, now);
  return gone.length === 0 || target.has(entry);
}
