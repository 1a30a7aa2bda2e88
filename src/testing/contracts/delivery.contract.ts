import assert from "node:assert/strict";
import type { PushOutcome } from "../../domain/notification/push-attempt.js";
import type { PushTarget } from "../../domain/notification/push-target.js";
import type { OutboundClient, OutboundRequest, OutboundResult } from "../../ports/driven/delivery/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/delivery/push-channel.js";
import { type Open, type TestFramework, withSubject } from "../test-framework.js";

/** A request that a test server received. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A client and the servers that it can reach. */
export interface OutboundTestNetwork {
  readonly client: OutboundClient;
  /** Starts a server. @returns its URL, with a host name. */
  readonly peer: (respond: () => { readonly status: number; readonly body?: string }) => Promise<string>;
  /** Requests that any of the servers received, oldest first. */
  readonly received: () => readonly ReceivedRequest[];
}

const KIB = 1024;

const aRequest = (request: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url: "https://nobody.invalid/",
  bulkheadKey: "app",
  body: "{}",
  headers: { "content-type": "application/json" },
  ...request,
});

const failedResult = (reason: string): object => ({ kind: "failed", reason });

interface OutboundTestBench extends OutboundTestNetwork {
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly post: (request: Partial<OutboundRequest>) => Promise<OutboundResult>;
}

