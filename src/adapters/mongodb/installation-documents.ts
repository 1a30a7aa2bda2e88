import { Installation } from "../../domain/installation.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { Documents, optionsOf } from "./documents.js";
import type { Transaction } from "./write-queue.js";

export const installationIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, key: 1 }, serves: "installations of a user" },
  { keys: { id: 1 }, serves: "installations of an app, on its removal" },
];

/** The collection of installations. The ID of one is that of its app. */
export class InstallationDocuments extends Documents<Installation> {
  constructor(database: Database) {
    super(database, {
      collection: "installations",
      restore: (state) => Installation.restore(state),
      keyOf: ({ state }) => ({ user: state.userId, id: state.appId }),
      fieldsOf: ({ sortKey }) => ({ key: sortKey }),
    });
  }

  /** @returns the IDs of the users whose installations were removed. */
  async removeByApp(appId: string, transaction: Transaction): Promise<readonly string[]> {
    const rows = await this.findAll({ id: appId }, {}, transaction);
    transaction.noteWrite();
    await this.collection.deleteMany({ id: appId }, optionsOf(transaction));
    return rows.map(({ aggregate }) => aggregate.state.userId);
  }
}
