import { openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../../src/adapters/sqlite/index.js";
import type { Store } from "../../src/ports/index.js";
import { selectSubject, type Open } from "../../src/testing/test-framework.js";
import { createTemporaryDirectory } from "./temporary-directory.js";

/** Opens a new in-memory store. */
export const openNewInMemoryStore: Open<Store> = () => {
  const store = openInMemoryStore();
  return Promise.resolve({ subject: store, close: () => store.close() });
};

/** Opens a new SQLite store in its own directory, which is removed when the store is closed. */
export const openNewSqliteStore: Open<Store> = async () => {
  const folder = await createTemporaryDirectory();
  const store = await openSqliteStore({ directory: folder.path });
  const close = async () => {
    await store.close();
    await folder.remove();
  };
  return { subject: store, close };
};

export const selectFromInMemory = <T>(select: (store: Store) => T): Open<T> =>
  selectSubject(openNewInMemoryStore, select);
export const selectFromSqlite = <T>(select: (store: Store) => T): Open<T> => selectSubject(openNewSqliteStore, select);
