import assert from "node:assert/strict";
import type { UserRepository } from "../../ports/driven/user-repository.js";
import { aUser } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const now = new Date("2026-03-02T10:00:00.000Z");

/** What every UserRepository keeps, whatever stores it. */
export function userRepositoryContract({ it }: Registrar, open: Open<UserRepository>): void {
  const test = (title: string, body: (users: UserRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("keeps a user exactly as given", async (users) => {
    const user = aUser({ displayName: "Ada \u0000 👩‍💻", keyedChanges: ["call", "another"] });
    assert.deepEqual((await users.insertOrGet(user)).state, user.state);
    assert.deepEqual((await users.get(user.state.id))?.state, user.state);
  });

  test("knows nothing of another id", async (users) => {
    assert.equal(await users.get("nobody"), undefined);
    assert.equal(await users.update("nobody", (before) => before), undefined);
    assert.deepEqual(await users.list({ limit: 10 }), []);
  });

  test("inserts an id once, and answers who is there", async (users) => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      users.insertOrGet(aUser({ id: "ada", displayName: `Ada ${index}` })),
    );
    const names = (await Promise.all(attempts)).map(({ state }) => state.displayName);
    assert.equal(new Set(names).size, 1);
    assert.equal((await users.get("ada"))?.state.displayName, names[0]);
  });

  test("lists users by ID, page by page", async (users) => {
    for (const id of ["carol", "ada", "dora", "bob"]) await users.insertOrGet(aUser({ id }));
    const idsOf = async (page: Parameters<UserRepository["list"]>[0]) =>
      (await users.list(page)).map(({ state }) => state.id);
    assert.deepEqual(await idsOf({ limit: 10 }), ["ada", "bob", "carol", "dora"]);
    assert.deepEqual(await idsOf({ limit: 2 }), ["ada", "bob"]);
    assert.deepEqual(await idsOf({ limit: 1, after: "bob" }), ["carol"]);
    assert.deepEqual(await idsOf({ limit: 2, after: "bill" }), ["bob", "carol"]);
    assert.deepEqual(await idsOf({ limit: 2, after: "dora" }), []);
  });

  test("loses none of 20 changes at once", async (users) => {
    await users.insertOrGet(aUser({ id: "ada", displayName: "0" }));
    const increment = () =>
      users.update("ada", (before) => before.edit({ displayName: String(Number(before.state.displayName) + 1) }));
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await users.get("ada"))?.state.displayName, "20");
  });

  test("changes nothing when the change throws", async (users) => {
    await users.insertOrGet(aUser({ id: "ada" }));
    await assert.rejects(users.update("ada", (before) => before.edit({ timeZone: "Nowhere/Else" })));
    assert.equal((await users.get("ada"))?.state.timeZone, "Europe/Berlin");
  });

  test("keeps nothing that its caller still holds", async (users) => {
    const user = aUser({ id: "ada", createdAt: new Date(now) });
    (await users.insertOrGet(user)).state.createdAt.setTime(0);
    (await users.get("ada"))?.state.createdAt.setTime(0);
    assert.deepEqual((await users.get("ada"))?.state.createdAt, now);
  });
}
