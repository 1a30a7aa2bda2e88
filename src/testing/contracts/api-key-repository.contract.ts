import assert from "node:assert/strict";
import type { ApiKey } from "../../domain/api-key.js";
import { DomainError } from "../../domain/errors.js";
import type { ApiKeyRepository } from "../../ports/driven/api-key-repository.js";
import { anApiKey } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const whole = { limit: 100 };
const now = new Date("2026-03-02T10:00:00.000Z");
const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const isConflict = (error: unknown) => error instanceof DomainError && error.kind === "conflict";

/** What every ApiKeyRepository keeps, whatever stores it. */
export function apiKeyRepositoryContract({ it }: Registrar, open: Open<ApiKeyRepository>): void {
  const test = (title: string, body: (keys: ApiKeyRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("keeps a key exactly as it was given, to be found by its digest", async (keys) => {
    const key = anApiKey({ name: "\u0000 🔑", scopes: ["goals:write"], lastUsedAt: now });
    await keys.add(key);
    assert.deepEqual((await keys.findByDigest(key.state.digest))?.state, key.state);
    assert.deepEqual((await keys.get("ada", key.state.id))?.state, key.state);
  });

  test("knows nothing of another digest, and lists no other user's keys", async (keys) => {
    await keys.add(anApiKey());
    assert.equal(await keys.findByDigest("nothing"), undefined);
    assert.equal(await keys.get("bob", anApiKey().state.id), undefined);
    assert.equal(await keys.count("bob"), 0);
    assert.deepEqual(await keys.list("bob", whole), []);
  });

  test("lists a user's keys newest first, then by id", async (keys) => {
    for (const [id, day] of [
      ["b", 1],
      ["a", 1],
      ["c", 2],
    ] as const) {
      await keys.add(anApiKey({ id, createdAt: on(day) }));
    }
    await keys.add(anApiKey({ userId: "bob" }));
    assert.deepEqual(ids(await keys.list("ada", whole)), ["c", "a", "b"]);
    assert.equal(await keys.count("ada"), 3);
  });

  test("lists them in stretches, from a place or after so many", async (keys) => {
    for (const day of [1, 2, 3, 4]) await keys.add(anApiKey({ id: String(day), createdAt: on(day) }));
    assert.deepEqual(ids(await keys.list("ada", { limit: 2 })), ["4", "3"]);
    assert.deepEqual(ids(await keys.list("ada", { limit: 2, offset: 1 })), ["3", "2"]);
    const seen = anApiKey({ id: "3", createdAt: on(3) });
    assert.deepEqual(ids(await keys.list("ada", { limit: 2, after: seen.sortKey })), ["2", "1"]);
    await keys.remove("ada", "3");
    assert.deepEqual(ids(await keys.list("ada", { limit: 1, after: seen.sortKey, offset: 1 })), ["1"]);
  });

  test("refuses a second key of the same id or digest, and keeps the first", async (keys) => {
    const first = anApiKey({ id: "a", digest: "d" });
    await keys.add(first);
    await assert.rejects(keys.add(anApiKey({ id: "a" })), isConflict);
    await assert.rejects(keys.add(anApiKey({ userId: "bob", digest: "d" })), isConflict);
    await keys.add(anApiKey({ userId: "bob", id: "a" }));
    assert.deepEqual(
      (await keys.list("ada", whole)).map(({ state }) => state),
      [first.state],
    );
    assert.deepEqual((await keys.findByDigest("d"))?.state, first.state);
  });

  test("notes a use", async (keys) => {
    const key = anApiKey();
    await keys.add(key);
    await keys.markUsed(key.used(now));
    assert.deepEqual((await keys.findByDigest(key.state.digest))?.state, key.used(now).state);
  });

  test("removes a key: it is found no more", async (keys) => {
    const key = anApiKey();
    await keys.add(key);
    assert.equal(await keys.remove("bob", key.state.id), false);
    assert.equal(await keys.remove("ada", key.state.id), true);
    assert.equal(await keys.findByDigest(key.state.digest), undefined);
    assert.deepEqual(await keys.list("ada", whole), []);
    assert.equal(await keys.remove("ada", key.state.id), false);
  });

  test("does not bring a removed key back by noting its use", async (keys) => {
    const key = anApiKey();
    await keys.add(key);
    await Promise.all([keys.remove("ada", key.state.id), keys.markUsed(key.used(now))]);
    await keys.markUsed(key.used(now));
    assert.equal(await keys.findByDigest(key.state.digest), undefined);
    assert.deepEqual(await keys.list("ada", whole), []);
  });

  test("keeps nothing that its caller still holds", async (keys) => {
    const key = anApiKey({ createdAt: new Date(now) });
    await keys.add(key);
    key.state.createdAt.setTime(0);
    (await keys.findByDigest(key.state.digest))?.state.createdAt.setTime(0);
    assert.deepEqual((await keys.list("ada", whole))[0]?.state.createdAt, now);
  });
}

const ids = (keys: readonly ApiKey[]) => keys.map(({ state }) => state.id);
