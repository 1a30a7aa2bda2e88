import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of the test's own. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "mneme-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Gives the work a folder of its own, and removes it afterwards. */
export async function withTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder();
  try {
    return await work(folder.path);
  } finally {
    await folder.remove();
  }
}
