import assert from "node:assert/strict";
import { IdempotencyRecord } from "../../domain/idempotency-record.js";
import type { IdempotencyRepository } from "../../ports/driven/idempotency-repository.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

const LEASE_MS = 1_000;
const DAY = 24 * 60 * 60 * 1000;
const start = new Date("2026-03-02T10:00:00.000Z");
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** Guarantees of every IdempotencyRepository. */
export function idempotencyRepositoryContract({ it }: Registrar, open: Open<IdempotencyRepository>): void {
  const test = (title: string, body: (calls: IdempotencyRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  const begin = (
    calls: IdempotencyRepository,
    id: string,
    { userId = "ada", fingerprint = "same", now = start } = {},
  ) =>
    calls.put(userId, id, (before) =>
      IdempotencyRecord.begin(before, { id, userId, fingerprint, seed: "seed" }, now, LEASE_MS),
    );
  const end = (calls: IdempotencyRepository, { state }: IdempotencyRecord, answer: string, ...shows: string[]) =>
    calls.update(state.userId, state.id, (before) => before.end(state.lease.fence, answer, shows));
  const answered = async (calls: IdempotencyRepository, id: string, answer: string, ...shows: string[]) =>
    end(calls, await begin(calls, id), answer, ...shows);
  /** The call as it is kept; undefined when it is not. */
  const read = (calls: IdempotencyRepository, id: string, userId = "ada") =>
    calls.update(userId, id, (before) => before);

  test("keeps a call exactly as it was given", async (calls) => {
    for (const [index, answer] of awkwardTexts.entries()) {
      const ended = await answered(calls, `call ${index}`, answer, "a", "b");
      assert.equal(ended?.state.answer, answer);
      assert.deepEqual((await read(calls, `call ${index}`))?.state, ended.state);
    }
  });

  test("keeps nothing that its caller still holds", async (calls) => {
    const begun = await begin(calls, "call");
    begun.state.expiresAt.setTime(0);
    (await read(calls, "call"))?.state.expiresAt.setTime(0);
    assert.deepEqual((await read(calls, "call"))?.state.expiresAt, later(DAY));
  });

  test("knows nothing of what was never there, nor of another user's", async (calls) => {
    await answered(calls, "call", "hers", "object");
    assert.equal(await read(calls, "nowhere"), undefined);
    assert.equal(await read(calls, "call", "bob"), undefined);
    assert.equal((await begin(calls, "call", { userId: "bob", fingerprint: "other" })).isAnswered, false);
    await calls.forget("bob", ["object"], start);
    assert.equal((await read(calls, "call"))?.state.answer, "hers");
  });

  test("lets one of 20 begin that come at once", async (calls) => {
    const attempts = Array.from({ length: 20 }, () => begin(calls, "call"));
    const outcomes = await Promise.allSettled(attempts);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  });

  test("changes nothing when the change throws", async (calls) => {
    const before = await answered(calls, "call", "first");
    await assert.rejects(begin(calls, "call", { fingerprint: "other" }), { code: "key_reused" });
    assert.deepEqual((await read(calls, "call"))?.state, before?.state);
  });

  test("forgets the answers that show an object, and no others", async (calls) => {
    await answered(calls, "one", "shows a", "a");
    await answered(calls, "both", "shows a and b", "a", "b", "a");
    await answered(calls, "other", "shows b", "b");
    await answered(calls, "none", "shows nothing");
    await calls.forget("ada", ["a", "elsewhere"], start);
    const left = await Promise.all(["one", "both", "other", "none"].map((id) => read(calls, id)));
    assert.deepEqual(
      left.map((call) => call?.state.answer),
      [null, null, "shows b", "shows nothing"],
    );
    assert.ok(left.every((call) => call?.isAnswered));
  });

  test("keeps no answer of what was being answered while the object that it shows was deleted", async (calls) => {
    const [showing, other] = [await begin(calls, "showing"), await begin(calls, "other")];
    await calls.forget("ada", ["a", "elsewhere"], later(LEASE_MS - 1));
    assert.equal((await end(calls, showing, "shows a", "a"))?.state.answer, null);
    assert.equal((await end(calls, other, "shows b", "b"))?.state.answer, "shows b");
  });

  test("keeps no answer of one who was late already when the object was deleted, however late that is", async (calls) => {
    const [late, evenLater] = [await begin(calls, "late"), await begin(calls, "later")];
    await calls.forget("ada", ["a"], later(LEASE_MS));
    assert.equal((await end(calls, late, "shows a", "a"))?.state.answer, null);
    assert.equal(await calls.removeExpired(later(DAY - 1), 10), 0);
    assert.equal((await end(calls, evenLater, "shows a", "b", "a"))?.state.answer, null);
  });

  test("leaves a call to the next try when an object is deleted after its holder has died", async (calls) => {
    await begin(calls, "call");
    await calls.forget("ada", ["a"], later(LEASE_MS));
    const next = await begin(calls, "call", { now: later(LEASE_MS) });
    assert.deepEqual([next.isAnswered, next.repeats], [false, true]);
    assert.equal((await end(calls, next, "shows b", "b"))?.state.answer, "shows b");
  });

  test("keeps the answer of one who began when the object that it shows was deleted already", async (calls) => {
    const [before, repeated] = [await begin(calls, "before"), await begin(calls, "repeated")];
    await calls.forget("ada", ["a", "b"], later(LEASE_MS - 1));
    const next = await begin(calls, "repeated", { now: later(LEASE_MS) });
    await assert.rejects(end(calls, repeated, "shows a", "a"), { code: "lease_lost" });
    assert.equal(
      (await answered(calls, "after", "says that a is deleted", "a"))?.state.answer,
      "says that a is deleted",
    );
    assert.equal((await end(calls, next, "says that b is deleted", "b"))?.state.answer, "says that b is deleted");
    assert.equal((await end(calls, before, "shows a", "a"))?.state.answer, null);
    assert.equal((await begin(calls, "after")).state.answer, "says that a is deleted");
    // Deleted once more, while it runs.
    const between = await begin(calls, "between");
    await calls.forget("ada", ["a"], later(LEASE_MS));
    assert.equal((await end(calls, between, "shows a", "a"))?.state.answer, null);
  });

  test("changes no call that is running when an object is deleted", async (calls) => {
    const running = await begin(calls, "call");
    await calls.forget("ada", ["a"], start);
    assert.deepEqual((await read(calls, "call"))?.state, running.state);
  });

  test("keeps another user's answer that shows an object of the same name", async (calls) => {
    const [hers, his] = [await begin(calls, "call"), await begin(calls, "call", { userId: "bob" })];
    await calls.forget("ada", ["a"], start);
    assert.equal((await end(calls, hers, "hers", "a"))?.state.answer, null);
    assert.equal((await end(calls, his, "his", "a"))?.state.answer, "his");
  });

  test("removes what has expired, so many at a time", async (calls) => {
    for (const id of ["a", "b", "c"]) await answered(calls, id, "answer", "object");
    await begin(calls, "younger", { now: later(1) });
    assert.equal(await calls.removeExpired(later(DAY - 1), 10), 0);
    assert.equal(await calls.removeExpired(later(DAY), 2), 2);
    assert.equal(await calls.removeExpired(later(DAY), 2), 1);
    assert.equal(await calls.removeExpired(later(DAY), 2), 0);
    for (const id of ["a", "b", "c"]) assert.equal(await read(calls, id), undefined);
    assert.equal((await read(calls, "younger"))?.isRunning, true);
    // What an earlier call of the same key showed is nothing to a later one.
    await answered(calls, "a", "answer");
    await calls.forget("ada", ["object"], start);
    assert.equal((await read(calls, "a"))?.state.answer, "answer");
  });

  test("removes what it remembers of deletions, after the calls", async (calls) => {
    await begin(calls, "call");
    await calls.forget("ada", ["a", "b"], start);
    assert.equal(await calls.removeExpired(later(DAY), 10), 1);
    assert.equal(await calls.removeExpired(later(2 * DAY - 1), 10), 0);
    await begin(calls, "call");
    assert.equal(await calls.removeExpired(later(2 * DAY), 2), 2);
    assert.equal(await read(calls, "call"), undefined);
    assert.equal(await calls.removeExpired(later(2 * DAY), 2), 1);
    assert.equal(await calls.removeExpired(later(2 * DAY), 2), 0);
  });
}
