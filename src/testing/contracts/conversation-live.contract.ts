import assert from "node:assert/strict";
import type { Conversation } from "../../domain/conversation/conversation.js";
import type { NewLiveSegments } from "../../domain/conversation/live-segments.js";
import { isLeaseLost } from "../../domain/lease.js";
import { FLUSH_INTERVAL_MS, SESSION_IDLE_TIMEOUT_MS } from "../../domain/conversation/live-session.js";
import type { ConversationRepository } from "../../ports/driven/store/conversation-repositories.js";
import { aConversation, aLiveConversation, someSegments, withTranscript } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { awkwardTexts } from "./awkward-texts.js";

const LEASE_MS = 30_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const timeAfter = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** Guarantees of every ConversationRepository for live sessions (decision 9.3). */
export function conversationLiveContract({ describe, it }: TestFramework, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("ConversationRepository: a live session", () => {
    test("starts with the first appended segments and grows with later ones", async (conversations) => {
      const started = await appendLiveSegments(conversations, "live", someSegments(0, "one", "two"));
      assert.equal(started?.state.status, "in_progress");
      const appended = await appendLiveSegments(conversations, "live", someSegments(null, "three"), timeAfter(1000));
      assert.equal(appended?.state.live?.segments, 3);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, appended.state);
      const segments = (await conversations.getTranscripts("ada", ["live"])).get("live")?.segments ?? [];
      assert.deepEqual(
        segments.map(({ id, text }) => [id, text]),
        [
          ["live-0", "one"],
          ["live-1", "two"],
          ["live-2", "three"],
        ],
      );
    });

    test("stores every segment text exactly", async (conversations) => {
      const texts = awkwardTexts.filter((text) => /\S/u.test(text));
      for (const text of texts) await appendLiveSegments(conversations, "live", someSegments(null, text));
      assert.deepEqual(await textsBetween(conversations, 0, texts.length), texts);
    });

    test("returns the segments of any index range, however they were batched", async (conversations) => {
      const sizes = [1, 3, 2, 1, 5];
      const words = Array.from({ length: 12 }, (_, index) => `word ${index}`);
      let nextOffset = 0;
      for (const size of sizes) {
        await appendLiveSegments(
          conversations,
          "live",
          someSegments(nextOffset, ...words.slice(nextOffset, nextOffset + size)),
        );
        nextOffset += size;
      }
      for (let from = 0; from <= 13; from += 1) {
        for (let to = 0; to <= 14; to += 1) {
          const expected = from < to ? words.slice(from, to) : [];
          assert.deepEqual(await textsBetween(conversations, from, to), expected, `from ${from} to ${to}`);
        }
      }
    });

    test("returns no segments of an unknown session or another user's", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      assert.deepEqual(await conversations.getSegmentsBetween("bob", "live", 0, 9), []);
      assert.deepEqual(await conversations.getSegmentsBetween("ada", "nowhere", 0, 9), []);
      const bobsConversation = await appendLiveSegments(conversations, "live", someSegments(0, "his"), start, "bob");
      assert.equal(bobsConversation?.state.live?.segments, 1);
      assert.deepEqual(await textsBetween(conversations, 0, 9), ["one"]);
    });

    test("passes the append callback only the stored segments of the requested range", async (conversations) => {
      for (const text of ["one", "two", "three", "four"])
        await appendLiveSegments(conversations, "live", someSegments(null, text));
      const readKnownTexts = async (requested: { from: number; to: number } | undefined): Promise<string[]> => {
        let knownTexts: string[] = [];
        await conversations.appendSegments("ada", "live", requested, (current, knownSegments) => {
          assert.ok(current);
          knownTexts = knownSegments.map(({ text }) => text);
          return { conversation: current, firstIndex: 0, segments: [] };
        });
        return knownTexts;
      };
      assert.deepEqual(await readKnownTexts({ from: 1, to: 3 }), ["two", "three"]);
      assert.deepEqual(await readKnownTexts({ from: 3, to: 500 }), ["four"]);
      assert.deepEqual(await readKnownTexts({ from: 4, to: 500 }), []);
      assert.deepEqual(await readKnownTexts(undefined), []);
    });

    test("stores nothing of an append that is rejected or contains nothing new", async (conversations) => {
      const failedAppend = conversations.appendSegments("ada", "live", undefined, () => {
        throw new Error("no");
      });
      await assert.rejects(failedAppend, /^Error: no$/);
      const unstoredConversation = aLiveConversation(start, { id: "live" });
      await conversations.appendSegments("ada", "live", undefined, () => ({
        conversation: unstoredConversation,
        firstIndex: 0,
        segments: [],
      }));
      assert.equal(await conversations.get("ada", "live"), undefined);
      const started = await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      const repeated = await appendLiveSegments(conversations, "live", someSegments(0, "one"), timeAfter(1000));
      assert.deepEqual(repeated?.state, started?.state);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, started?.state);
      await assert.rejects(appendLiveSegments(conversations, "live", someSegments(5, "six")), /gap/);
      assert.deepEqual(await textsBetween(conversations, 0, 9), ["one"]);
    });

    test("is not affected when the caller mutates segments it passed in or received", async (conversations) => {
      await conversations.appendSegments("ada", "live", undefined, () => {
        const result = aLiveConversation(start, { id: "live" }).appendSegments(someSegments(0, "one"), [], start);
        queueMicrotask(() => Object.assign(result.segments[0] ?? {}, { text: "spoilt" }));
        return result;
      });
      for (const segment of await conversations.getSegmentsBetween("ada", "live", 0, 1)) {
        Object.assign(segment, { text: "spoilt" });
      }
      assert.deepEqual(await textsBetween(conversations, 0, 9), ["one"]);
    });

    test("stores all of 40 concurrent appends", async (conversations) => {
      const texts = Array.from({ length: 40 }, (_, index) => `word ${index}`);
      await Promise.all(texts.map((text) => appendLiveSegments(conversations, "live", someSegments(null, text))));
      const storedTexts = await textsBetween(conversations, 0, 41);
      assert.deepEqual(storedTexts.toSorted(), texts.toSorted());
      const ids = (await conversations.getSegmentsBetween("ada", "live", 0, 41)).map(({ id }) => id);
      assert.deepEqual(
        ids,
        texts.map((_, index) => `live-${index}`),
      );
    });

    test("stores one of several concurrent appends at the same offset, and equal segments once", async (conversations) => {
      const outcomes = await Promise.allSettled(
        ["a", "b", "a", "c", "a"].map((text) => appendLiveSegments(conversations, "live", someSegments(0, text))),
      );
      const [storedText] = await textsBetween(conversations, 0, 9);
      assert.equal((await conversations.get("ada", "live"))?.state.live?.segments, 1);
      const fulfilledCount = outcomes.filter(({ status }) => status === "fulfilled").length;
      assert.equal(fulfilledCount, storedText === "a" ? 3 : 1);
    });

    test("keeps the user's edits made between two appends", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      await conversations.update("ada", "live", (current) => current.edit({ title: "Mine", starred: true }, start));
      await appendLiveSegments(conversations, "live", someSegments(1, "two"));
      const { edits, live } = (await conversations.get("ada", "live"))?.state ?? {};
      assert.deepEqual(edits, { title: "Mine", starred: true });
      assert.equal(live?.segments, 2);
    });

    test("is absent from lists, counts and the change feed, but returned by listAll", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      await conversations.update("ada", "live", (current) =>
        current.edit({ folderId: "folder", starred: true }, start),
      );
      assert.deepEqual(await conversations.list("ada", {}, { limit: 9 }), []);
      assert.deepEqual(await conversations.list("ada", { starred: true }, { limit: 9 }), []);
      assert.equal(await conversations.count("ada", {}), 0);
      assert.equal((await conversations.countByFolder("ada")).size, 0);
      assert.deepEqual((await conversations.getChangesSince("ada")).upserts, []);
      assert.equal((await conversations.listAll("ada", 9)).length, 1);
    });

    test("accepts no segments after it was deleted with a tombstone", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      await conversations.deleteWithTombstone("ada", "live");
      assert.deepEqual(await textsBetween(conversations, 0, 9), []);
      const failIfCalled = () => assert.fail("nothing may be made of it");
      assert.equal(await conversations.appendSegments("ada", "live", undefined, failIfCalled), undefined);
      assert.equal(await conversations.get("ada", "live"), undefined);
    });
  });

  describe("ConversationRepository: an idle live session", () => {
    test("is claimed for processing after the idle timeout and then rejects segments", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      await appendLiveSegments(conversations, "live", someSegments(1, "two"), timeAfter(60_000));
      assert.deepEqual(await conversations.claimDue(timeAfter(SESSION_IDLE_TIMEOUT_MS), LEASE_MS, 9), []);
      assert.deepEqual(await conversations.claimDue(timeAfter(60_000 + SESSION_IDLE_TIMEOUT_MS - 1), LEASE_MS, 9), []);
      const [claimed] = await conversations.claimDue(timeAfter(60_000 + SESSION_IDLE_TIMEOUT_MS), LEASE_MS, 9);
      assert.equal(claimed?.state.status, "processing");
      assert.equal(claimed.state.lease.fence, 1);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, claimed.state);
      await assert.rejects(appendLiveSegments(conversations, "live", someSegments(2, "three")), /finished/);
    });

    test("is claimed by exactly one of 8", async (conversations) => {
      const ids = Array.from({ length: 24 }, (_, index) => `live-${index}`);
      for (const id of ids) await appendLiveSegments(conversations, id, someSegments(0, "one"));
      const claims = await Promise.all(
        Array.from({ length: 8 }, () => conversations.claimDue(timeAfter(SESSION_IDLE_TIMEOUT_MS), LEASE_MS, 24)),
      );
      assert.deepEqual(claims.flat().map(idOf).sort(), ids.toSorted());
    });
  });

  describe("ConversationRepository: a flush claim on new live segments", () => {
    test("is granted immediately, and then not for a second", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one", "two"));
      const [claimed, ...otherClaims] = await conversations.claimUnflushed(start, LEASE_MS, 9);
      assert.deepEqual(otherClaims, []);
      assert.equal(claimed?.state.live?.flushed, 0);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, claimed.state);
      assert.deepEqual(await conversations.claimUnflushed(start, LEASE_MS, 9), []);
      await recordFlush(conversations, claimed, 2, start);
      await appendLiveSegments(conversations, "live", someSegments(2, "three"), timeAfter(1));
      assert.deepEqual(await conversations.claimUnflushed(timeAfter(FLUSH_INTERVAL_MS - 1), LEASE_MS, 9), []);
      const [nextClaim] = await conversations.claimUnflushed(timeAfter(FLUSH_INTERVAL_MS), LEASE_MS, 9);
      assert.equal(nextClaim?.state.live?.flushed, 2);
      assert.equal(nextClaim.state.live.segments, 3);
    });

    test("is due one flush interval later for segments appended during a claim", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      const [claimed] = await conversations.claimUnflushed(start, LEASE_MS, 9);
      await appendLiveSegments(conversations, "live", someSegments(1, "two"), timeAfter(5));
      await recordFlush(conversations, claimed, 1, timeAfter(10));
      assert.deepEqual(await conversations.claimUnflushed(timeAfter(9 + FLUSH_INTERVAL_MS), LEASE_MS, 9), []);
      assert.equal((await conversations.claimUnflushed(timeAfter(10 + FLUSH_INTERVAL_MS), LEASE_MS, 9)).length, 1);
    });

    test("is not granted after all segments were flushed", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      const [claimed] = await conversations.claimUnflushed(start, LEASE_MS, 9);
      await recordFlush(conversations, claimed, 1, start);
      assert.deepEqual(await conversations.claimUnflushed(timeAfter(10 * LEASE_MS), LEASE_MS, 9), []);
    });

    test("covers all users, earliest due first, up to the limit", async (conversations) => {
      await appendLiveSegments(conversations, "second", someSegments(0, "b"), timeAfter(20), "bob");
      await appendLiveSegments(conversations, "third", someSegments(0, "c"), timeAfter(30));
      await appendLiveSegments(conversations, "first", someSegments(0, "a"), timeAfter(10));
      const claimIds = async (limit: number) =>
        (await conversations.claimUnflushed(timeAfter(99), LEASE_MS, limit)).map(idOf);
      assert.deepEqual(await claimIds(2), ["first", "second"]);
      assert.deepEqual(await claimIds(2), ["third"]);
    });

    test("goes to exactly one of 8, also when the session is finished", async (conversations) => {
      const ids = Array.from({ length: 24 }, (_, index) => `live-${index}`);
      for (const id of ids) {
        await appendLiveSegments(conversations, id, someSegments(0, "one"));
        await conversations.update("ada", id, (current) => current.finish(start, LEASE_MS));
      }
      const claims = await Promise.all(
        Array.from({ length: 8 }, () => conversations.claimUnflushed(timeAfter(1), LEASE_MS, 24)),
      );
      assert.deepEqual(claims.flat().map(idOf).sort(), ids.toSorted());
    });

    test("is taken over after its lease expires, and the previous holder cannot write", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      const [lateClaim] = await conversations.claimUnflushed(start, LEASE_MS, 1);
      assert.deepEqual(await conversations.claimUnflushed(timeAfter(LEASE_MS - 1), LEASE_MS, 1), []);
      const [nextClaim] = await conversations.claimUnflushed(timeAfter(LEASE_MS), LEASE_MS, 1);
      await assert.rejects(recordFlush(conversations, lateClaim, 1, timeAfter(LEASE_MS)), isLeaseLost);
      await recordFlush(conversations, nextClaim, 1, timeAfter(LEASE_MS));
      assert.equal((await conversations.get("ada", "live"))?.state.live?.flushed, 1);
    });

    test("is not granted for deleting conversations or those that never were live", async (conversations) => {
      await appendLiveSegments(conversations, "live", someSegments(0, "one"));
      await conversations.update("ada", "live", (current) => current.markDeleting(start, LEASE_MS));
      await conversations.insertOrGet(withTranscript(aConversation()));
      assert.deepEqual(await conversations.claimUnflushed(timeAfter(10 * LEASE_MS), LEASE_MS, 9), []);
    });
  });
}

async function appendLiveSegments(
  conversations: ConversationRepository,
  id: string,
  input: NewLiveSegments,
  now = start,
  userId = "ada",
): Promise<Conversation | undefined> {
  const { offset, segments } = input;
  const requested = offset == null ? undefined : { from: offset, to: offset + segments.length };
  const result = await conversations.appendSegments(userId, id, requested, (current, knownSegments) =>
    (current ?? aLiveConversation(now, { id, userId })).appendSegments(input, knownSegments, now),
  );
  return result?.conversation;
}

async function textsBetween(conversations: ConversationRepository, from: number, to: number): Promise<string[]> {
  return (await conversations.getSegmentsBetween("ada", "live", from, to)).map(({ text }) => text);
}

function recordFlush(conversations: ConversationRepository, claimed: Conversation | undefined, to: number, now: Date) {
  const fence = claimed?.state.live?.flush.fence ?? 0;
  return conversations.update("ada", "live", (current) => current.completeFlush(to, fence, now));
}

const idOf = ({ state }: Conversation): string => state.id;
