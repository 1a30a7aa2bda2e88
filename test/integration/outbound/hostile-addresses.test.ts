import { expect } from "chai";
import { resolveName, type Resolve } from "../../../src/adapters/outbound/index.js";
import { hostileNames, hostileUrls, thisMachine } from "../../support/hostile-urls.js";
import { aCall, anOutboundClient } from "../../support/outbound.js";
import { answering, Receiver } from "../../support/receiver.js";

const byTable: Resolve = (name) => Promise.resolve(hostileNames[name] ?? []);

/** Stands for a public address: it is let through, while the rest of this machine is not. */
const PUBLIC = "127.0.0.3";

describe("the outbound client and hostile addresses", () => {
  /** Hears every call to this machine, by whichever of its addresses. */
  let canary: Receiver;

  before(async () => {
    canary = await Receiver.open(answering(200, "caught"), "::");
  });
  after(() => canary.close());
  beforeEach(() => (canary.connections = 0));

  const here = (url: string): string => url.replaceAll("PORT", String(canary.port));

  for (const [reason, urls] of Object.entries(hostileUrls)) {
    it(`refuses ${urls.length} of them as ${reason}, and connects to nobody`, async () => {
      const client = anOutboundClient({ resolve: byTable });
      const found = await Promise.all(
        urls.map(async (url) => ({ url, result: await client.post(aCall(here(url), { lane: url })) })),
      );
      expect(found).to.deep.equal(urls.map((url) => ({ url, result: { kind: "refused", reason } })));
      expect(canary.connections).to.equal(0);
    });
  }

  it("reaches the canary by each of its names when the settings allow it: so it would be heard", async () => {
    const resolve: Resolve = () => Promise.resolve(["127.0.0.1"]);
    const client = anOutboundClient({ resolve, allowed: ["127.0.0.0/8", "0.0.0.0/8", "::1", "::"] });
    for (const url of thisMachine) {
      const result = await client.post(aCall(here(url), { lane: url }));
      expect(result, url).to.deep.equal({ kind: "answered", status: 200, body: "caught" });
    }
    expect(canary.connections).to.equal(thisMachine.length);
  });

  it("asks nobody for the address of what is an address", async () => {
    const asked: string[] = [];
    const resolve: Resolve = (name) => {
      asked.push(name);
      return Promise.resolve([]);
    };
    const client = anOutboundClient({ resolve });
    for (const url of ["http://127.0.0.1:PORT/", "http://0x7f.1:PORT/", "http://[::ffff:127.0.0.1]:PORT/"]) {
      await client.post(aCall(here(url)));
    }
    expect(asked).to.deep.equal([]);
  });

  describe("and names whose addresses change", () => {
    let allowed: Receiver;
    let forbidden: Receiver;

    beforeEach(async () => {
      allowed = await Receiver.open(answering(200, "public"), PUBLIC);
      forbidden = await Receiver.open(answering(200, "caught"), "127.0.0.1", allowed.port);
    });
    afterEach(() => Promise.all([allowed.close(), forbidden.close()]));

    it("asks once for a call, so that one that changes its mind 1,000 times leads nowhere else", async () => {
      let asked = 0;
      // The system itself would answer 127.0.0.1, if it were asked.
      const resolve: Resolve = () => Promise.resolve((asked += 1) % 2 === 1 ? [PUBLIC] : ["127.0.0.1"]);
      const client = anOutboundClient({ resolve, allowed: [PUBLIC] });
      const tally: Record<string, number> = {};
      for (let call = 0; call < 1_000; call += 1) {
        const result = await client.post(aCall(`http://localhost:${allowed.port}/`, { lane: String(call) }));
        const told = result.kind === "answered" ? result.body : result.reason;
        tally[told] = (tally[told] ?? 0) + 1;
      }
      expect(tally).to.deep.equal({ public: 500, forbidden_address: 500 });
      expect(asked).to.equal(1_000);
      expect(allowed.connections).to.equal(500);
      expect(forbidden.connections).to.equal(0);
    });

    it("makes no use of an earlier call's connection or address", async () => {
      const answers = [[PUBLIC], ["127.0.0.1"], [PUBLIC, "127.0.0.1"], [PUBLIC]];
      const client = anOutboundClient({ resolve: () => Promise.resolve(answers.shift() ?? []), allowed: [PUBLIC] });
      const kinds: string[] = [];
      for (let call = 0; call < 4; call += 1) {
        kinds.push((await client.post(aCall(`http://app.example:${allowed.port}/`))).kind);
      }
      expect(kinds).to.deep.equal(["answered", "refused", "refused", "answered"]);
      expect(allowed.connections).to.equal(2);
      expect(forbidden.connections).to.equal(0);
    });

    it("calls another of a name's addresses when one does not answer", async () => {
      const resolve: Resolve = () => Promise.resolve(["127.0.0.4", PUBLIC]);
      const client = anOutboundClient({ resolve, allowed: [PUBLIC, "127.0.0.4"] });
      const result = await client.post(aCall(`http://app.example:${allowed.port}/`));
      expect(result).to.deep.equal({ kind: "answered", status: 200, body: "public" });
    });
  });

  for (const status of [300, 301, 302, 303, 304, 305, 307, 308, 399]) {
    it(`follows no ${status} to an address that it would not call`, async () => {
      const locations = ["http://127.0.0.1:PORT/", "//localhost:PORT/", "http://[::1]:PORT/", "/elsewhere"].map(here);
      for (const location of locations) {
        const headers = [`location: ${location}`, `refresh: 0; url=${location}`, `content-location: ${location}`];
        const allowed = await Receiver.open(answering(status, "", ...headers), PUBLIC);
        const client = anOutboundClient({ allowed: [PUBLIC] });
        const result = await client.post(aCall(`http://${PUBLIC}:${allowed.port}/`));
        await allowed.close();
        expect(result).to.deep.equal({ kind: "refused", reason: "redirected" });
        expect(allowed.connections).to.equal(1);
      }
      expect(canary.connections).to.equal(0);
    });
  }

  it("is led to no proxy by the environment", async () => {
    const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = name.startsWith("NODE") ? "1" : here("http://127.0.0.1:PORT");
    const allowed = await Receiver.open(answering(200, "public"), PUBLIC);
    try {
      const client = anOutboundClient({ allowed: [PUBLIC] });
      const result = await client.post(aCall(`http://${PUBLIC}:${allowed.port}/`));
      expect(result).to.deep.equal({ kind: "answered", status: 200, body: "public" });
      expect(canary.connections).to.equal(0);
    } finally {
      await allowed.close();
      for (const [index, name] of names.entries()) {
        const value = before[index];
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    }
  });

  it("knows the names of this machine without asking, and asks in vain no longer than it is let", async () => {
    const unhurried = new AbortController().signal;
    expect(await resolveName("a.localhost", unhurried)).to.deep.equal(["127.0.0.1", "::1"]);
    expect(await resolveName("localhost.", unhurried)).to.deep.equal(["127.0.0.1", "::1"]);
    expect(await resolveName("nobody.invalid", AbortSignal.abort())).to.deep.equal([]);
    expect(await resolveName("nobody.invalid", AbortSignal.timeout(200))).to.deep.equal([]);
  });
});
