import assert from "node:assert/strict";
import type { Conversation, NewLiveSegments } from "../../domain/conversation.js";
import { isLeaseLost } from "../../domain/lease.js";
import { FLUSH_INTERVAL_MS, SESSION_SILENCE_MS } from "../../domain/live-session.js";
import type { ConversationRepository } from "../../ports/driven/conversation-repository.js";
import { aConversation, aLiveConversation, aPiece, recorded } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

const LEASE = 30_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** What every ConversationRepository keeps of conversations that come piece by piece (decision 9.3). */
export function conversationLiveContract({ describe, it }: Registrar, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("a live session", () => {
    test("begins with its first piece and grows by the next ones", async (conversations) => {
      const begun = await hear(conversations, "live", aPiece(0, "one", "two"));
      assert.equal(begun?.state.status, "in_progress");
      const grown = await hear(conversations, "live", aPiece(null, "three"), after(1000));
      assert.equal(grown?.state.live?.segments, 3);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, grown.state);
      const said = (await conversations.transcripts("ada", ["live"])).get("live")?.segments ?? [];
      assert.deepEqual(
        said.map(({ id, text }) => [id, text]),
        [
          ["live-0", "one"],
          ["live-1", "two"],
          ["live-2", "three"],
        ],
      );
    });

    test("keeps every text to the last code unit", async (conversations) => {
      const texts = awkwardTexts.filter((text) => /\S/u.test(text));
      for (const text of texts) await hear(conversations, "live", aPiece(null, text));
      assert.deepEqual(await textsBetween(conversations, 0, texts.length), texts);
    });

    test("tells what was said between any two places, whatever pieces it came in", async (conversations) => {
      const sizes = [1, 3, 2, 1, 5];
      const all = Array.from({ length: 12 }, (_, place) => `word ${place}`);
      let next = 0;
      for (const size of sizes) {
        await hear(conversations, "live", aPiece(next, ...all.slice(next, next + size)));
        next += size;
      }
      for (let from = 0; from <= 13; from += 1) {
        for (let to = 0; to <= 14; to += 1) {
          const expected = from < to ? all.slice(from, to) : [];
          assert.deepEqual(await textsBetween(conversations, from, to), expected, `from ${from} to ${to}`);
        }
      }
    });

    test("tells nothing of what there is not, nor to another user", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      assert.deepEqual(await conversations.segmentsBetween("bob", "live", 0, 9), []);
      assert.deepEqual(await conversations.segmentsBetween("ada", "nowhere", 0, 9), []);
      const his = await hear(conversations, "live", aPiece(0, "his"), start, "bob");
      assert.equal(his?.state.live?.segments, 1);
      assert.deepEqual(await textsBetween(conversations, 0, 9), ["one"]);
    });

    test("lets a piece know just what there is in the place it asks about", async (conversations) => {
      for (const text of ["one", "two", "three", "four"]) await hear(conversations, "live", aPiece(null, text));
      const knownOf = async (asked: { from: number; to: number } | undefined): Promise<string[]> => {
        let told: string[] = [];
        await conversations.appendSegments("ada", "live", asked, (before, known) => {
          assert.ok(before);
          told = known.map(({ text }) => text);
          return { conversation: before, first: 0, segments: [] };
        });
        return told;
      };
      assert.deepEqual(await knownOf({ from: 1, to: 3 }), ["two", "three"]);
      assert.deepEqual(await knownOf({ from: 3, to: 500 }), ["four"]);
      assert.deepEqual(await knownOf({ from: 4, to: 500 }), []);
      assert.deepEqual(await knownOf(undefined), []);
    });

    test("keeps nothing of a piece that is refused, or that brings nothing new", async (conversations) => {
      const refused = conversations.appendSegments("ada", "live", undefined, () => {
        throw new Error("no");
      });
      await assert.rejects(refused, /^Error: no$/);
      const unborn = aLiveConversation(start, { id: "live" });
      await conversations.appendSegments("ada", "live", undefined, () => ({
        conversation: unborn,
        first: 0,
        segments: [],
      }));
      assert.equal(await conversations.get("ada", "live"), undefined);
      const begun = await hear(conversations, "live", aPiece(0, "one"));
      const again = await hear(conversations, "live", aPiece(0, "one"), after(1000));
      assert.deepEqual(again?.state, begun?.state);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, begun?.state);
      await assert.rejects(hear(conversations, "live", aPiece(5, "six")), /gap/);
      assert.deepEqual(await textsBetween(conversations, 0, 9), ["one"]);
    });

    test("holds nothing that its caller still holds", async (conversations) => {
      await conversations.appendSegments("ada", "live", undefined, () => {
        const heard = aLiveConversation(start, { id: "live" }).appendSegments(aPiece(0, "one"), [], start);
        queueMicrotask(() => Object.assign(heard.segments[0] ?? {}, { text: "spoilt" }));
        return heard;
      });
      for (const segment of await conversations.segmentsBetween("ada", "live", 0, 1)) {
        Object.assign(segment, { text: "spoilt" });
      }
      assert.deepEqual(await textsBetween(conversations, 0, 9), ["one"]);
    });

    test("loses none of 40 pieces that come at once", async (conversations) => {
      const texts = Array.from({ length: 40 }, (_, index) => `word ${index}`);
      await Promise.all(texts.map((text) => hear(conversations, "live", aPiece(null, text))));
      const said = await textsBetween(conversations, 0, 41);
      assert.deepEqual(said.toSorted(), texts.toSorted());
      const ids = (await conversations.segmentsBetween("ada", "live", 0, 41)).map(({ id }) => id);
      assert.deepEqual(
        ids,
        texts.map((_, place) => `live-${place}`),
      );
    });

    test("takes one of those that come for the same place at once, and the same ones once", async (conversations) => {
      const answers = await Promise.allSettled(
        ["a", "b", "a", "c", "a"].map((text) => hear(conversations, "live", aPiece(0, text))),
      );
      const [said] = await textsBetween(conversations, 0, 9);
      assert.equal((await conversations.get("ada", "live"))?.state.live?.segments, 1);
      const taken = answers.filter(({ status }) => status === "fulfilled").length;
      assert.equal(taken, said === "a" ? 3 : 1);
    });

    test("keeps what its user does to it between two pieces", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      await conversations.update("ada", "live", (before) => before.edit({ title: "Mine", starred: true }, start));
      await hear(conversations, "live", aPiece(1, "two"));
      const { edits, live } = (await conversations.get("ada", "live"))?.state ?? {};
      assert.deepEqual(edits, { title: "Mine", starred: true });
      assert.equal(live?.segments, 2);
    });

    test("is in no list and in no count of one, but among all that the user has", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      await conversations.update("ada", "live", (before) => before.edit({ folderId: "folder", starred: true }, start));
      assert.deepEqual(await conversations.list("ada", {}, { limit: 9 }), []);
      assert.deepEqual(await conversations.list("ada", { starred: true }, { limit: 9 }), []);
      assert.equal(await conversations.count("ada", {}), 0);
      assert.equal((await conversations.countByFolder("ada")).size, 0);
      assert.deepEqual((await conversations.changesSince("ada")).upserts, []);
      assert.equal((await conversations.listAll("ada", 9)).length, 1);
    });

    test("is gone for good when it is buried", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      await conversations.deleteWithTombstone("ada", "live");
      assert.deepEqual(await textsBetween(conversations, 0, 9), []);
      const asked = () => assert.fail("nothing may be made of it");
      assert.equal(await conversations.appendSegments("ada", "live", undefined, asked), undefined);
      assert.equal(await conversations.get("ada", "live"), undefined);
    });
  });

  describe("a session that falls silent", () => {
    test("is claimed and finished with that, and not before its time", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      await hear(conversations, "live", aPiece(1, "two"), after(60_000));
      assert.deepEqual(await conversations.claimDue(after(SESSION_SILENCE_MS), LEASE, 9), []);
      assert.deepEqual(await conversations.claimDue(after(60_000 + SESSION_SILENCE_MS - 1), LEASE, 9), []);
      const [claimed] = await conversations.claimDue(after(60_000 + SESSION_SILENCE_MS), LEASE, 9);
      assert.equal(claimed?.state.status, "processing");
      assert.equal(claimed.state.lease.fence, 1);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, claimed.state);
      await assert.rejects(hear(conversations, "live", aPiece(2, "three")), /finished/);
    });

    test("is claimed by exactly one of 8", async (conversations) => {
      const names = Array.from({ length: 24 }, (_, index) => `live-${index}`);
      for (const id of names) await hear(conversations, id, aPiece(0, "one"));
      const claims = await Promise.all(
        Array.from({ length: 8 }, () => conversations.claimDue(after(SESSION_SILENCE_MS), LEASE, 24)),
      );
      assert.deepEqual(claims.flat().map(idOf).sort(), names.toSorted());
    });
  });

  describe("what is new of live sessions", () => {
    test("is claimed at once, and then not for a second", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one", "two"));
      const [claimed, ...others] = await conversations.claimUnflushed(start, LEASE, 9);
      assert.deepEqual(others, []);
      assert.equal(claimed?.state.live?.flushed, 0);
      assert.deepEqual((await conversations.get("ada", "live"))?.state, claimed.state);
      assert.deepEqual(await conversations.claimUnflushed(start, LEASE, 9), []);
      await flushed(conversations, claimed, 2, start);
      await hear(conversations, "live", aPiece(2, "three"), after(1));
      assert.deepEqual(await conversations.claimUnflushed(after(FLUSH_INTERVAL_MS - 1), LEASE, 9), []);
      const [next] = await conversations.claimUnflushed(after(FLUSH_INTERVAL_MS), LEASE, 9);
      assert.equal(next?.state.live?.flushed, 2);
      assert.equal(next.state.live.segments, 3);
    });

    test("that came while it was claimed is due a second later", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      const [claimed] = await conversations.claimUnflushed(start, LEASE, 9);
      await hear(conversations, "live", aPiece(1, "two"), after(5));
      await flushed(conversations, claimed, 1, after(10));
      assert.deepEqual(await conversations.claimUnflushed(after(9 + FLUSH_INTERVAL_MS), LEASE, 9), []);
      assert.equal((await conversations.claimUnflushed(after(10 + FLUSH_INTERVAL_MS), LEASE, 9)).length, 1);
    });

    test("is claimed once it is all handed over no more", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      const [claimed] = await conversations.claimUnflushed(start, LEASE, 9);
      await flushed(conversations, claimed, 1, start);
      assert.deepEqual(await conversations.claimUnflushed(after(10 * LEASE), LEASE, 9), []);
    });

    test("is of all users, longest due first, and of no more than asked for", async (conversations) => {
      await hear(conversations, "second", aPiece(0, "b"), after(20), "bob");
      await hear(conversations, "third", aPiece(0, "c"), after(30));
      await hear(conversations, "first", aPiece(0, "a"), after(10));
      const names = async (limit: number) => (await conversations.claimUnflushed(after(99), LEASE, limit)).map(idOf);
      assert.deepEqual(await names(2), ["first", "second"]);
      assert.deepEqual(await names(2), ["third"]);
    });

    test("goes to exactly one of 8, also when the session is finished", async (conversations) => {
      const names = Array.from({ length: 24 }, (_, index) => `live-${index}`);
      for (const id of names) {
        await hear(conversations, id, aPiece(0, "one"));
        await conversations.update("ada", id, (before) => before.finish(start, LEASE));
      }
      const claims = await Promise.all(
        Array.from({ length: 8 }, () => conversations.claimUnflushed(after(1), LEASE, 24)),
      );
      assert.deepEqual(claims.flat().map(idOf).sort(), names.toSorted());
    });

    test("is taken over when the claim has run out, and whoever held it can say nothing of it", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      const [late] = await conversations.claimUnflushed(start, LEASE, 1);
      assert.deepEqual(await conversations.claimUnflushed(after(LEASE - 1), LEASE, 1), []);
      const [next] = await conversations.claimUnflushed(after(LEASE), LEASE, 1);
      await assert.rejects(flushed(conversations, late, 1, after(LEASE)), isLeaseLost);
      await flushed(conversations, next, 1, after(LEASE));
      assert.equal((await conversations.get("ada", "live"))?.state.live?.flushed, 1);
    });

    test("is nothing of what is to be deleted, nor of what never was live", async (conversations) => {
      await hear(conversations, "live", aPiece(0, "one"));
      await conversations.update("ada", "live", (before) => before.markDeleting(start, LEASE));
      await conversations.insertOrGet(recorded(aConversation()));
      assert.deepEqual(await conversations.claimUnflushed(after(10 * LEASE), LEASE, 9), []);
    });
  });
}

async function hear(
  conversations: ConversationRepository,
  id: string,
  piece: NewLiveSegments,
  now = start,
  userId = "ada",
): Promise<Conversation | undefined> {
  const { offset, segments } = piece;
  const asked = offset == null ? undefined : { from: offset, to: offset + segments.length };
  const heard = await conversations.appendSegments(userId, id, asked, (before, known) =>
    (before ?? aLiveConversation(now, { id, userId })).appendSegments(piece, known, now),
  );
  return heard?.conversation;
}

async function textsBetween(conversations: ConversationRepository, from: number, to: number): Promise<string[]> {
  return (await conversations.segmentsBetween("ada", "live", from, to)).map(({ text }) => text);
}

function flushed(conversations: ConversationRepository, claimed: Conversation | undefined, to: number, now: Date) {
  const fence = claimed?.state.live?.flush.fence ?? 0;
  return conversations.update("ada", "live", (before) => before.flushedTo(to, fence, now));
}

const idOf = ({ state }: Conversation): string => state.id;
