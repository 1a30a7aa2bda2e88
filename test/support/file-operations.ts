import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative } from "node:path";

const PATH_CALLS = { mkdirSync: "make", renameSync: "rename", rmSync: "remove" } as const;

/**
 * Records the synchronous file operations of `work`, in order: `make`, `rename` (with the earlier name), `remove` and
 * `sync`, each with the path.
 * @param root recorded paths are relative to it; it itself is `.`.
 * @param platform the value of `process.platform` during `work`. On `win32` directories cannot be opened, and only
 * files that are open for writing can be synced.
 */
export function recordFileOperations(
  work: () => unknown,
  { root, platform = process.platform }: { readonly root: string; readonly platform?: NodeJS.Platform },
): readonly string[] {
  const operations: string[] = [];
  const opened = new Map<number, { readonly path: string; readonly flags: unknown }>();
  const recordOperation = (operation: string, path: unknown) =>
    operations.push(`${operation} ${relative(root, String(path)) || "."}`);
  const originals = {
    openSync: fs.openSync,
    fsyncSync: fs.fsyncSync,
    mkdirSync: fs.mkdirSync,
    renameSync: fs.renameSync,
    rmSync: fs.rmSync,
  };
  const originalPlatform = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  for (const [name, operation] of Object.entries(PATH_CALLS) as [keyof typeof PATH_CALLS, string][]) {
    const original = originals[name] as (...values: unknown[]) => unknown;
    Reflect.set(fs, name, (...args: unknown[]) => {
      const result = original(...args);
      recordOperation(operation, args[0]);
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
    recordOperation("sync", path);
  });
  Object.defineProperty(process, "platform", { ...originalPlatform, value: platform });
  syncBuiltinESMExports();
  try {
    work();
    return operations;
  } finally {
    Object.defineProperty(process, "platform", originalPlatform);
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  }
}