/** Guarantees of every OutboundClient. `open` must return `advance`. */
export function outboundClientContract({ describe, it: test }: TestFramework, open: Open<OutboundTestNetwork>): void {
  const it = (title: string, body: (bench: OutboundTestBench) => Promise<void>): unknown =>
    test(title, async () => {
      const { subject, close, advance } = await open();
      try {
        await body({
          ...subject,
          post: (request) => subject.client.post(aRequest(request)),
          async advance(milliseconds) {
            assert.ok(advance, "this contract needs a clock that can be moved");
            await advance(milliseconds);
          },
        });
      } finally {
        await close();
      }
    });

  describe("OutboundClient", () => {
    it("returns the status and body of any response, success or error", async ({ peer, post }) => {
      for (const [index, status] of [200, 201, 404, 410, 429, 500, 503].entries()) {
        const url = await peer(() => ({ status, body: `{"said": "é ${status}"}` }));
        const result = await post({ url, bulkheadKey: `app ${index}` });
        assert.deepEqual(result, { kind: "answered", status, body: `{"said": "é ${status}"}` });
      }
    });

    it("sends the body and headers unchanged", async ({ peer, post, received }) => {
      const url = await peer(() => ({ status: 200 }));
      const body = JSON.stringify({ text: "naïve 🌱\r\n" });
      await post({ url, body, headers: { "content-type": "application/json", urgency: "high" } });
      const [only] = received();
      assert.equal(only?.body, body);
      assert.equal(only.headers["urgency"], "high");
      assert.equal(only.headers["content-type"], "application/json");
    });

    it("accepts a URL with a query string", async ({ peer, post }) => {
      const url = await peer(() => ({ status: 200 }));
      assert.equal((await post({ url: `${url}?uid=a%20b&session_id=1` })).kind, "answered");
    });

    it("accepts a response body of the maximum size and refuses a longer one", async ({ peer, post }) => {
      const url = await peer(() => ({ status: 200, body: "é".repeat(32 * KIB) }));
      const result = await post({ url });
      assert.equal(result.kind === "answered" && result.body.length, 32 * KIB);
      const longer = await peer(() => ({ status: 200, body: `${"é".repeat(32 * KIB)}.` }));
      assert.deepEqual(await post({ url: longer }), failedResult("too_large"));
    });

    it("does not follow redirects", async ({ peer, post, received }) => {
      for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
        const url = await peer(() => ({ status }));
        assert.deepEqual(await post({ url, bulkheadKey: `app ${index}` }), failedResult("redirected"));
      }
      assert.equal(received().length, 5);
    });

    it("refuses malformed URLs, other schemes and URLs with credentials", async ({ post }) => {
      const hostile = [
        "",
        "x",
        "//a.example",
        "file:///etc/passwd",
        "ftp://a.example",
        "https://u@a.example",
        "http://",
      ];
      for (const url of [...hostile, "https://u:p@a.example/", "javascript:1", "data:,x", "http://a b/"]) {
        assert.deepEqual(await post({ url }), failedResult("invalid_url"), url);
      }
    });

    it("refuses loopback addresses and localhost", async ({ post }) => {
      for (const url of ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://2130706433/"]) {
        assert.deepEqual(await post({ url, bulkheadKey: url }), failedResult("forbidden_address"), url);
      }
    });

    it("refuses a host name that does not resolve", async ({ post }) => {
      assert.deepEqual(await post({ url: "https://nobody.invalid/" }), failedResult("unresolved"));
    });

    it("opens the circuit of one bulkhead key for 30 s after five consecutive failures", async (bench) => {
      const { peer, post, received, advance } = bench;
      const bad = await peer(() => ({ status: 500 }));
      const good = await peer(() => ({ status: 204 }));
      for (let attempt = 0; attempt < 5; attempt += 1) assert.equal((await post({ url: bad })).kind, "answered");
      assert.deepEqual(await post({ url: bad }), failedResult("circuit_open"));
      assert.deepEqual(await post({ url: good }), failedResult("circuit_open"));
      assert.equal((await post({ url: good, bulkheadKey: "other" })).kind, "answered");
      await advance(29_000);
      assert.deepEqual(await post({ url: good }), failedResult("circuit_open"));
      assert.equal(received().length, 6);
      await advance(1_000);
      assert.equal((await post({ url: good })).kind, "answered");
      assert.equal((await post({ url: good })).kind, "answered");
    });

    it("reopens the circuit for another 30 s when the probe request fails", async ({ peer, post, advance }) => {
      const url = await peer(() => ({ status: 500 }));
      for (let attempt = 0; attempt < 5; attempt += 1) await post({ url });
      await advance(30_000);
      assert.equal((await post({ url })).kind, "answered");
      assert.deepEqual(await post({ url }), failedResult("circuit_open"));
    });

    it("sends a single probe request when the circuit is half-open", async ({ peer, post, received, advance }) => {
      const url = await peer(() => ({ status: 500 }));
      for (let attempt = 0; attempt < 5; attempt += 1) await post({ url });
      await advance(30_000);
      const results = await Promise.all(Array.from({ length: 5 }, () => post({ url })));
      assert.equal(results.filter(({ kind }) => kind === "answered").length, 1);
      assert.equal(received().length, 6);
    });

    it("resets the failure count after a success", async ({ peer, post }) => {
      const bad = await peer(() => ({ status: 500 }));
      const good = await peer(() => ({ status: 200 }));
      for (let attempt = 0; attempt < 4; attempt += 1) await post({ url: bad });
      await post({ url: good });
      for (let attempt = 0; attempt < 4; attempt += 1) await post({ url: bad });
      assert.equal((await post({ url: bad })).kind, "answered");
      assert.deepEqual(await post({ url: bad }), failedResult("circuit_open"));
    });
  });
}

