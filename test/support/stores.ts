import { openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../../src/adapters/sqlite/index.js";
import type { Store } from "../../src/ports/index.js";
import { selectSubject, type Open } from "../../src/testing/registrar.js";
import { temporaryFolder } from "./temporary-directory.js";

/** Opens a new store in memory. */
export const openInMemory: Open<Store> = () => {
  const store = openInMemoryStore();
  return Promise.resolve({ subject: store, close: () => store.close() });
};

/** Opens a new SQLite store in its own folder, which is removed when the store is closed. */
export const openSqlite: Open<Store> = async () => {
  const folder = await temporaryFolder();
  const store = await openSqliteStore({ directory: folder.path });
  const close = async () => {
    await store.close();
    await folder.remove();
  };
  return { subject: store, close };
};

export const inMemory = <T>(select: (store: Store) => T): Open<T> => selectSubject(openInMemory, select);
export const sqlite = <T>(select: (store: Store) => T): Open<T> => selectSubject(openSqlite, select);
