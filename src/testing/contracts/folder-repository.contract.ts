import assert from "node:assert/strict";
import { Folder } from "../../domain/folder.js";
import type { FolderRepository } from "../../ports/driven/folder-repository.js";
import { aFolder } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const now = new Date("2026-03-02T10:00:00.000Z");

/** What every FolderRepository keeps, whatever stores it. */
export function folderRepositoryContract({ it }: Registrar, open: Open<FolderRepository>): void {
  const test = (title: string, body: (folders: FolderRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("keeps folders exactly as they were given, in their order", async (folders) => {
    const given = Folder.systemSet("ada", now, (name) => `id of ${name}`);
    await folders.addMissing("ada", given.toReversed());
    assert.deepEqual(
      (await folders.list("ada")).map(({ state }) => state),
      given.map(({ state }) => state),
    );
  });

  test("lists those of the same order by id", async (folders) => {
    await folders.addMissing("ada", [aFolder({ id: "b" }), aFolder({ id: "c", order: -1 }), aFolder({ id: "a" })]);
    assert.deepEqual(
      (await folders.list("ada")).map(({ state }) => state.id),
      ["c", "a", "b"],
    );
  });

  test("adds what is new and leaves what is there", async (folders) => {
    await folders.addMissing("ada", [aFolder({ id: "a", name: "First" })]);
    await folders.addMissing("ada", [aFolder({ id: "a", name: "Second" }), aFolder({ id: "b", name: "Third" })]);
    assert.deepEqual(
      (await folders.list("ada")).map(({ state }) => state.name),
      ["First", "Third"],
    );
  });

  test("adds each once, however many add it at once", async (folders) => {
    const set = Folder.systemSet("ada", now, (name) => name);
    await Promise.all(Array.from({ length: 20 }, () => folders.addMissing("ada", set)));
    assert.equal((await folders.list("ada")).length, 3);
  });

  test("keeps users apart, even under the same id", async (folders) => {
    await folders.addMissing("ada", [aFolder({ id: "a" })]);
    assert.deepEqual(await folders.list("bob"), []);
    await folders.addMissing("bob", [aFolder({ id: "a", userId: "bob", name: "His" })]);
    assert.equal((await folders.list("ada"))[0]?.state.name, "Garden");
  });

  test("keeps nothing that its caller still holds", async (folders) => {
    const folder = aFolder({ createdAt: new Date(now) });
    await folders.addMissing("ada", [folder]);
    folder.state.createdAt.setTime(0);
    (await folders.list("ada"))[0]?.state.createdAt.setTime(0);
    assert.deepEqual((await folders.list("ada"))[0]?.state.createdAt, now);
  });
}
