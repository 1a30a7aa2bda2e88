import type { Collection } from "mongodb";
import { guardLatest } from "../../domain/lease.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";
import type { Transaction } from "./write-queue.js";

export const fenceIndexes: readonly IndexDefinition[] = [{ keys: { user: 1 }, serves: "export of a user" }];

interface Fence {
  readonly _id: string;
  readonly user: string;
  readonly conversation: string;
  readonly kind: FenceKind;
  readonly fence: number;
}

export type FenceKind = "action_item" | "memory";

/** The greatest fencing token that has written what was extracted from a conversation. */
export class ExtractionFences {
  readonly #collection: Collection<Fence>;

  constructor(
    database: Database,
    private readonly kind: FenceKind,
  ) {
    this.#collection = database.collection("fences");
  }

  /** @throws DomainError `conflict` (`LEASE_LOST`) when a greater one has; then nothing changes. */
  async advance(userId: string, conversationId: string, fence: number, transaction: Transaction): Promise<void> {
    guardLatest(await this.#findLatest(userId, conversationId, transaction), fence);
    await this.#store(userId, conversationId, fence, transaction);
  }

  /** @returns false when a fencing token as great has written already; then nothing changes. */
  async raise(userId: string, conversationId: string, fence: number, transaction: Transaction): Promise<boolean> {
    if ((await this.#findLatest(userId, conversationId, transaction)) >= fence) return false;
    await this.#store(userId, conversationId, fence, transaction);
    return true;
  }

  async #findLatest(userId: string, conversationId: string, transaction: Transaction): Promise<number> {
    const filter = { _id: this.#idOf(userId, conversationId), user: userId };
    return (await this.#collection.findOne(filter, optionsOf(transaction)))?.fence ?? 0;
  }

  async #store(userId: string, conversationId: string, fence: number, transaction: Transaction): Promise<void> {
    transaction.noteWrite();
    await this.#collection.replaceOne(
      { _id: this.#idOf(userId, conversationId), user: userId },
      { user: userId, conversation: conversationId, kind: this.kind, fence },
      { ...optionsOf(transaction), upsert: true },
    );
  }

  #idOf(userId: string, conversationId: string): string {
    return JSON.stringify([userId, conversationId, this.kind]);
  }
}
