import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative } from "node:path";

const PATH_CALLS = { mkdirSync: "make", renameSync: "rename", rmSync: "remove" } as const;

/**
 * Records what `work` does to files with synchronous calls, in its order: `make`, `rename` (by the earlier name),
 * `remove` and `sync`, each with the path.
 * @param root the steps' paths are relative to it; it itself is `.`.
 * @param platform what `process.platform` is meanwhile. On `win32` no directory can be opened, and only what is open for
 * writing can be synced.
 */
export function recordFileSteps(
  work: () => unknown,
  { root, platform = process.platform }: { readonly root: string; readonly platform?: NodeJS.Platform },
): readonly string[] {
  const steps: string[] = [];
  const opened = new Map<number, { readonly path: string; readonly flags: unknown }>();
  const note = (step: string, path: unknown) => steps.push(`${step} ${relative(root, String(path)) || "."}`);
  const originals = {
    openSync: fs.openSync,
    fsyncSync: fs.fsyncSync,
    mkdirSync: fs.mkdirSync,
    renameSync: fs.renameSync,
    rmSync: fs.rmSync,
  };
  const actual = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  for (const [name, step] of Object.entries(PATH_CALLS) as [keyof typeof PATH_CALLS, string][]) {
    const original = originals[name] as (...values: unknown[]) => unknown;
    Reflect.set(fs, name, (...values: unknown[]) => {
      const result = original(...values);
      note(step, values[0]);
      return result;
    });
  }
  Reflect.set(fs, "openSync", (path: string, flags: string, mode?: number) => {
    if (platform === "win32" && fs.statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error(`EPERM: operation not permitted, open '${path}'`), { code: "EPERM" });
    const descriptor = originals.openSync(path, flags, mode);
    opened.set(descriptor, { path, flags });
    return descriptor;
  });
  Reflect.set(fs, "fsyncSync", (descriptor: number) => {
    const { path, flags } = opened.get(descriptor) ?? { path: "", flags: "" };
    if (platform === "win32" && flags === "r")
      throw Object.assign(new Error("EPERM: operation not permitted, fsync"), { code: "EPERM" });
    originals.fsyncSync(descriptor);
    note("sync", path);
  });
  Object.defineProperty(process, "platform", { ...actual, value: platform });
  syncBuiltinESMExports();
  try {
    work();
    return steps;
  } finally {
    Object.defineProperty(process, "platform", actual);
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  }
}
