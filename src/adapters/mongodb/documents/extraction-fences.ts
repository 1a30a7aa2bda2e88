import type { Collection } from "mongodb";
import { assertLatestFence } from "../../../domain/lease.js";
import type { MongoDatabase } from "../database/database.js";
import { toSessionOptions } from "./documents.js";
import type { MongoTransaction } from "../database/write-queue.js";

interface Fence {
  readonly _id: string;
  readonly user: string;
  readonly conversation: string;
  readonly kind: FenceKind;
  readonly fence: number;
}

export type FenceKind = "action_item" | "memory";

/** Stores the greatest fencing token that wrote extracted items of each conversation. */
export class MongoExtractionFences {
  readonly #collection: Collection<Fence>;

  constructor(
    database: MongoDatabase,
    private readonly kind: FenceKind,
  ) {
    this.#collection = database.collection("fences");
  }

  /** @throws DomainError `conflict` (`LEASE_LOST`) if a greater token is stored; nothing changes then. */
  async advance(userId: string, conversationId: string, fence: number, transaction: MongoTransaction): Promise<void> {
    assertLatestFence(await this.#findLatest(userId, conversationId, transaction), fence);
    await this.#store(userId, conversationId, fence, transaction);
  }

  /** @returns false if the same or a greater token is stored; nothing changes then. */
  async raise(userId: string, conversationId: string, fence: number, transaction: MongoTransaction): Promise<boolean> {
    if ((await this.#findLatest(userId, conversationId, transaction)) >= fence) return false;
    await this.#store(userId, conversationId, fence, transaction);
    return true;
  }

  async #findLatest(userId: string, conversationId: string, transaction: MongoTransaction): Promise<number> {
    const filter = { _id: this.#formatId(userId, conversationId), user: userId };
    return (await this.#collection.findOne(filter, toSessionOptions(transaction)))?.fence ?? 0;
  }

  async #store(userId: string, conversationId: string, fence: number, transaction: MongoTransaction): Promise<void> {
    transaction.markWritten();
    await this.#collection.replaceOne(
      { _id: this.#formatId(userId, conversationId), user: userId },
      { user: userId, conversation: conversationId, kind: this.kind, fence },
      { ...toSessionOptions(transaction), upsert: true },
    );
  }

  #formatId(userId: string, conversationId: string): string {
    return JSON.stringify([userId, conversationId, this.kind]);
  }
}
