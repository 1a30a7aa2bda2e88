import assert from "node:assert/strict";
import { DomainError } from "../../domain/errors.js";
import type { ApiKey } from "../../domain/user/api-key.js";
import type { UserRepository, ApiKeyRepository } from "../../ports/driven/store/user-repositories.js";
import { aUser, anApiKey } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const now = new Date("2026-03-02T10:00:00.000Z");

/** Guarantees of every UserRepository. */
export function userRepositoryContract({ it }: TestFramework, open: Open<UserRepository>): void {
  const test = (title: string, body: (users: UserRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("stores every field of a user unchanged", async (users) => {
    const user = aUser({ displayName: "Ada \u0000 👩‍💻", keyedChanges: ["call", "another"] });
    assert.deepEqual((await users.insertOrGet(user)).state, user.state);
    assert.deepEqual((await users.get(user.state.id))?.state, user.state);
  });

  test("reports an unknown user ID as not found", async (users) => {
    assert.equal(await users.get("nobody"), undefined);
    assert.equal(await users.update("nobody", (current) => current), undefined);
    assert.deepEqual(await users.list({ limit: 10 }), []);
  });

  test("inserts a user ID once and returns the stored user to all concurrent callers", async (users) => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      users.insertOrGet(aUser({ id: "ada", displayName: `Ada ${index}` })),
    );
    const names = (await Promise.all(attempts)).map(({ state }) => state.displayName);
    assert.equal(new Set(names).size, 1);
    assert.equal((await users.get("ada"))?.state.displayName, names[0]);
  });

  test("lists users by ID, page by page", async (users) => {
    for (const id of ["carol", "ada", "dora", "bob"]) await users.insertOrGet(aUser({ id }));
    const listIds = async (page: Parameters<UserRepository["list"]>[0]) =>
      (await users.list(page)).map(({ state }) => state.id);
    assert.deepEqual(await listIds({ limit: 10 }), ["ada", "bob", "carol", "dora"]);
    assert.deepEqual(await listIds({ limit: 2 }), ["ada", "bob"]);
    assert.deepEqual(await listIds({ limit: 1, after: "bob" }), ["carol"]);
    assert.deepEqual(await listIds({ limit: 2, after: "bill" }), ["bob", "carol"]);
    assert.deepEqual(await listIds({ limit: 2, after: "dora" }), []);
  });

  test("loses none of 20 concurrent changes", async (users) => {
    await users.insertOrGet(aUser({ id: "ada", displayName: "0" }));
    const increment = () =>
      users.update("ada", (current) => current.edit({ displayName: String(Number(current.state.displayName) + 1) }));
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await users.get("ada"))?.state.displayName, "20");
  });

  test("changes nothing when the update callback throws", async (users) => {
    await users.insertOrGet(aUser({ id: "ada" }));
    await assert.rejects(users.update("ada", (current) => current.edit({ timeZone: "Nowhere/Else" })));
    assert.equal((await users.get("ada"))?.state.timeZone, "Europe/Berlin");
  });

  test("isolates stored users from mutations by the caller", async (users) => {
    const user = aUser({ id: "ada", createdAt: new Date(now) });
    (await users.insertOrGet(user)).state.createdAt.setTime(0);
    (await users.get("ada"))?.state.createdAt.setTime(0);
    assert.deepEqual((await users.get("ada"))?.state.createdAt, now);
  });
}

const fullPage = { limit: 100 };
const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));
const isConflict = (error: unknown) => error instanceof DomainError && error.kind === "conflict";

