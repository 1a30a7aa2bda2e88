import assert from "node:assert/strict";
import type { PushOutcome } from "../../domain/push-outcome.js";
import type { PushTarget } from "../../domain/push-target.js";
import type { PushChannel, PushMessage } from "../../ports/driven/push-channel.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

/** A message as who got it reads it. */
export interface ReceivedPush {
  /** What a repeat is dropped by. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A channel and the world around it. */
export interface PushWorld {
  readonly channel: PushChannel;
  /** Puts somebody into the world, and answers where they are reached. */
  readonly target: (answer: () => { readonly status: number; readonly body?: string }) => Promise<PushTarget>;
  /** Somebody who is not in the world. */
  readonly nobody: PushTarget;
  /** By any of them, oldest first. */
  readonly received: () => readonly ReceivedPush[];
}

const aMessage = (with_: Partial<PushMessage> = {}): PushMessage => ({
  id: "8c1f7c52-8a1e-4ab4-9d3a-0d8f6a3f9c11",
  kind: "direct",
  appId: "app",
  title: "Garden app",
  text: "The roses want water.",
  createdAt: new Date("2026-03-02T09:00:00.000Z"),
  ...with_,
});

const awkward = [
  "naïve 🌱\r\nsecond line",
  '"quoted" \\ {"a": 1}',
  "=?UTF-8?B?eA==?=",
  "\u0000\u2028",
  " ",
  "x".repeat(500),
];

/** What every PushChannel keeps, whatever it reaches people by. */
export function pushChannelContract({ describe, it }: Registrar, open: Open<PushWorld>): void {
  const test = (title: string, body: (world: PushWorld) => Promise<void>) => it(title, withSubject(open, body));
  const answered = async ({ channel, target }: PushWorld, status: number, body = ""): Promise<PushOutcome> =>
    channel.deliver(aMessage(), await target(() => ({ status, body })));

  describe("PushChannel", () => {
    test("delivers title and text as they are, and says so, whatever success is called", async (world) => {
      for (const status of [200, 201, 202, 204]) {
        assert.deepEqual(await answered(world, status), { kind: "sent" });
      }
      assert.equal(world.received().length, 4);
      const [{ title, text } = { title: "", text: "" }] = world.received();
      assert.deepEqual({ title, text }, { title: "Garden app", text: "The roses want water." });
    });

    test("delivers awkward texts", async (world) => {
      const target = await world.target(() => ({ status: 200 }));
      for (const text of awkward) {
        assert.deepEqual(await world.channel.deliver(aMessage({ text, title: "naïve 🌱" }), target), { kind: "sent" });
      }
      assert.deepEqual(
        world.received().map(({ title, text }) => [title, text]),
        awkward.map((text) => ["naïve 🌱", text]),
      );
    });

    test("delivers the longest text, or as much of it as may be sent", async (world) => {
      const target = await world.target(() => ({ status: 200 }));
      const text = "🌱 é".repeat(1333);
      assert.deepEqual(await world.channel.deliver(aMessage({ text }), target), { kind: "sent" });
      const sent = world.received()[0]?.text ?? "";
      assert.ok(text.startsWith(sent.replace(/…$/, "")));
      assert.ok(sent.isWellFormed() && Buffer.byteLength(sent) > 3_500);
    });

    test("gives a repeat the same id, and another notification another one", async (world) => {
      const target = await world.target(() => ({ status: 200 }));
      for (const id of ["a", "a", "b"]) await world.channel.deliver(aMessage({ id }), target);
      const [first, again, other] = world.received();
      assert.equal(first?.id, again?.id);
      assert.notEqual(first?.id, other?.id);
    });

    test("tells what is refused finally", async (world) => {
      for (const status of [400, 401, 403, 413, 422]) {
        assert.deepEqual(await answered(world, status, "no"), {
          kind: "failed",
          reason: `status_${status}`,
          isFinal: true,
          isGone: false,
        });
      }
    });

    test("tells what is refused for now", async (world) => {
      for (const status of [408, 425, 429, 500, 502, 503]) {
        assert.deepEqual(await answered(world, status, "later"), {
          kind: "failed",
          reason: `status_${status}`,
          isFinal: false,
          isGone: false,
        });
      }
    });

    test("tells that a target is gone", async (world) => {
      assert.deepEqual(await answered(world, 410), {
        kind: "failed",
        reason: "status_410",
        isFinal: true,
        isGone: true,
      });
    });

    test("takes no hostile answer, and is not told by it whom to call", async (world) => {
      const refused = (reason: string) => ({ kind: "failed", reason, isFinal: false, isGone: false });
      assert.deepEqual(await answered(world, 302), refused("redirected"));
      assert.deepEqual(await answered(world, 200, "x".repeat(64 * 1024 + 1)), refused("too_large"));
      assert.equal(world.received().length, 2);
    });

    test("tells that nobody is there, for now", async ({ channel, nobody }) => {
      assert.deepEqual(await channel.deliver(aMessage(), nobody), {
        kind: "failed",
        reason: "unresolved",
        isFinal: false,
        isGone: false,
      });
    });
  });
}
