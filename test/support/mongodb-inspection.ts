import type { Db, Document, Filter } from "mongodb";
import { findMongoFaults } from "./mongodb-consistency.js";
import type { RowCounts, StoreInspection } from "./store-inspection.js";

const PRESENT_FILTER = { state: { $exists: true } };

/** Reads a MongoDB database directly. */
export class MongoInspection implements StoreInspection {
  constructor(private readonly db: Db) {}

  async countRows(): Promise<RowCounts> {
    return {
      conversations: await this.#count("conversations", PRESENT_FILTER),
      transcripts: await this.#count("transcripts"),
      action_items: await this.#count("actionItems", PRESENT_FILTER),
    };
  }

  async countRowsOf(conversationId: string): Promise<RowCounts & { readonly tombstones: number }> {
    return {
      conversations: await this.#count("conversations", { id: conversationId, ...PRESENT_FILTER }),
      transcripts: await this.#count("transcripts", { conversation: conversationId }),
      action_items: await this.#count("actionItems", { conversation: conversationId, ...PRESENT_FILTER }),
      tombstones: await this.#count("conversations", { id: conversationId, deleted: true }),
    };
  }

  async listConversationIds(): Promise<string[]> {
    const documents = await this.db.collection("conversations").find(PRESENT_FILTER).project({ id: 1 }).toArray();
    return documents.map(({ id }) => String(id));
  }

  async listQuotaUses(): Promise<number[]> {
    return (await this.db.collection("windowCounters").find().toArray()).map(({ used }) => Number(used));
  }

  findFaults(): Promise<string[]> {
    return findMongoFaults(this.db);
  }

  countUnprocessed(): Promise<number> {
    return this.#count("conversations", { due: { $exists: true }, status: { $ne: "in_progress" } });
  }

  countQueuedDeliveries(): Promise<number> {
    return this.#count("webhookDeliveries", { due: { $exists: true } });
  }

  #count(collection: string, filter: Filter<Document> = {}): Promise<number> {
    return this.db.collection(collection).countDocuments(filter);
  }
}
