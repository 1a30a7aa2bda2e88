import type { Backups } from "../adapters/cli/backup-commands.js";
import { backUpStore, restoreStore } from "../adapters/sqlite/index.js";
import { SECRET_FILE, SystemClock } from "../adapters/system/index.js";
import type { Settings } from "./settings.js";

/** Backs up and restores the store of the settings. @param readSettings called when a command runs. */
export function createBackups(readSettings: () => Settings): Backups {
  const requestFor = (file: string, force: boolean) => {
    const { store, dataDirectory, secret } = readSettings();
    if (store === "memory") throw new Error("MNEME_STORE=memory keeps nothing that could be backed up or restored");
    if (store === "mongodb") {
      throw new Error("With MNEME_STORE=mongodb back up by mongodump or a snapshot of the volume, or use mneme export");
    }
    return { request: { directory: dataDirectory, file, force }, hasOwnSecret: secret === undefined };
  };
  return {
    backUp: async (file, { force }) => {
      const { request, hasOwnSecret } = requestFor(file, force);
      // When MNEME_SECRET is set, a secret file in the data directory is unused.
      const companions = hasOwnSecret ? [SECRET_FILE] : [];
      const result = await backUpStore({ ...request, companions });
      return { bytes: result.bytes, includesSecret: result.companions.includes(SECRET_FILE) };
    },
    restore: (file, { force }) => {
      const { request } = requestFor(file, force);
      const now = new SystemClock().now();
      const { keptIn, companions } = restoreStore({ ...request, companions: [SECRET_FILE], now });
      return { keptIn, includesSecret: companions.includes(SECRET_FILE) };
    },
  };
}
