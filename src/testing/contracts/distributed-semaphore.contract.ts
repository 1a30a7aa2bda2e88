import assert from "node:assert/strict";
import type { DistributedSemaphore } from "../../ports/driven/distributed-semaphore.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const LEASE = 1_000;
const at = (milliseconds: number): Date => new Date(Date.UTC(2026, 2, 2) + milliseconds);
const claim = (limit: number, milliseconds = 0) => ({ limit, now: at(milliseconds), leaseMs: LEASE });

/** Guarantees of every DistributedSemaphore. */
export function distributedSemaphoreContract({ it }: Registrar, open: Open<DistributedSemaphore>): void {
  const test = (title: string, body: (semaphore: DistributedSemaphore) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("gives so many and no more, to many at once", async (semaphore) => {
    const holders = Array.from({ length: 40 }, (_, n) => `h${n}`);
    const given = await Promise.all(holders.map((holder) => semaphore.acquire("a", holder, claim(3))));
    assert.equal(given.filter(Boolean).length, 3);
    const held = await Promise.all(holders.map((holder) => semaphore.isHeld("a", holder, claim(3))));
    assert.deepEqual(held, given);
  });

  test("gives what is left to those who wait, the first to come first", async (semaphore) => {
    for (const holder of ["one", "two", "three", "four"]) await semaphore.acquire("a", holder, claim(1));
    for (const [left, next] of [
      ["one", "two"],
      ["two", "three"],
      ["three", "four"],
    ] as const) {
      assert.equal(await semaphore.isHeld("a", next, claim(1)), false);
      await semaphore.release("a", left);
      assert.equal(await semaphore.isHeld("a", next, claim(1)), true);
    }
  });

  test("leaves a slot to whoever asks for it in time", async (semaphore) => {
    assert.equal(await semaphore.acquire("a", "one", claim(1)), true);
    assert.equal(await semaphore.acquire("a", "two", claim(1)), false);
    for (let time = 900; time < 5_000; time += 900) {
      assert.equal(await semaphore.acquire("a", "one", claim(1, time)), true);
      assert.equal(await semaphore.acquire("a", "two", claim(1, time)), false);
    }
  });

  test("gives the slot of the dead to the next one when its lease has run out, and not before", async (semaphore) => {
    await semaphore.acquire("a", "dead", claim(1));
    assert.equal(await semaphore.acquire("a", "next", claim(1, 500)), false);
    assert.equal(await semaphore.isHeld("a", "next", claim(1, LEASE - 1)), false);
    assert.equal(await semaphore.isHeld("a", "next", claim(1, LEASE)), true);
    assert.equal(await semaphore.acquire("a", "third", claim(1, LEASE)), false);
  });

  test("lets those pass whom a dead one stands before in line", async (semaphore) => {
    await semaphore.acquire("a", "one", claim(1));
    await semaphore.acquire("a", "dead", claim(1));
    await semaphore.acquire("a", "one", claim(1, 900));
    await semaphore.acquire("a", "third", claim(1, 900));
    await semaphore.release("a", "one");
    assert.equal(await semaphore.isHeld("a", "third", claim(1, 1_100)), true);
  });

  test("puts who comes back too late behind the others", async (semaphore) => {
    await semaphore.acquire("a", "late", claim(1));
    await semaphore.acquire("a", "next", claim(1, 900));
    assert.equal(await semaphore.isHeld("a", "next", claim(1, 1_100)), true);
    assert.equal(await semaphore.isHeld("a", "late", claim(1, 1_100)), false);
    assert.equal(await semaphore.acquire("a", "late", claim(1, 1_100)), false);
    await semaphore.release("a", "next");
    assert.equal(await semaphore.isHeld("a", "late", claim(1, 1_200)), true);
  });

  test("keeps lines apart, and nothing of who has left", async (semaphore) => {
    assert.equal(await semaphore.acquire("a", "one", claim(1)), true);
    assert.equal(await semaphore.acquire("b", "one", claim(1)), true);
    await semaphore.release("a", "one");
    await semaphore.release("a", "one");
    assert.equal(await semaphore.isHeld("a", "one", claim(1)), false);
    assert.equal(await semaphore.isHeld("b", "one", claim(1)), true);
  });
}
