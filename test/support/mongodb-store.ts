import type { Db } from "mongodb";
import { collections } from "../../src/adapters/mongodb/database/collections.js";
import { openMongoStore } from "../../src/adapters/mongodb/index.js";
import { SystemClock } from "../../src/adapters/system/index.js";
import type { Store } from "../../src/ports/index.js";
import type { Open } from "../../src/testing/index.js";
import { useTestDatabase } from "./mongodb-server.js";
import { WRITE_TIMEOUT_MS } from "./open-store.js";

/**
 * Gives the tests of the surrounding `describe` a MongoDB store; skips them if there is no server. They share the store
 * and its database, because opening a store is slow: reopening it empties the database.
 */
export function useMongoStore(): Open<Store> {
  const database = useTestDatabase();
  let store: Store | undefined;

  before(async () => {
    store = await openMongoStore({
      url: database().url,
      clock: new SystemClock(),
      writeTimeoutMs: WRITE_TIMEOUT_MS,
    });
  });
  after(() => store?.close());

  return async () => {
    if (!store) throw new Error("The store is open once the tests run");
    await deleteAllDocuments(database().client.db());
    return { subject: store, close: () => Promise.resolve() };
  };
}

export async function deleteAllDocuments(db: Db): Promise<void> {
  // The store reads with majority concern: it would still see documents that are deleted only on the primary.
  const options = { writeConcern: { w: "majority" } } as const;
  await Promise.all(Object.keys(collections).map((name) => db.collection(name).deleteMany({}, options)));
}