/** Guarantees of every ApiKeyRepository. */
export function apiKeyRepositoryContract({ it }: TestFramework, open: Open<ApiKeyRepository>): void {
  const test = (title: string, body: (keys: ApiKeyRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("stores a key with every field unchanged and finds it by its digest", async (keys) => {
    const key = anApiKey({ name: "\u0000 🔑", scopes: ["goals:write"], lastUsedAt: now });
    await keys.add(key);
    assert.deepEqual((await keys.findByDigest(key.state.digest))?.state, key.state);
    assert.deepEqual((await keys.get("ada", key.state.id))?.state, key.state);
  });

  test("finds no key for an unknown digest, and gets, counts and lists no other user's keys", async (keys) => {
    await keys.add(anApiKey());
    assert.equal(await keys.findByDigest("nothing"), undefined);
    assert.equal(await keys.get("bob", anApiKey().state.id), undefined);
    assert.equal(await keys.count("bob"), 0);
    assert.deepEqual(await keys.list("bob", fullPage), []);
  });

  test("lists a user's keys newest first, then by ID", async (keys) => {
    for (const [id, day] of [
      ["b", 1],
      ["a", 1],
      ["c", 2],
    ] as const) {
      await keys.add(anApiKey({ id, createdAt: dayOfMarch(day) }));
    }
    await keys.add(anApiKey({ userId: "bob" }));
    assert.deepEqual(idsOf(await keys.list("ada", fullPage)), ["c", "a", "b"]);
    assert.equal(await keys.count("ada"), 3);
  });

  test("lists pages by cursor, offset or both", async (keys) => {
    for (const day of [1, 2, 3, 4]) await keys.add(anApiKey({ id: String(day), createdAt: dayOfMarch(day) }));
    assert.deepEqual(idsOf(await keys.list("ada", { limit: 2 })), ["4", "3"]);
    assert.deepEqual(idsOf(await keys.list("ada", { limit: 2, offset: 1 })), ["3", "2"]);
    const lastSeen = anApiKey({ id: "3", createdAt: dayOfMarch(3) });
    assert.deepEqual(idsOf(await keys.list("ada", { limit: 2, after: lastSeen.sortKey })), ["2", "1"]);
    await keys.remove("ada", "3");
    assert.deepEqual(idsOf(await keys.list("ada", { limit: 1, after: lastSeen.sortKey, offset: 1 })), ["1"]);
  });

  test("rejects a second key with the same ID or digest, and keeps the first", async (keys) => {
    const first = anApiKey({ id: "a", digest: "d" });
    await keys.add(first);
    await assert.rejects(keys.add(anApiKey({ id: "a" })), isConflict);
    await assert.rejects(keys.add(anApiKey({ userId: "bob", digest: "d" })), isConflict);
    await keys.add(anApiKey({ userId: "bob", id: "a" }));
    assert.deepEqual(
      (await keys.list("ada", fullPage)).map(({ state }) => state),
      [first.state],
    );
    assert.deepEqual((await keys.findByDigest("d"))?.state, first.state);
  });

  test("stores when a key was last used", async (keys) => {
    const key = anApiKey();
    await keys.add(key);
    await keys.markUsed(key.markUsed(now));
    assert.deepEqual((await keys.findByDigest(key.state.digest))?.state, key.markUsed(now).state);
  });

  test("removes a key of its user only, after which it is not found or listed", async (keys) => {
    const key = anApiKey();
    await keys.add(key);
    assert.equal(await keys.remove("bob", key.state.id), false);
    assert.equal(await keys.remove("ada", key.state.id), true);
    assert.equal(await keys.findByDigest(key.state.digest), undefined);
    assert.deepEqual(await keys.list("ada", fullPage), []);
    assert.equal(await keys.remove("ada", key.state.id), false);
  });

  test("does not restore a removed key when its use is recorded", async (keys) => {
    const key = anApiKey();
    await keys.add(key);
    await Promise.all([keys.remove("ada", key.state.id), keys.markUsed(key.markUsed(now))]);
    await keys.markUsed(key.markUsed(now));
    assert.equal(await keys.findByDigest(key.state.digest), undefined);
    assert.deepEqual(await keys.list("ada", fullPage), []);
  });

  test("is not affected when the caller mutates the objects it passed in or received", async (keys) => {
    const key = anApiKey({ createdAt: new Date(now) });
    await keys.add(key);
    key.state.createdAt.setTime(0);
    (await keys.findByDigest(key.state.digest))?.state.createdAt.setTime(0);
    assert.deepEqual((await keys.list("ada", fullPage))[0]?.state.createdAt, now);
  });
}

const idsOf = (keys: readonly ApiKey[]) => keys.map(({ state }) => state.id);
