import type { Db } from "mongodb";
import { collections } from "../../src/adapters/mongodb/collections.js";
import { openMongoStore } from "../../src/adapters/mongodb/index.js";
import { SystemClock } from "../../src/adapters/system/index.js";
import type { Store } from "../../src/ports/index.js";
import type { Open } from "../../src/testing/index.js";
import { useTestDatabase } from "./mongodb-server.js";
import { WRITE_TIMEOUT_MS } from "./open-store.js";

/**
 * Gives the tests of the surrounding `describe` a MongoDB store; skips them where there is no server. They share it and
 * its database, because opening a store takes long: to open it again is to empty the database.
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
  // The store reads what a majority has: it would still see documents whose deletion only the primary knows.
  const options = { writeConcern: { w: "majority" } } as const;
  await Promise.all(Object.keys(collections).map((name) => db.collection(name).deleteMany({}, options)));
}
