import { App } from "../../../domain/app/app.js";
import { Installation } from "../../../domain/app/installation.js";
import { WebhookDelivery } from "../../../domain/webhook/webhook-delivery.js";
import type { MongoDatabase } from "../database/database.js";
import type { MongoTransaction } from "../database/write-queue.js";
import { Documents, documentId, toSessionOptions } from "./documents.js";
import { RevisionCounters } from "./revision-counters.js";
import { MongoStoredResponses } from "./stored-responses.js";

/** The collection of apps. `secrets` holds the digests of all secrets of an app, at least one. */
export class AppDocuments extends Documents<App> {
  constructor(database: MongoDatabase) {
    super(database, {
      collection: "apps",
      restore: (state) => App.restore(state),
      getKey: ({ state }) => ({ id: state.id }),
      computeFields: ({ sortKey, state }) => ({
        owner: state.ownerId,
        key: sortKey,
        secrets: state.secretDigests.map(({ digest }) => digest),
      }),
    });
  }

  /** Makes the transaction conflict with one that removes the app. @returns whether the app exists. */
  async lock(id: string, transaction: MongoTransaction): Promise<boolean> {
    transaction.markWritten();
    const { matchedCount } = await this.collection.updateOne(
      { _id: documentId({ id }) },
      { $inc: { v: 1 } },
      toSessionOptions(transaction),
    );
    return matchedCount > 0;
  }
}

/** The collection of installations. The ID of an installation is that of its app. */
export class InstallationDocuments extends Documents<Installation> {
  constructor(database: MongoDatabase) {
    super(database, {
      collection: "installations",
      restore: (state) => Installation.restore(state),
      getKey: ({ state }) => ({ user: state.userId, id: state.appId }),
      computeFields: ({ sortKey }) => ({ key: sortKey }),
    });
  }

  /** @returns the IDs of the users whose installations were removed. */
  async removeByApp(appId: string, transaction: MongoTransaction): Promise<readonly string[]> {
    const rows = await this.findAll({ id: appId }, {}, transaction);
    transaction.markWritten();
    await this.collection.deleteMany({ id: appId }, toSessionOptions(transaction));
    return rows.map(({ aggregate }) => aggregate.state.userId);
  }
}

/** The collection of webhook deliveries. */
export class WebhookDeliveryDocuments extends Documents<WebhookDelivery> {
  readonly #revisionCounters: RevisionCounters;
  readonly #responses: MongoStoredResponses;

  constructor(database: MongoDatabase) {
    super(database, {
      collection: "webhookDeliveries",
      restore: (state) => WebhookDelivery.restore(state),
      getKey: ({ state }) => ({ id: state.id }),
      computeFields: ({ sortKey, dueAt, state }) => ({
        owner: state.ownerId,
        key: sortKey,
        app: state.appId,
        user: state.userId,
        conversation: state.conversationId,
        createdAt: state.createdAt,
        due: dueAt,
      }),
    });
    this.#revisionCounters = new RevisionCounters(database);
    this.#responses = new MongoStoredResponses(database);
  }

  /** See `WebhookDeliveryRepository.detachFromConversation`. */
  async detachFromConversation(
    userId: string,
    conversationId: string,
    now: Date,
    transaction: MongoTransaction,
  ): Promise<void> {
    await this.#revisionCounters.lock(userId, transaction);
    for (const row of await this.findAll({ user: userId, conversation: conversationId }, {}, transaction)) {
      const next = row.aggregate.removeSessionId();
      if (next === row.aggregate) continue;
      await this.replace(row, next, transaction);
      await this.#responses.forget(next.state.ownerId, [next.state.id], now, transaction);
    }
  }
}