/** A message as its recipient reads it. */
export interface ReceivedPush {
  /** The recipient drops a repeated message by this ID. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A channel and the targets that it can reach. */
export interface PushTestNetwork {
  readonly channel: PushChannel;
  /** Starts a push service. @returns a target that it serves. */
  readonly target: (respond: () => { readonly status: number; readonly body?: string }) => Promise<PushTarget>;
  /** A target that no service answers for. */
  readonly unreachableTarget: PushTarget;
  /** Messages that any of the targets received, oldest first. */
  readonly received: () => readonly ReceivedPush[];
}

const aMessage = (overrides: Partial<PushMessage> = {}): PushMessage => ({
  id: "8c1f7c52-8a1e-4ab4-9d3a-0d8f6a3f9c11",
  kind: "direct",
  appId: "app",
  title: "Garden app",
  text: "The roses want water.",
  createdAt: new Date("2026-03-02T09:00:00.000Z"),
  ...overrides,
});

const awkwardMessages = [
  "naïve 🌱\r\nsecond line",
  '"quoted" \\ {"a": 1}',
  "=?UTF-8?B?eA==?=",
  "\u0000\u2028",
  " ",
  "x".repeat(500),
];

/** Guarantees of every PushChannel. */
export function pushChannelContract({ describe, it }: TestFramework, open: Open<PushTestNetwork>): void {
  const test = (title: string, body: (world: PushTestNetwork) => Promise<void>) => it(title, withSubject(open, body));
  const deliverWithStatus = async (
    { channel, target }: PushTestNetwork,
    status: number,
    body = "",
  ): Promise<PushOutcome> => channel.deliver(aMessage(), await target(() => ({ status, body })));

  describe("PushChannel", () => {
    test("delivers title and text unchanged and reports any 2xx status as sent", async (world) => {
      for (const status of [200, 201, 202, 204]) {
        assert.deepEqual(await deliverWithStatus(world, status), { kind: "sent" });
      }
      assert.equal(world.received().length, 4);
      const [{ title, text } = { title: "", text: "" }] = world.received();
      assert.deepEqual({ title, text }, { title: "Garden app", text: "The roses want water." });
    });

    test("delivers control characters, quotes, emoji and long texts unchanged", async (world) => {
      const target = await world.target(() => ({ status: 200 }));
      for (const text of awkwardMessages) {
        assert.deepEqual(await world.channel.deliver(aMessage({ text, title: "naïve 🌱" }), target), { kind: "sent" });
      }
      assert.deepEqual(
        world.received().map(({ title, text }) => [title, text]),
        awkwardMessages.map((text) => ["naïve 🌱", text]),
      );
    });

    test("delivers the longest text, truncated to the size that the channel allows", async (world) => {
      const target = await world.target(() => ({ status: 200 }));
      const text = "🌱 é".repeat(1333);
      assert.deepEqual(await world.channel.deliver(aMessage({ text }), target), { kind: "sent" });
      const sentText = world.received()[0]?.text ?? "";
      assert.ok(text.startsWith(sentText.replace(/…$/, "")));
      assert.ok(sentText.isWellFormed() && Buffer.byteLength(sentText) > 3_500);
    });

    test("sends a repeated message with the same ID and another message with a different one", async (world) => {
      const target = await world.target(() => ({ status: 200 }));
      for (const id of ["a", "a", "b"]) await world.channel.deliver(aMessage({ id }), target);
      const [first, repeated, otherMessage] = world.received();
      assert.equal(first?.id, repeated?.id);
      assert.notEqual(first?.id, otherMessage?.id);
    });

    test("reports a permanent error status as a final failure", async (world) => {
      for (const status of [400, 401, 403, 413, 422]) {
        assert.deepEqual(await deliverWithStatus(world, status, "no"), {
          kind: "failed",
          reason: `status_${status}`,
          isFinal: true,
          isGone: false,
        });
      }
    });

    test("reports a temporary error status as a retryable failure", async (world) => {
      for (const status of [408, 425, 429, 500, 502, 503]) {
        assert.deepEqual(await deliverWithStatus(world, status, "later"), {
          kind: "failed",
          reason: `status_${status}`,
          isFinal: false,
          isGone: false,
        });
      }
    });

    test("reports a target that responds with 410 as gone", async (world) => {
      assert.deepEqual(await deliverWithStatus(world, 410), {
        kind: "failed",
        reason: "status_410",
        isFinal: true,
        isGone: true,
      });
    });

    test("does not follow redirects and rejects oversized responses", async (world) => {
      const refusedOutcome = (reason: string) => ({ kind: "failed", reason, isFinal: false, isGone: false });
      assert.deepEqual(await deliverWithStatus(world, 302), refusedOutcome("redirected"));
      assert.deepEqual(await deliverWithStatus(world, 200, "x".repeat(64 * 1024 + 1)), refusedOutcome("too_large"));
      assert.equal(world.received().length, 2);
    });

    test("reports an unreachable target as a retryable failure", async ({ channel, unreachableTarget }) => {
      assert.deepEqual(await channel.deliver(aMessage(), unreachableTarget), {
        kind: "failed",
        reason: "unresolved",
        isFinal: false,
        isGone: false,
      });
    });
  });
}
