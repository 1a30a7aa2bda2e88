import type { Collection } from "mongodb";
import { guardLatest } from "../../domain/lease.js";
import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";
import type { Transaction } from "./write-queue.js";

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
    const _id = JSON.stringify([userId, conversationId, this.kind]);
    const filter = { _id, user: userId };
    const stored = await this.#collection.findOne(filter, optionsOf(transaction));
    guardLatest(stored?.fence ?? 0, fence);
    transaction.noteWrite();
    await this.#collection.replaceOne(
      filter,
      { user: userId, conversation: conversationId, kind: this.kind, fence },
      { ...optionsOf(transaction), upsert: true },
    );
  }
}
