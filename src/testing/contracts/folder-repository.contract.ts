import assert from "node:assert/strict";
import { Folder } from "../../domain/folder/folder.js";
import type { FolderRepository } from "../../ports/driven/store/conversation-repositories.js";
import { aFolder } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const now = new Date("2026-03-02T10:00:00.000Z");

/** Guarantees of every FolderRepository. */
export function folderRepositoryContract({ it }: TestFramework, open: Open<FolderRepository>): void {
  const test = (title: string, body: (folders: FolderRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("stores folders with every field unchanged and lists them in order", async (folders) => {
    const input = Folder.createSystemFolders("ada", now, (name) => `id of ${name}`);
    await folders.addMissing("ada", input.toReversed());
    assert.deepEqual(
      (await folders.list("ada")).map(({ state }) => state),
      input.map(({ state }) => state),
    );
  });

  test("lists folders with the same order by ID", async (folders) => {
    await folders.addMissing("ada", [aFolder({ id: "b" }), aFolder({ id: "c", order: -1 }), aFolder({ id: "a" })]);
    assert.deepEqual(
      (await folders.list("ada")).map(({ state }) => state.id),
      ["c", "a", "b"],
    );
  });

  test("adds new folders and leaves existing ones unchanged", async (folders) => {
    await folders.addMissing("ada", [aFolder({ id: "a", name: "First" })]);
    await folders.addMissing("ada", [aFolder({ id: "a", name: "Second" }), aFolder({ id: "b", name: "Third" })]);
    assert.deepEqual(
      (await folders.list("ada")).map(({ state }) => state.name),
      ["First", "Third"],
    );
  });

  test("adds each folder once when many callers add it concurrently", async (folders) => {
    const systemFolders = Folder.createSystemFolders("ada", now, (name) => name);
    await Promise.all(Array.from({ length: 20 }, () => folders.addMissing("ada", systemFolders)));
    assert.equal((await folders.list("ada")).length, 3);
  });

  test("keeps users separate even under the same ID", async (folders) => {
    await folders.addMissing("ada", [aFolder({ id: "a" })]);
    assert.deepEqual(await folders.list("bob"), []);
    await folders.addMissing("bob", [aFolder({ id: "a", userId: "bob", name: "His" })]);
    assert.equal((await folders.list("ada"))[0]?.state.name, "Garden");
  });

  test("is not affected when the caller mutates the objects it passed in or received", async (folders) => {
    const folder = aFolder({ createdAt: new Date(now) });
    await folders.addMissing("ada", [folder]);
    folder.state.createdAt.setTime(0);
    (await folders.list("ada"))[0]?.state.createdAt.setTime(0);
    assert.deepEqual((await folders.list("ada"))[0]?.state.createdAt, now);
  });
}
