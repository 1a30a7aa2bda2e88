import { constants } from "node:fs";
import { access, chmod, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EventLog } from "../../ports/driven/runtime/system.js";

const OWNER_ONLY_DIRECTORY = 0o700;
const OWNER_ONLY_FILE = 0o600;
const GROUP_AND_OTHERS_MASK = 0o077;

/**
 * The names of mneme's own files: the database with its log and its index, the secret, the marker of an interrupted
 * restore, and the directories that a restore moves existing files to.
 */
const OWN_FILE_PATTERN = /^((mneme\.db|secret)([-.].*)?|restoring|before-restore-.*)$/;
/** Exists at the root of an ext4 volume. */
const LOST_AND_FOUND = "lost+found";

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
    throw new Error(REASONS_BY_ERROR_CODE[getErrorCode(error)] ?? String(error), { cause: error });
  }
  const names = await readdir(path);
  const ownNames = names.filter((name) => OWN_FILE_PATTERN.test(name));
  const isShared = names.some((name) => name !== LOST_AND_FOUND && !ownNames.includes(name));
  await restrictPermissions(path, !isShared, log);
  for (const name of ownNames) await restrictPermissions(join(path, name), true, log);
}

const REASONS_BY_ERROR_CODE: Readonly<Record<string, string>> = {
  EACCES: "the current user has no read and write permission",
  EPERM: "the current user has no read and write permission",
  EROFS: "its file system is read-only",
  ENOSPC: "its disk is full",
  ENOENT: "it cannot be created",
  ELOOP: "it is a symbolic link to itself",
  ENAMETOOLONG: "its name is too long",
};

/** Does not use `recursive`, with which Node.js never returns when the parent accepts no entries, such as `/proc`. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: OWNER_ONLY_DIRECTORY });
  } catch (error) {
    const code = getErrorCode(error);
    if (code === "EEXIST") return requireDirectory(path);
    if (code === "ENOTDIR") throw new Error("a part of its path is not a directory", { cause: error });
    const parent = dirname(path);
    if (code !== "ENOENT" || (await pathExists(parent)))
      throw new Error(REASONS_BY_ERROR_CODE[code] ?? String(error), { cause: error });
    await makeDirectory(parent);
    await makeDirectory(path);
  }
}

async function requireDirectory(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return;
  throw new Error(stats ? "it is not a directory" : "it is a symbolic link to a missing target");
}

async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function restrictPermissions(path: string, isOwn: boolean, log?: EventLog): Promise<void> {
  // Windows has no such modes. The file may be gone: SQLite removes files when another process closes its connection.
  const stats = process.platform === "win32" ? undefined : await stat(path).catch(() => undefined);
  if (!stats || (stats.mode & GROUP_AND_OTHERS_MASK) === 0) return;
  const fields = { path, mode: (stats.mode & 0o7777).toString(8) };
  if (isOwn && stats.uid === process.getuid?.()) {
    try {
      await chmod(path, stats.isDirectory() ? OWNER_ONLY_DIRECTORY : OWNER_ONLY_FILE);
      log?.info("data_directory.permissions_restricted", fields);
      return;
    } catch (error) {
      if (getErrorCode(error) === "ENOENT") return;
      if (getErrorCode(error) !== "EPERM" && getErrorCode(error) !== "EROFS") throw error;
    }
  }
  log?.warn("data_directory.open_permissions_found", fields);
}

/** @returns the code of a failed system call, such as `ENOENT`; empty for another error. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
