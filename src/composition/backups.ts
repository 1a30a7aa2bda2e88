import type { Backups } from "../adapters/cli/backup-commands.js";
import { backUpStore, restoreStore } from "../adapters/sqlite/index.js";
import { SECRET_FILE_NAME, SystemClock } from "../adapters/system/index.js";
import type { Settings } from "./settings.js";

/** Backs up and restores the store of the settings. @param readSettings called when a command runs. */
export function createBackups(readSettings: () => Settings): Backups {
  const createRequest = (file: string, force: boolean) => {
    const { store, dataDirectory, secret } = readSettings();
    if (store === "memory")
      throw new Error("MNEME_STORE=memory does not persist data: there is nothing to back up or restore");
    if (store === "mongodb") {
      throw new Error("With MNEME_STORE=mongodb back up by mongodump or a snapshot of the volume, or use mneme export");
    }
    return { request: { directory: dataDirectory, file, force }, usesSecretFile: secret === undefined };
  };
  return {
    backUp: async (file, { force }) => {
      const { request, usesSecretFile } = createRequest(file, force);
      // When MNEME_SECRET is set, a secret file in the data directory is unused.
      const extraFiles = usesSecretFile ? [SECRET_FILE_NAME] : [];
      const result = await backUpStore({ ...request, extraFiles });
      return { bytes: result.bytes, includesSecret: result.extraFiles.includes(SECRET_FILE_NAME) };
    },
    restore: (file, { force }) => {
      const { request } = createRequest(file, force);
      const now = new SystemClock().now();
      const { keptIn, extraFiles } = restoreStore({ ...request, extraFiles: [SECRET_FILE_NAME], now });
      return { keptIn, includesSecret: extraFiles.includes(SECRET_FILE_NAME) };
    },
  };
}
