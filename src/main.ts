import "reflect-metadata";
import { createRequire } from "node:module";
import { createCli } from "./adapters/cli/create-cli.js";
import { readSecret } from "./adapters/cli/terminal.js";
import { limitHeapGrowth } from "./adapters/system/index.js";
import { createBackups } from "./composition/backups.js";
import { openService } from "./composition/container.js";
import { assertStoreExists } from "./composition/service-status.js";
import { readSettings } from "./composition/settings.js";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

const waitForStopRequest = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
  });

limitHeapGrowth();
try {
  await createCli({
    open: (overrides = {}, defaults = {}) => openService(readSettings({ ...process.env, ...overrides }, defaults)),
    assertStoreExists: () => assertStoreExists(readSettings(process.env)),
    print: (text) => process.stdout.write(`${text}\n`),
    readSecret: (prompt) => readSecret(prompt, process.stdin, process.stderr),
    waitForStopRequest,
    backups: createBackups(() => readSettings(process.env)),
    version,
  }).parseAsync();
} catch (error) {
  process.stderr.write(`mneme: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Exits without waiting for computations whose leases were released, but flushes the output first.
process.stdout.write("", () => process.exit());
