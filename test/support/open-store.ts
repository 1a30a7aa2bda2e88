import { openMongoStore } from "../../src/adapters/mongodb/index.js";
import { openSqliteStore } from "../../src/adapters/sqlite/index.js";
import { SystemClock } from "../../src/adapters/system/index.js";
import type { Store } from "../../src/ports/index.js";

/** Longer than in production, because test machines are shared. */
export const WRITE_TIMEOUT_MS = 60_000;

/** Opens the store that the environment selects, as a process of the service does. */
export function openStore(environment: Readonly<Record<string, string | undefined>>): Promise<Store> {
  const { MNEME_STORE: kind, MONGODB_URL: url = "", MNEME_DATA_DIR: directory = "" } = environment;
  return kind === "mongodb"
    ? openMongoStore({ url, clock: new SystemClock(), writeTimeoutMs: WRITE_TIMEOUT_MS })
    : openSqliteStore({ directory });
}
