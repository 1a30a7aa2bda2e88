import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of the test's own. @param parent where; the system's place for temporary files unless told. */
export async function temporaryFolder(parent = tmpdir()): Promise<{ readonly path: string; remove(): Promise<void> }> {
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
