import assert from "node:assert/strict";
import type { Slots } from "../../ports/driven/slots.js";
import { using, type Open, type Runner } from "../runner.js";

const LEASE = 1_000;
const at = (milliseconds: number): Date => new Date(Date.UTC(2026, 2, 2) + milliseconds);
const claim = (limit: number, milliseconds = 0) => ({ limit, now: at(milliseconds), leaseMs: LEASE });

/** What every Slots keeps, whatever counts them. */
export function slotsContract({ describe, it }: Runner, open: Open<Slots>): void {
  const test = (title: string, body: (slots: Slots) => Promise<void>) => it(title, using(open, body));

  describe("Slots", () => {
    test("gives so many and no more, to many at once", async (slots) => {
      const holders = Array.from({ length: 40 }, (_, n) => `h${n}`);
      const given = await Promise.all(holders.map((holder) => slots.claim("a", holder, claim(3))));
      assert.equal(given.filter(Boolean).length, 3);
      const held = await Promise.all(holders.map((holder) => slots.holds("a", holder, claim(3))));
      assert.deepEqual(held, given);
    });

    test("gives what is left to those who wait, the first to come first", async (slots) => {
      for (const holder of ["one", "two", "three", "four"]) await slots.claim("a", holder, claim(1));
      for (const [left, next] of [
        ["one", "two"],
        ["two", "three"],
        ["three", "four"],
      ] as const) {
        assert.equal(await slots.holds("a", next, claim(1)), false);
        await slots.leave("a", left);
        assert.equal(await slots.holds("a", next, claim(1)), true);
      }
    });

    test("leaves a slot to whoever asks for it in time", async (slots) => {
      assert.equal(await slots.claim("a", "one", claim(1)), true);
      assert.equal(await slots.claim("a", "two", claim(1)), false);
      for (let time = 900; time < 5_000; time += 900) {
        assert.equal(await slots.claim("a", "one", claim(1, time)), true);
        assert.equal(await slots.claim("a", "two", claim(1, time)), false);
      }
    });

    test("gives the slot of the dead to the next one when its lease has run out, and not before", async (slots) => {
      await slots.claim("a", "dead", claim(1));
      assert.equal(await slots.claim("a", "next", claim(1, 500)), false);
      assert.equal(await slots.holds("a", "next", claim(1, LEASE - 1)), false);
      assert.equal(await slots.holds("a", "next", claim(1, LEASE)), true);
      assert.equal(await slots.claim("a", "third", claim(1, LEASE)), false);
    });

    test("lets those pass whom a dead one stands before in line", async (slots) => {
      await slots.claim("a", "one", claim(1));
      await slots.claim("a", "dead", claim(1));
      await slots.claim("a", "one", claim(1, 900));
      await slots.claim("a", "third", claim(1, 900));
      await slots.leave("a", "one");
      assert.equal(await slots.holds("a", "third", claim(1, 1_100)), true);
    });

    test("puts who comes back too late behind the others", async (slots) => {
      await slots.claim("a", "late", claim(1));
      await slots.claim("a", "next", claim(1, 900));
      assert.equal(await slots.holds("a", "next", claim(1, 1_100)), true);
      assert.equal(await slots.holds("a", "late", claim(1, 1_100)), false);
      assert.equal(await slots.claim("a", "late", claim(1, 1_100)), false);
      await slots.leave("a", "next");
      assert.equal(await slots.holds("a", "late", claim(1, 1_200)), true);
    });

    test("keeps lines apart, and nothing of who has left", async (slots) => {
      assert.equal(await slots.claim("a", "one", claim(1)), true);
      assert.equal(await slots.claim("b", "one", claim(1)), true);
      await slots.leave("a", "one");
      await slots.leave("a", "one");
      assert.equal(await slots.holds("a", "one", claim(1)), false);
      assert.equal(await slots.holds("b", "one", claim(1)), true);
    });
  });
}
