import "reflect-metadata";
import { createRequire } from "node:module";
import { commandLine } from "./adapters/cli/command-line.js";
import { readSecret } from "./adapters/cli/read-secret.js";
import { keepHeapTight } from "./adapters/system/index.js";
import { createBackups } from "./composition/backups.js";
import { openProgram } from "./composition/container.js";
import { readSettings } from "./composition/settings.js";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

const untilAskedToStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
  });

keepHeapTight();
try {
  await commandLine({
    open: (overrides = {}, usual = {}) => openProgram(readSettings({ ...process.env, ...overrides }, usual)),
    print: (text) => process.stdout.write(`${text}\n`),
    readSecret: (prompt) => readSecret(prompt, process.stdin, process.stderr),
    untilAskedToStop,
    backups: createBackups(() => readSettings(process.env)),
    version,
  }).parseAsync();
} catch (error) {
  process.stderr.write(`mneme: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Work that was given back to the store may still be computed here: nobody waits for that. What was printed is.
process.stdout.write("", () => process.exit());
