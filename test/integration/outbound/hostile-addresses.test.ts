import { expect } from "chai";
import { resolveName, type DnsResolver } from "../../../src/adapters/outbound/index.js";
import { hostileNames, hostileUrls, LOOPBACK_URLS } from "../../support/hostile-urls.js";
import { anOutboundRequest, anOutboundClient } from "../../support/outbound-client.js";
import { respondWith, RawHttpServer } from "../../support/raw-http-server.js";

const byTable: DnsResolver = (name) => Promise.resolve(hostileNames[name] ?? []);

/** Stands for a public address: it is let through, while the rest of this machine is not. */
const PUBLIC = "127.0.0.3";

describe("OutboundClient: hostile addresses", () => {
  /** Hears every call to this machine, by whichever of its addresses. */
  let canary: RawHttpServer;

  before(async () => {
    canary = await RawHttpServer.open(respondWith(200, "caught"), "::");
  });
  after(() => canary.close());
  beforeEach(() => (canary.connectionCount = 0));

  const here = (url: string): string => url.replaceAll("PORT", String(canary.port));

  for (const [reason, urls] of Object.entries(hostileUrls)) {
    it(`refuses ${urls.length} URLs as ${reason} without connecting`, async () => {
      const client = anOutboundClient({ resolve: byTable });
      const found = await Promise.all(
        urls.map(async (url) => ({
          url,
          result: await client.post(anOutboundRequest(here(url), { bulkheadKey: url })),
        })),
      );
      expect(found).to.deep.equal(urls.map((url) => ({ url, result: { kind: "failed", reason } })));
      expect(canary.connectionCount).to.equal(0);
    });
  }

  it("reaches the local server by every loopback URL when the configuration allows it", async () => {
    const resolve: DnsResolver = () => Promise.resolve(["127.0.0.1"]);
    const client = anOutboundClient({ resolve, allowed: ["127.0.0.0/8", "0.0.0.0/8", "::1", "::"] });
    for (const url of LOOPBACK_URLS) {
      const result = await client.post(anOutboundRequest(here(url), { bulkheadKey: url }));
      expect(result, url).to.deep.equal({ kind: "answered", status: 200, body: "caught" });
    }
    expect(canary.connectionCount).to.equal(LOOPBACK_URLS.length);
  });

  it("makes no DNS query for an IP address", async () => {
    const asked: string[] = [];
    const resolve: DnsResolver = (name) => {
      asked.push(name);
      return Promise.resolve([]);
    };
    const client = anOutboundClient({ resolve });
    for (const url of ["http://127.0.0.1:PORT/", "http://0x7f.1:PORT/", "http://[::ffff:127.0.0.1]:PORT/"]) {
      await client.post(anOutboundRequest(here(url)));
    }
    expect(asked).to.deep.equal([]);
  });

  describe("names with changing addresses", () => {
    let allowed: RawHttpServer;
    let forbidden: RawHttpServer;

    beforeEach(async () => {
      allowed = await RawHttpServer.open(respondWith(200, "public"), PUBLIC);
      forbidden = await RawHttpServer.open(respondWith(200, "caught"), "127.0.0.1", allowed.port);
    });
    afterEach(() => Promise.all([allowed.close(), forbidden.close()]));

    it("resolves a name once per call, which defeats DNS rebinding in 1,000 calls", async () => {
      let asked = 0;
      // The system itself would answer 127.0.0.1, if it were asked.
      const resolve: DnsResolver = () => Promise.resolve((asked += 1) % 2 === 1 ? [PUBLIC] : ["127.0.0.1"]);
      const client = anOutboundClient({ resolve, allowed: [PUBLIC] });
      const tally: Record<string, number> = {};
      for (let call = 0; call < 1_000; call += 1) {
        const result = await client.post(
          anOutboundRequest(`http://localhost:${allowed.port}/`, { bulkheadKey: String(call) }),
        );
        const told = result.kind === "answered" ? result.body : result.reason;
        tally[told] = (tally[told] ?? 0) + 1;
      }
      expect(tally).to.deep.equal({ public: 500, forbidden_address: 500 });
      expect(asked).to.equal(1_000);
      expect(allowed.connectionCount).to.equal(500);
      expect(forbidden.connectionCount).to.equal(0);
    });

    it("reuses no connection or address of an earlier call", async () => {
      const answers = [[PUBLIC], ["127.0.0.1"], [PUBLIC, "127.0.0.1"], [PUBLIC]];
      const client = anOutboundClient({ resolve: () => Promise.resolve(answers.shift() ?? []), allowed: [PUBLIC] });
      const kinds: string[] = [];
      for (let call = 0; call < 4; call += 1) {
        kinds.push((await client.post(anOutboundRequest(`http://app.example:${allowed.port}/`))).kind);
      }
      expect(kinds).to.deep.equal(["answered", "failed", "failed", "answered"]);
      expect(allowed.connectionCount).to.equal(2);
      expect(forbidden.connectionCount).to.equal(0);
    });

    it("tries another address of the name when one does not respond", async () => {
      const resolve: DnsResolver = () => Promise.resolve(["127.0.0.4", PUBLIC]);
      const client = anOutboundClient({ resolve, allowed: [PUBLIC, "127.0.0.4"] });
      const result = await client.post(anOutboundRequest(`http://app.example:${allowed.port}/`));
      expect(result).to.deep.equal({ kind: "answered", status: 200, body: "public" });
    });
  });

  for (const status of [300, 301, 302, 303, 304, 305, 307, 308, 399]) {
    it(`does not follow a ${status} redirect`, async () => {
      const locations = ["http://127.0.0.1:PORT/", "//localhost:PORT/", "http://[::1]:PORT/", "/elsewhere"].map(here);
      for (const location of locations) {
        const headers = [`location: ${location}`, `refresh: 0; url=${location}`, `content-location: ${location}`];
        const allowed = await RawHttpServer.open(respondWith(status, "", ...headers), PUBLIC);
        const client = anOutboundClient({ allowed: [PUBLIC] });
        const result = await client.post(anOutboundRequest(`http://${PUBLIC}:${allowed.port}/`));
        await allowed.close();
        expect(result).to.deep.equal({ kind: "failed", reason: "redirected" });
        expect(allowed.connectionCount).to.equal(1);
      }
      expect(canary.connectionCount).to.equal(0);
    });
  }

  it("ignores proxy settings in the environment", async () => {
    const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = name.startsWith("NODE") ? "1" : here("http://127.0.0.1:PORT");
    const allowed = await RawHttpServer.open(respondWith(200, "public"), PUBLIC);
    try {
      const client = anOutboundClient({ allowed: [PUBLIC] });
      const result = await client.post(anOutboundRequest(`http://${PUBLIC}:${allowed.port}/`));
      expect(result).to.deep.equal({ kind: "answered", status: 200, body: "public" });
      expect(canary.connectionCount).to.equal(0);
    } finally {
      await allowed.close();
      for (const [index, name] of names.entries()) {
        const value = before[index];
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    }
  });

  it("resolves localhost names without DNS, and stops resolving when aborted", async () => {
    const unhurried = new AbortController().signal;
    expect(await resolveName("a.localhost", unhurried)).to.deep.equal(["127.0.0.1", "::1"]);
    expect(await resolveName("localhost.", unhurried)).to.deep.equal(["127.0.0.1", "::1"]);
    expect(await resolveName("nobody.invalid", AbortSignal.abort())).to.deep.equal([]);
    expect(await resolveName("nobody.invalid", AbortSignal.timeout(200))).to.deep.equal([]);
  });
});
