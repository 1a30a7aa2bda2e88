import { openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../../src/adapters/sqlite/index.js";
import type { Store } from "../../src/ports/index.js";
import type { Open } from "../../src/testing/index.js";
import { temporaryFolder } from "./temporary-directory.js";

/** A part of a new store in memory. */
export function inMemory<T>(part: (store: Store) => T): Open<T> {
  return () => {
    const store = openInMemoryStore();
    return Promise.resolve({ subject: part(store), close: () => store.close() });
  };
}

/** A part of a new SQLite store in a folder of its own, which goes when it is closed. */
export function sqlite<T>(part: (store: Store) => T): Open<T> {
  return async () => {
    const folder = await temporaryFolder();
    const store = await openSqliteStore({ directory: folder.path });
    const close = async () => {
      await store.close();
      await folder.remove();
    };
    return { subject: part(store), close };
  };
}
