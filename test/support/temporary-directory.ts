import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** More than all tests together take at any time, in bytes. */
const ROOM = 1024 ** 3;

/** In memory where there is room: a killed process loses as little of it, and nobody waits for a disk that others use. */
const place = hasRoom(MEMORY) ? MEMORY : tmpdir();

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= ROOM;
}

/** A folder of the test's own. @param parent where; in memory unless told, if there is room. */
export async function temporaryFolder(parent = place): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(parent, "mneme-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Gives the work a folder of its own, and removes it afterwards. */
export async function withTemporaryDirectory<T>(work: (directory: string) => Promise<T>, parent?: string): Promise<T> {
  const folder = await temporaryFolder(parent);
  try {
    return await work(folder.path);
  } finally {
    await folder.remove();
  }
}
