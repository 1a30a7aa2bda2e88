import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Loaded into a command before its own modules: ends it just before its n-th change of a file or directory. */

const CHANGES = [
  "openSync",
  "writeFileSync",
  "copyFileSync",
  "renameSync",
  "rmSync",
  "mkdirSync",
  "fsyncSync",
] as const;

/** Changes elsewhere do not count. */
const folder = process.env["DIE_IN_FOLDER"] ?? "";
let remaining = Number(process.env["DIE_AT_FILE_CHANGE"]);
if (!Number.isInteger(remaining)) throw new Error("DIE_AT_FILE_CHANGE must be a whole number");

for (const name of CHANGES) {
  const original = fs[name] as (...values: unknown[]) => unknown;
  Reflect.set(fs, name, (...values: unknown[]) => {
    const [place] = values;
    if (name === "fsyncSync" || (typeof place === "string" && place.startsWith(folder))) remaining -= 1;
    if (remaining === 0) process.kill(process.pid, "SIGKILL");
    return original(...values);
  });
}
syncBuiltinESMExports();
