import { createRequire } from "node:module";
import type { ArchiveHeader } from "../adapters/archive/index.js";
import type { Archives } from "../adapters/cli/archive-commands.js";
import type { Clock, Store } from "../ports/driven/index.js";
import { readSecretCheck } from "./master-secret.js";

const { version } = createRequire(import.meta.url)("../../../package.json") as { version: string };

/** Exports and imports the data of an open store. */
export function createArchives(store: Store, clock: Clock, dataDirectory: string): Archives {
  return {
    export: async (file, { userId, force, onProgress }) => {
      const { exportArchive, streamArchive } = await import("../adapters/archive/index.js");
      const generator = `mneme ${version}`;
      const header = { createdAt: clock.now(), generator, secretCheck: await readSecretCheck(store) };
      const request = { header, ...(userId === undefined ? {} : { userId }) };
      if (file === "-") {
        return { entries: await streamArchive(store.archive, request, process.stdout), bytes: undefined };
      }
      return exportArchive(store.archive, { ...request, onProgress }, { file, force, dataDirectory });
    },
    import: async (file, { onCheck, onProgress }) => {
      const { importArchive } = await import("../adapters/archive/index.js");
      const secretCheck = await readSecretCheck(store);
      let hasSameSecret = true;
      const onHeader = (header: ArchiveHeader): void => {
        hasSameSecret = header.secretCheck === secretCheck;
      };
      const counts = await importArchive(store.archive, file, { clock, onHeader, onCheck, onProgress });
      return { ...counts, hasSameSecret };
    },
  };
}
