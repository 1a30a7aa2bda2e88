import assert from "node:assert/strict";
import { IdempotencyRecord } from "../../domain/idempotency/idempotency-record.js";
import type { IdempotencyRepository } from "../../ports/driven/store/idempotency-repository.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { awkwardTexts } from "./awkward-texts.js";

const LEASE_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const start = new Date("2026-03-02T10:00:00.000Z");
const timeAfter = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** Guarantees of every IdempotencyRepository. */
export function idempotencyRepositoryContract({ it }: TestFramework, open: Open<IdempotencyRepository>): void {
  const test = (title: string, body: (records: IdempotencyRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  const beginRecord = (
    records: IdempotencyRepository,
    id: string,
    { userId = "ada", fingerprint = "same", now = start } = {},
  ) =>
    records.put(userId, id, (current) =>
      IdempotencyRecord.start(current, { id, userId, fingerprint, seed: "seed" }, now, LEASE_MS),
    );
  const completeRecord = (
    records: IdempotencyRepository,
    { state }: IdempotencyRecord,
    response: string,
    ...objectIds: string[]
  ) => records.update(state.userId, state.id, (current) => current.complete(state.lease.fence, response, objectIds));
  const storeResponse = async (records: IdempotencyRepository, id: string, response: string, ...objectIds: string[]) =>
    completeRecord(records, await beginRecord(records, id), response, ...objectIds);
  /** Returns the stored record, or undefined if there is none. */
  const readRecord = (records: IdempotencyRepository, id: string, userId = "ada") =>
    records.update(userId, id, (current) => current);

  test("stores a record with every field unchanged", async (records) => {
    for (const [index, response] of awkwardTexts.entries()) {
      const completed = await storeResponse(records, `call ${index}`, response, "a", "b");
      assert.equal(completed?.state.answer, response);
      assert.deepEqual((await readRecord(records, `call ${index}`))?.state, completed.state);
    }
  });

  test("is not affected when the caller mutates the objects it passed in or received", async (records) => {
    const started = await beginRecord(records, "call");
    started.state.expiresAt.setTime(0);
    (await readRecord(records, "call"))?.state.expiresAt.setTime(0);
    assert.deepEqual((await readRecord(records, "call"))?.state.expiresAt, timeAfter(DAY_MS));
  });

  test("keeps users separate and finds no unknown record", async (records) => {
    await storeResponse(records, "call", "hers", "object");
    assert.equal(await readRecord(records, "nowhere"), undefined);
    assert.equal(await readRecord(records, "call", "bob"), undefined);
    assert.equal((await beginRecord(records, "call", { userId: "bob", fingerprint: "other" })).isCompleted, false);
    await records.removeResponsesContaining("bob", ["object"], start);
    assert.equal((await readRecord(records, "call"))?.state.answer, "hers");
  });

  test("lets exactly one of 20 concurrent requests start", async (records) => {
    const attempts = Array.from({ length: 20 }, () => beginRecord(records, "call"));
    const outcomes = await Promise.allSettled(attempts);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  });

  test("changes nothing when the callback throws", async (records) => {
    const recordBefore = await storeResponse(records, "call", "first");
    await assert.rejects(beginRecord(records, "call", { fingerprint: "other" }), { code: "key_reused" });
    assert.deepEqual((await readRecord(records, "call"))?.state, recordBefore?.state);
  });

  test("removes only the stored responses that contain a deleted object", async (records) => {
    await storeResponse(records, "one", "shows a", "a");
    await storeResponse(records, "both", "shows a and b", "a", "b", "a");
    await storeResponse(records, "other", "shows b", "b");
    await storeResponse(records, "none", "shows nothing");
    await records.removeResponsesContaining("ada", ["a", "elsewhere"], start);
    const remaining = await Promise.all(["one", "both", "other", "none"].map((id) => readRecord(records, id)));
    assert.deepEqual(
      remaining.map((record) => record?.state.answer),
      [null, null, "shows b", "shows nothing"],
    );
    assert.ok(remaining.every((record) => record?.isCompleted));
  });

  test("stores no response that contains an object deleted during the request", async (records) => {
    const [showingRecord, otherRecord] = [await beginRecord(records, "showing"), await beginRecord(records, "other")];
    await records.removeResponsesContaining("ada", ["a", "elsewhere"], timeAfter(LEASE_MS - 1));
    assert.equal((await completeRecord(records, showingRecord, "shows a", "a"))?.state.answer, null);
    assert.equal((await completeRecord(records, otherRecord, "shows b", "b"))?.state.answer, "shows b");
  });

  test("stores no response with a deleted object when the lease had expired before the deletion", async (records) => {
    const [lateRecord, laterRecord] = [await beginRecord(records, "late"), await beginRecord(records, "later")];
    await records.removeResponsesContaining("ada", ["a"], timeAfter(LEASE_MS));
    assert.equal((await completeRecord(records, lateRecord, "shows a", "a"))?.state.answer, null);
    assert.equal(await records.removeExpired(timeAfter(DAY_MS - 1), 10), 0);
    assert.equal((await completeRecord(records, laterRecord, "shows a", "b", "a"))?.state.answer, null);
  });

  test("lets a retry complete when an object is deleted after the lease expired", async (records) => {
    await beginRecord(records, "call");
    await records.removeResponsesContaining("ada", ["a"], timeAfter(LEASE_MS));
    const next = await beginRecord(records, "call", { now: timeAfter(LEASE_MS) });
    assert.deepEqual([next.isCompleted, next.isRetry], [false, true]);
    assert.equal((await completeRecord(records, next, "shows b", "b"))?.state.answer, "shows b");
  });

  test("stores a response of a request that started after its object was deleted", async (records) => {
    const [before, repeated] = [await beginRecord(records, "before"), await beginRecord(records, "repeated")];
    await records.removeResponsesContaining("ada", ["a", "b"], timeAfter(LEASE_MS - 1));
    const next = await beginRecord(records, "repeated", { now: timeAfter(LEASE_MS) });
    await assert.rejects(completeRecord(records, repeated, "shows a", "a"), { code: "lease_lost" });
    assert.equal(
      (await storeResponse(records, "after", "says that a is deleted", "a"))?.state.answer,
      "says that a is deleted",
    );
    assert.equal(
      (await completeRecord(records, next, "says that b is deleted", "b"))?.state.answer,
      "says that b is deleted",
    );
    assert.equal((await completeRecord(records, before, "shows a", "a"))?.state.answer, null);
    assert.equal((await beginRecord(records, "after")).state.answer, "says that a is deleted");
    // A second deletion of the same object while the request is running.
    const between = await beginRecord(records, "between");
    await records.removeResponsesContaining("ada", ["a"], timeAfter(LEASE_MS));
    assert.equal((await completeRecord(records, between, "shows a", "a"))?.state.answer, null);
  });

  test("leaves a running record unchanged when an object is deleted", async (records) => {
    const running = await beginRecord(records, "call");
    await records.removeResponsesContaining("ada", ["a"], start);
    assert.deepEqual((await readRecord(records, "call"))?.state, running.state);
  });

  test("keeps another user's response that contains an object with the same ID", async (records) => {
    const [adasRecord, bobsRecord] = [
      await beginRecord(records, "call"),
      await beginRecord(records, "call", { userId: "bob" }),
    ];
    await records.removeResponsesContaining("ada", ["a"], start);
    assert.equal((await completeRecord(records, adasRecord, "hers", "a"))?.state.answer, null);
    assert.equal((await completeRecord(records, bobsRecord, "his", "a"))?.state.answer, "his");
  });

  test("removes expired records, up to the limit per call", async (records) => {
    for (const id of ["a", "b", "c"]) await storeResponse(records, id, "answer", "object");
    await beginRecord(records, "younger", { now: timeAfter(1) });
    assert.equal(await records.removeExpired(timeAfter(DAY_MS - 1), 10), 0);
    assert.equal(await records.removeExpired(timeAfter(DAY_MS), 2), 2);
    assert.equal(await records.removeExpired(timeAfter(DAY_MS), 2), 1);
    assert.equal(await records.removeExpired(timeAfter(DAY_MS), 2), 0);
    for (const id of ["a", "b", "c"]) assert.equal(await readRecord(records, id), undefined);
    assert.equal((await readRecord(records, "younger"))?.isRunning, true);
    // The response of an earlier request does not affect a later request with the same key.
    await storeResponse(records, "a", "answer");
    await records.removeResponsesContaining("ada", ["object"], start);
    assert.equal((await readRecord(records, "a"))?.state.answer, "answer");
  });

  test("removes expired deletion markers one day after the records", async (records) => {
    await beginRecord(records, "call");
    await records.removeResponsesContaining("ada", ["a", "b"], start);
    assert.equal(await records.removeExpired(timeAfter(DAY_MS), 10), 1);
    assert.equal(await records.removeExpired(timeAfter(2 * DAY_MS - 1), 10), 0);
    await beginRecord(records, "call");
    assert.equal(await records.removeExpired(timeAfter(2 * DAY_MS), 2), 2);
    assert.equal(await readRecord(records, "call"), undefined);
    assert.equal(await records.removeExpired(timeAfter(2 * DAY_MS), 2), 1);
    assert.equal(await records.removeExpired(timeAfter(2 * DAY_MS), 2), 0);
  });
}
