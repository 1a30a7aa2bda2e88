import { createECDH, createPublicKey, verify } from "node:crypto";
import { expect } from "chai";
import { deriveVapidKeys, WebPushChannel } from "../../../src/adapters/push/index.js";
import { aPushTarget } from "../../../src/testing/index.js";
import { TestBrowser } from "../../support/test-browser.js";
import { anInMemoryOutboundClient } from "../../support/outbound-client.js";

const keys = deriveVapidKeys(new Uint8Array(32));
const message = {
  id: "8c1f7c52-8a1e-4ab4-9d3a-0d8f6a3f9c11",
  kind: "direct",
  appId: null,
  title: "mneme",
  text: "Water",
  createdAt: new Date(0),
} as const;

function aWorld() {
  const outbound = anInMemoryOutboundClient();
  outbound.registerServer("https://push.example", () => ({ status: 201 }));
  const channel = new WebPushChannel(outbound, { keys, contact: "mailto:ada@example.com" });
  const deliver = (keys_ = new TestBrowser().keys) =>
    channel.deliver(message, aPushTarget({ channel: "web_push", url: "https://push.example/a", keys: keys_ }));
  const sent = () => {
    const [only] = outbound.receivedRequests;
    if (!only) throw new Error("Nothing was sent");
    return { ...only, body: Buffer.from(only.body) };
  };
  return { outbound, channel, deliver, sent };
}

describe("deriveVapidKeys", () => {
  it("derives a key pair that depends only on the seed", () => {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(keys.privateKey, "base64url");
    expect(pair.getPublicKey("base64url")).to.equal(keys.publicKey);
    expect(deriveVapidKeys(new Uint8Array(32))).to.deep.equal(keys);
    expect(deriveVapidKeys(new Uint8Array(32).fill(1))).not.to.deep.equal(keys);
  });

  it("derives a valid key pair from any seed", () => {
    for (let seed = 0; seed < 256; seed += 1) {
      const { publicKey, privateKey } = deriveVapidKeys(new Uint8Array(32).fill(seed));
      expect([publicKey.length, privateKey.length]).to.deep.equal([87, 43]);
    }
  });
});

describe("The Web Push channel", () => {
  it("encrypts the message for the browser within the size limit of push services", async () => {
    const { channel, sent } = aWorld();
    const [browser, other] = [new TestBrowser(), new TestBrowser()];
    const target = aPushTarget({ channel: "web_push", url: "https://push.example/a", keys: browser.keys });
    await channel.deliver({ ...message, text: "🌱".repeat(4000) }, target);
    const { body } = sent();
    expect(body.length).to.be.within(4_080, 4_096);
    expect(body.includes("🌱")).to.equal(false);
    expect((browser.decryptMessage(body) as { body: string }).body).to.match(/^(🌱)+…$/u);
    expect(() => other.decryptMessage(body)).to.throw();
  });

  it("authenticates with a VAPID token for this push service, valid for about 12 hours", async () => {
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

  it("sends only the required headers", async () => {
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

  it("sends nothing when the browser's keys are invalid", async () => {
    const { deliver, outbound } = aWorld();
    const { auth } = new TestBrowser().keys;
    const outcome = await deliver({ p256dh: `B${"A".repeat(86)}`, auth });
    expect(outcome).to.deep.equal({ kind: "failed", reason: "invalid_keys", isFinal: true, isGone: false });
    expect(outbound.receivedRequests).to.deep.equal([]);
  });

  it("reports the target as gone on 404", async () => {
    const { deliver, outbound } = aWorld();
    outbound.registerServer("https://push.example", () => ({ status: 404 }));
    expect(await deliver()).to.deep.equal({ kind: "failed", reason: "status_404", isFinal: true, isGone: true });
  });
});
