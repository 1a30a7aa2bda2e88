import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY_DIRECTORY = "/dev/shm";
/** In bytes: more than all tests together use at any time. */
const MIN_FREE_BYTES = 1024 ** 3;

/** In memory if there is space: the data also survive killed processes, and tests do not wait for a shared disk. */
const TEMPORARY_ROOT = hasFreeSpace(MEMORY_DIRECTORY) ? MEMORY_DIRECTORY : tmpdir();

function hasFreeSpace(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Creates a directory for a test. @param parent defaults to a directory in memory, if there is space. */
export async function createTemporaryDirectory(
  parent = TEMPORARY_ROOT,
): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(parent, "mneme-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Runs `use` with a new directory and removes it afterwards. */
export async function withTemporaryDirectory<T>(use: (directory: string) => Promise<T>, parent?: string): Promise<T> {
  const folder = await createTemporaryDirectory(parent);
  try {
    return await use(folder.path);
  } finally {
    await folder.remove();
  }
}
