import assert from "node:assert/strict";
import { isLeaseLost } from "../../domain/lease.js";
import type { ConversationRepository } from "../../ports/driven/conversation-repository.js";
import { aClaimedConversation, aConversation, anUnprocessedConversation, recorded } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const LEASE = 30_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** What every ConversationRepository keeps when it hands out work. */
export function conversationClaimsContract({ describe, it }: Registrar, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("a claim", () => {
    test("is of what is due, and is stored", async (conversations) => {
      const due = anUnprocessedConversation(start);
      await conversations.insertOrGet(recorded(due));
      const [claimed, ...others] = await conversations.claimDue(start, LEASE, 10);
      assert.deepEqual(others, []);
      assert.deepEqual(claimed?.state, due.claim(start, LEASE).state);
      assert.deepEqual((await conversations.get("ada", due.state.id))?.state, claimed.state);
    });

    test("is not of what is not due yet, nor of what somebody holds", async (conversations) => {
      await conversations.insertOrGet(recorded(anUnprocessedConversation(after(1))));
      await conversations.insertOrGet(recorded(aClaimedConversation(start, LEASE)));
      assert.deepEqual(await conversations.claimDue(start, LEASE, 10), []);
      assert.equal((await conversations.claimDue(after(1), LEASE, 10)).length, 1);
    });

    test("is not of another state, but also of what is to be deleted", async (conversations) => {
      const lease = anUnprocessedConversation(start).state.lease;
      for (const status of ["in_progress", "completed", "failed"] as const) {
        await conversations.insertOrGet(recorded(aConversation({ status, lease })));
      }
      await conversations.insertOrGet(recorded(aConversation({ id: "gone", status: "deleting", lease })));
      const claimed = await conversations.claimDue(start, LEASE, 10);
      assert.deepEqual(
        claimed.map(({ state }) => state.id),
        ["gone"],
      );
    });

    test("is of all users, longest due first, and of no more than asked for", async (conversations) => {
      for (const [id, userId, due] of [
        ["second", "bob", 200],
        ["third", "ada", 300],
        ["first", "ada", 100],
      ] as const) {
        await conversations.insertOrGet(recorded(anUnprocessedConversation(after(due), { id, userId })));
      }
      const names = async (limit: number) =>
        (await conversations.claimDue(after(1000), LEASE, limit)).map(({ state }) => state.id);
      assert.deepEqual(await names(2), ["first", "second"]);
      assert.deepEqual(await names(2), ["third"]);
      assert.deepEqual(await names(2), []);
    });

    test("goes to exactly one of 8 workers", async (conversations) => {
      const work = Array.from({ length: 40 }, (_, index) => anUnprocessedConversation(start, { id: `work-${index}` }));
      await Promise.all(work.map((conversation) => conversations.insertOrGet(recorded(conversation))));
      const worker = async () => {
        const mine: string[] = [];
        for (;;) {
          const claimed = await conversations.claimDue(start, LEASE, 3);
          if (claimed.length === 0) return mine;
          mine.push(...claimed.map(({ state }) => state.id));
        }
      };
      const shares = await Promise.all(Array.from({ length: 8 }, worker));
      assert.deepEqual(shares.flat().sort(), work.map(({ state }) => state.id).sort());
    });

    test("is taken over when it has run out, and whoever held it can write no more", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(recorded(anUnprocessedConversation(start, { id })));
      const [late] = await conversations.claimDue(start, LEASE, 1);
      assert.deepEqual(await conversations.claimDue(after(LEASE - 1), LEASE, 1), []);
      const [next] = await conversations.claimDue(after(LEASE), LEASE, 1);
      assert.equal(next?.state.lease.fence, 2);
      const tooLate = conversations.update("ada", id, (before) =>
        before.fail(late?.state.lease.fence ?? 0, after(LEASE)),
      );
      await assert.rejects(tooLate, isLeaseLost);
      assert.deepEqual((await conversations.get("ada", id))?.state, next.state);
    });

    test("that is renewed is not taken over", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(recorded(aClaimedConversation(start, LEASE, { id })));
      await conversations.update("ada", id, (before) => before.renew(1, after(LEASE - 1), LEASE));
      assert.deepEqual(await conversations.claimDue(after(LEASE), LEASE, 1), []);
    });

    test("that is given back comes again when it is due", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(recorded(aClaimedConversation(start, LEASE, { id })));
      await conversations.update("ada", id, (before) => before.postpone(1, after(100)));
      assert.deepEqual(await conversations.claimDue(after(99), LEASE, 1), []);
      const [again] = await conversations.claimDue(after(100), LEASE, 1);
      assert.equal(again?.state.lease.attempts, 2);
    });

    test("ends with the work", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(recorded(aClaimedConversation(start, LEASE, { id })));
      await conversations.update("ada", id, (before) => before.fail(1, after(1)));
      assert.deepEqual(await conversations.claimDue(after(10 * LEASE), LEASE, 1), []);
    });
  });
}
