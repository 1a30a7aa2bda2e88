import { App } from "../../domain/app.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { Documents, documentId, optionsOf } from "./documents.js";
import type { Transaction } from "./write-queue.js";

export const appIndexes: readonly IndexDefinition[] = [
  { keys: { owner: 1, key: 1 }, serves: "list and count of an owner's apps" },
  { keys: { secrets: 1 }, options: { unique: true }, serves: "authentication; one app per secret" },
];

/** The collection of apps. `secrets` holds the digests of all secrets of an app, at least one. */
export class AppDocuments extends Documents<App> {
  constructor(database: Database) {
    super(database, {
      collection: "apps",
      restore: (state) => App.restore(state),
      keyOf: ({ state }) => ({ id: state.id }),
      fieldsOf: ({ sortKey, state }) => ({
        owner: state.ownerId,
        key: sortKey,
        secrets: state.secretDigests.map(({ digest }) => digest),
      }),
    });
  }

  /** Makes the transaction conflict with one that removes the app. @returns whether the app exists. */
  async lock(id: string, transaction: Transaction): Promise<boolean> {
    transaction.noteWrite();
    const { matchedCount } = await this.collection.updateOne(
      { _id: documentId({ id }) },
      { $inc: { v: 1 } },
      optionsOf(transaction),
    );
    return matchedCount > 0;
  }
}
