import assert from "node:assert/strict";
import type { OutboundClient, OutboundRequest, OutboundResult } from "../../ports/driven/outbound-client.js";
import type { Open, Registrar } from "../registrar.js";

/** What reached somebody. */
export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A client and the world around it. */
export interface OutboundWorld {
  readonly client: OutboundClient;
  /** Puts somebody into the world. @returns their URL, under a name. */
  readonly peer: (answer: () => { readonly status: number; readonly body?: string }) => Promise<string>;
  /** By any of them, oldest first. */
  readonly received: () => readonly Received[];
}

const KIB = 1024;

const aRequest = (request: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url: "https://nobody.invalid/",
  lane: "app",
  body: "{}",
  headers: { "content-type": "application/json" },
  ...request,
});

const refused = (reason: string): object => ({ kind: "refused", reason });

interface Bench extends OutboundWorld {
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly post: (request: Partial<OutboundRequest>) => Promise<OutboundResult>;
}

/** What every OutboundClient keeps, whatever is behind it. `open` must offer `advance`. */
export function outboundClientContract({ describe, it: test }: Registrar, open: Open<OutboundWorld>): void {
  const it = (title: string, body: (bench: Bench) => Promise<void>): unknown =>
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
    it("tells what was answered, whether it is a success or not", async ({ peer, post }) => {
      for (const [index, status] of [200, 201, 404, 410, 429, 500, 503].entries()) {
        const url = await peer(() => ({ status, body: `{"said": "é ${status}"}` }));
        const result = await post({ url, lane: `app ${index}` });
        assert.deepEqual(result, { kind: "answered", status, body: `{"said": "é ${status}"}` });
      }
    });

    it("delivers the body and the headers as they are", async ({ peer, post, received }) => {
      const url = await peer(() => ({ status: 200 }));
      const body = JSON.stringify({ text: "naïve 🌱\r\n" });
      await post({ url, body, headers: { "content-type": "application/json", urgency: "high" } });
      const [only] = received();
      assert.equal(only?.body, body);
      assert.equal(only.headers["urgency"], "high");
      assert.equal(only.headers["content-type"], "application/json");
    });

    it("delivers a query as it is", async ({ peer, post }) => {
      const url = await peer(() => ({ status: 200 }));
      assert.equal((await post({ url: `${url}?uid=a%20b&session_id=1` })).kind, "answered");
    });

    it("answers text that is as long as it may be, and none that is longer", async ({ peer, post }) => {
      const url = await peer(() => ({ status: 200, body: "é".repeat(32 * KIB) }));
      const result = await post({ url });
      assert.equal(result.kind === "answered" && result.body.length, 32 * KIB);
      const longer = await peer(() => ({ status: 200, body: `${"é".repeat(32 * KIB)}.` }));
      assert.deepEqual(await post({ url: longer }), refused("too_large"));
    });

    it("follows no redirect", async ({ peer, post, received }) => {
      for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
        const url = await peer(() => ({ status }));
        assert.deepEqual(await post({ url, lane: `app ${index}` }), refused("redirected"));
      }
      assert.equal(received().length, 5);
    });

    it("refuses what is no URL to call", async ({ post }) => {
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
        assert.deepEqual(await post({ url }), refused("invalid_url"), url);
      }
    });

    it("refuses this machine, by number and by name", async ({ post }) => {
      for (const url of ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://2130706433/"]) {
        assert.deepEqual(await post({ url, lane: url }), refused("forbidden_address"), url);
      }
    });

    it("refuses a name that nobody has", async ({ post }) => {
      assert.deepEqual(await post({ url: "https://nobody.invalid/" }), refused("unresolved"));
    });

    it("calls no lane for 30 s that failed five times in a row, and every other", async (bench) => {
      const { peer, post, received, advance } = bench;
      const bad = await peer(() => ({ status: 500 }));
      const good = await peer(() => ({ status: 204 }));
      for (let time = 0; time < 5; time += 1) assert.equal((await post({ url: bad })).kind, "answered");
      assert.deepEqual(await post({ url: bad }), refused("circuit_open"));
      assert.deepEqual(await post({ url: good }), refused("circuit_open"));
      assert.equal((await post({ url: good, lane: "other" })).kind, "answered");
      await advance(29_000);
      assert.deepEqual(await post({ url: good }), refused("circuit_open"));
      assert.equal(received().length, 6);
      await advance(1_000);
      assert.equal((await post({ url: good })).kind, "answered");
      assert.equal((await post({ url: good })).kind, "answered");
    });

    it("calls no lane for another 30 s that fails again thereafter", async ({ peer, post, advance }) => {
      const url = await peer(() => ({ status: 500 }));
      for (let time = 0; time < 5; time += 1) await post({ url });
      await advance(30_000);
      assert.equal((await post({ url })).kind, "answered");
      assert.deepEqual(await post({ url }), refused("circuit_open"));
    });

    it("sees with one call alone whether it is over, however many come", async ({ peer, post, received, advance }) => {
      const url = await peer(() => ({ status: 500 }));
      for (let time = 0; time < 5; time += 1) await post({ url });
      await advance(30_000);
      const results = await Promise.all(Array.from({ length: 5 }, () => post({ url })));
      assert.equal(results.filter(({ kind }) => kind === "answered").length, 1);
      assert.equal(received().length, 6);
    });

    it("begins to count failures anew after a success", async ({ peer, post }) => {
      const bad = await peer(() => ({ status: 500 }));
      const good = await peer(() => ({ status: 200 }));
      for (let time = 0; time < 4; time += 1) await post({ url: bad });
      await post({ url: good });
      for (let time = 0; time < 4; time += 1) await post({ url: bad });
      assert.equal((await post({ url: bad })).kind, "answered");
      assert.deepEqual(await post({ url: bad }), refused("circuit_open"));
    });
  });
}
