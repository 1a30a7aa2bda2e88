import { constants } from "node:fs";
import { access, chmod, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EventLog } from "../../ports/driven/event-log.js";

const OWNER_ONLY_DIRECTORY = 0o700;
const OWNER_ONLY_FILE = 0o600;
const OTHERS = 0o077;

/**
 * The names of mneme's own files: the database with its log and its index, the secret, the marker of an interrupted
 * restore, and the directories that a restore moves existing files to.
 */
const OWN_FILE = /^((mneme\.db|secret)([-.].*)?|restoring|before-restore-.*)$/;
/** Exists at the root of an ext4 volume. */
const RECOVERED_FILES = "lost+found";

/**
 * Creates the directory and its parents, accessible to their owner only, unless it exists. Removes the permissions of
 * other users from an existing directory and from mneme's files in it. It leaves files of another user unchanged, and a
 * directory that also holds other files, and logs `data_directory.open_permissions_found {path, mode}` for them.
 * @throws Error with a one-line message when the directory cannot be used.
 */
export async function openDataDirectory(path: string, log?: EventLog): Promise<void> {
  await makeDirectory(path);
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(reasons[codeOf(error)] ?? String(error), { cause: error });
  }
  const names = await readdir(path);
  const own = names.filter((name) => OWN_FILE.test(name));
  const isShared = names.some((name) => name !== RECOVERED_FILES && !own.includes(name));
  await closeToOthers(path, !isShared, log);
  for (const name of own) await closeToOthers(join(path, name), true, log);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not read and write there",
  EPERM: "this user may not read and write there",
  EROFS: "its file system is read-only",
  ENOSPC: "its disk is full",
  ENOENT: "it cannot be made there",
  ELOOP: "it is a symbolic link to itself",
  ENAMETOOLONG: "its name is too long",
};

/** Does not use `recursive`, with which Node.js never returns when the parent accepts no entries, such as `/proc`. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: OWNER_ONLY_DIRECTORY });
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return refuseOtherFile(path);
    if (code === "ENOTDIR") throw new Error("a part of its path is not a directory", { cause: error });
    const parent = dirname(path);
    if (code !== "ENOENT" || (await isThere(parent))) throw new Error(reasons[code] ?? String(error), { cause: error });
    await makeDirectory(parent);
    await makeDirectory(path);
  }
}

async function refuseOtherFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return;
  throw new Error(stats ? "it is not a directory" : "it is a symbolic link to something that is missing");
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function closeToOthers(path: string, isOurs: boolean, log?: EventLog): Promise<void> {
  // Windows has no such modes. The file may be gone: SQLite removes files when another process closes its connection.
  const stats = process.platform === "win32" ? undefined : await stat(path).catch(() => undefined);
  if (!stats || (stats.mode & OTHERS) === 0) return;
  const fields = { path, mode: (stats.mode & 0o7777).toString(8) };
  if (isOurs && stats.uid === process.getuid?.()) {
    try {
      await chmod(path, stats.isDirectory() ? OWNER_ONLY_DIRECTORY : OWNER_ONLY_FILE);
      log?.info("data_directory.permissions_restricted", fields);
      return;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      if (codeOf(error) !== "EPERM" && codeOf(error) !== "EROFS") throw error;
    }
  }
  log?.warn("data_directory.open_permissions_found", fields);
}

/** @returns the code of a failed system call, such as `ENOENT`; empty for another error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
