import type { Archive, ArchiveEntry, ArchivePutResult, TombstoneEntry } from "../../ports/driven/archive.js";
import { putArchiveEntries, soleOwnerOf } from "../store-support/put-archive.js";
import { InMemoryArchiveTarget, type ArchivedParts } from "./archive-target.js";

export class InMemoryArchive implements Archive {
  constructor(private readonly parts: ArchivedParts) {}

  async countEntries(userId?: string): Promise<number> {
    const users = userId === undefined ? this.#userIds() : [userId];
    return users.reduce((count, user) => count + this.#entriesOf(user).length, this.#apps(userId).length);
  }

  async *entries(userId?: string): AsyncIterable<ArchiveEntry> {
    yield* this.#apps(userId);
    for (const user of userId === undefined ? this.#userIds() : [userId]) yield* this.#entriesOf(user);
  }

  async put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult> {
    soleOwnerOf(entries);
    const target = new InMemoryArchiveTarget(this.parts);
    const result = putArchiveEntries(entries, target, now);
    await target.finish();
    return result;
  }

  #apps(ownerId?: string): ArchiveEntry[] {
    const apps = this.parts.shelf.apps().filter(({ state }) => ownerId === undefined || state.ownerId === ownerId);
    return apps.map(({ state }) => ({ kind: "app", state }));
  }

  #userIds(): string[] {
    const { users, folders, conversations, actionItems, memories, goals, notifications, pushTargets, apiKeys } =
      this.parts;
    const tables = [users, folders, conversations, actionItems, memories, goals, notifications, pushTargets, apiKeys];
    const tombstones = [conversations, actionItems, memories].map((repository) => repository.tombstones);
    const fences = [actionItems, memories].map((repository) => repository.fences);
    const holders = [...tables.map(({ table }) => table), ...tombstones, ...fences, this.parts.shelf];
    return [
      ...new Set([...holders.flatMap((holder) => holder.userIds()), ...this.parts.webhookDeliveries.ownerIds()]),
    ].sort();
  }

  /** What the user owns beside apps, copied. */
  #entriesOf(userId: string): ArchiveEntry[] {
    const { users, folders, conversations, actionItems, memories, embeddings, goals, notifications } = this.parts;
    const { pushTargets, apiKeys, shelf, webhookDeliveries } = this.parts;
    const tombstones = (of: TombstoneEntry["of"], ids: readonly string[]): ArchiveEntry[] =>
      ids.map((id) => ({ kind: "tombstone", of, userId, id }));
    const fences = (of: "action_item" | "memory", all: ReadonlyMap<string, number>): ArchiveEntry[] =>
      [...all].map(([conversationId, fence]) => ({ kind: "fence", of, userId, conversationId, fence }));
    return [
      ...users.table.of(userId).map(({ state }): ArchiveEntry => ({ kind: "user", state })),
      ...folders.table.of(userId).map(({ state }): ArchiveEntry => ({ kind: "folder", state })),
      ...tombstones("conversation", conversations.tombstones.of(userId)),
      ...tombstones("action_item", actionItems.tombstones.of(userId)),
      // Without other names of deleted memories by which a memory still goes: they would delete it elsewhere.
      ...tombstones(
        "memory",
        memories.tombstones.of(userId).filter((id) => !memories.table.has(userId, id)),
      ),
      ...fences("action_item", actionItems.fences.of(userId)),
      ...fences("memory", memories.fences.of(userId)),
      ...conversations.table.of(userId).map(({ state }): ArchiveEntry => {
        return { kind: "conversation", state, segments: conversations.segmentsOf(userId, state.id) };
      }),
      ...actionItems.table.of(userId).map(({ state }): ArchiveEntry => ({ kind: "action_item", state })),
      ...memories.table.of(userId).map((memory): ArchiveEntry => {
        return { kind: "memory", state: memory.state, embeddings: embeddings.of(memory) };
      }),
      ...goals.table.of(userId).map(({ state }): ArchiveEntry => ({ kind: "goal", state })),
      ...notifications.table.of(userId).map(({ state }): ArchiveEntry => ({ kind: "notification", state })),
      ...pushTargets.table.of(userId).map(({ state }): ArchiveEntry => ({ kind: "push_target", state })),
      ...apiKeys.table.of(userId).map(({ state }): ArchiveEntry => ({ kind: "api_key", state })),
      ...shelf.installed(userId).map(({ installation: { state } }): ArchiveEntry => ({ kind: "installation", state })),
      ...webhookDeliveries.ownedBy(userId).map(({ state }): ArchiveEntry => ({ kind: "webhook_delivery", state })),
    ];
  }
}
