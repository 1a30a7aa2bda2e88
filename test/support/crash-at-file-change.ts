import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Preloaded into a command: kills it just before its n-th change of a file or directory. */

const FILE_CHANGE_METHODS = [
  "openSync",
  "writeFileSync",
  "copyFileSync",
  "renameSync",
  "rmSync",
  "mkdirSync",
  "fsyncSync",
] as const;

/** Only changes in this folder count. */
const watchedFolder = process.env["DIE_IN_FOLDER"] ?? "";
let remainingChanges = Number(process.env["DIE_AT_FILE_CHANGE"]);
if (!Number.isInteger(remainingChanges)) throw new Error("DIE_AT_FILE_CHANGE must be a whole number");

for (const name of FILE_CHANGE_METHODS) {
  const original = fs[name] as (...values: unknown[]) => unknown;
  Reflect.set(fs, name, (...args: unknown[]) => {
    const [path] = args;
    if (name === "fsyncSync" || (typeof path === "string" && path.startsWith(watchedFolder))) remainingChanges -= 1;
    if (remainingChanges === 0) process.kill(process.pid, "SIGKILL");
    return original(...args);
  });
}
syncBuiltinESMExports();
