import { createECDH, createPublicKey, verify } from "node:crypto";
import { expect } from "chai";
import { vapidKeysOf, WebPushChannel } from "../../../src/adapters/channels/index.js";
import { InMemoryOutboundClient } from "../../../src/adapters/in-memory/index.js";
import { aPushTarget, FixedClock } from "../../../src/testing/index.js";
import { Browser } from "../../support/browser.js";

const keys = vapidKeysOf(new Uint8Array(32));
const message = {
  id: "8c1f7c52-8a1e-4ab4-9d3a-0d8f6a3f9c11",
  kind: "direct",
  appId: null,
  title: "mneme",
  text: "Water",
  createdAt: new Date(0),
} as const;

function aWorld() {
  const outbound = new InMemoryOutboundClient(new FixedClock());
  outbound.put("https://push.example", () => ({ status: 201 }));
  const channel = new WebPushChannel(outbound, { keys, contact: "mailto:ada@example.com" });
  const deliver = (keys_ = new Browser().keys) =>
    channel.deliver(message, aPushTarget({ channel: "web_push", url: "https://push.example/a", keys: keys_ }));
  const sent = () => {
    const [only] = outbound.received;
    if (!only) throw new Error("Nothing was sent");
    return { ...only, body: Buffer.from(only.body) };
  };
  return { outbound, channel, deliver, sent };
}

describe("the VAPID keys", () => {
  it("are a key pair, the same for the same seed and another for another one", () => {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(keys.privateKey, "base64url");
    expect(pair.getPublicKey("base64url")).to.equal(keys.publicKey);
    expect(vapidKeysOf(new Uint8Array(32))).to.deep.equal(keys);
    expect(vapidKeysOf(new Uint8Array(32).fill(1))).not.to.deep.equal(keys);
  });

  it("are ones for any seed", () => {
    for (let seed = 0; seed < 256; seed += 1) {
      const { publicKey, privateKey } = vapidKeysOf(new Uint8Array(32).fill(seed));
      expect([publicKey.length, privateKey.length]).to.deep.equal([87, 43]);
    }
  });
});

describe("Web Push", () => {
  it("sends what nobody but the browser can read, within what a push service takes", async () => {
    const { channel, sent } = aWorld();
    const [browser, other] = [new Browser(), new Browser()];
    const target = aPushTarget({ channel: "web_push", url: "https://push.example/a", keys: browser.keys });
    await channel.deliver({ ...message, text: "🌱".repeat(4000) }, target);
    const { body } = sent();
    expect(body.length).to.be.within(4_080, 4_096);
    expect(body.includes("🌱")).to.equal(false);
    expect((browser.read(body) as { body: string }).body).to.match(/^(🌱)+…$/u);
    expect(() => other.read(body)).to.throw();
  });

  it("speaks in the name of the service, to this push service alone, and for half a day", async () => {
    const { deliver, sent } = aWorld();
    await deliver();
    const [, token = "", key] = /^vapid t=(\S+), k=(\S+)$/.exec(sent().headers["authorization"] ?? "") ?? [];
    expect(key).to.equal(keys.publicKey);
    const [header = "", claims = "", signature = ""] = token.split(".");
    const point = Buffer.from(keys.publicKey, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString("base64url"));
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
    const signed = Buffer.from(`${header}.${claims}`);
    const dsa = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
    expect(verify("sha256", signed, dsa, Buffer.from(signature, "base64url"))).to.equal(true);
    const { aud, sub, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
    expect([aud, sub]).to.deep.equal(["https://push.example", "mailto:ada@example.com"]);
    expect(Number(exp) - Date.now() / 1000).to.be.within(11 * 3600, 13 * 3600);
  });

  it("is in a lane of its target, and names no other header than it must", async () => {
    const { deliver, sent } = aWorld();
    await deliver();
    expect(Object.keys(sent().headers).toSorted()).to.deep.equal([
      "authorization",
      "content-encoding",
      "content-length",
      "content-type",
      "topic",
      "ttl",
      "urgency",
    ]);
  });

  it("sends nothing for keys that nothing can be encrypted for", async () => {
    const { deliver, outbound } = aWorld();
    const { auth } = new Browser().keys;
    const outcome = await deliver({ p256dh: `B${"A".repeat(86)}`, auth });
    expect(outcome).to.deep.equal({ kind: "failed", reason: "invalid_keys", isFinal: true, isGone: false });
    expect(outbound.received).to.deep.equal([]);
  });

  it("takes 404 for gone, as push services mean it", async () => {
    const { deliver, outbound } = aWorld();
    outbound.put("https://push.example", () => ({ status: 404 }));
    expect(await deliver()).to.deep.equal({ kind: "failed", reason: "status_404", isFinal: true, isGone: true });
  });
});
