import { expect } from "chai";
import { NtfyChannel, WebhookPushChannel } from "../../../src/adapters/push/index.js";
import { AesGcmSecretCipher } from "../../../src/adapters/system/secrets.js";
import { aPushTarget } from "../../../src/testing/index.js";
import { anInMemoryOutboundClient } from "../../support/outbound-client.js";

const cipher = new AesGcmSecretCipher(new Uint8Array(32));
const message = {
  id: "an id",
  kind: "proactive",
  appId: "app",
  title: "Garden app",
  text: "Water",
  createdAt: new Date("2026-03-02T09:00:00.000Z"),
} as const;

function aWorld(status = 200) {
  const outbound = anInMemoryOutboundClient();
  outbound.registerServer("https://peer.example", () => ({ status }));
  return { outbound, ntfy: new NtfyChannel(outbound, cipher), webhook: new WebhookPushChannel(outbound, cipher) };
}

const target = (with_: Parameters<typeof aPushTarget>[0] = {}) =>
  aPushTarget({ id: "target", url: "https://peer.example/roses", ...with_ });

describe("The ntfy channel", () => {
  it("posts plain text to the topic's URL, without authorization when there is no token", async () => {
    const { outbound, ntfy } = aWorld();
    await ntfy.deliver(message, target());
    expect(outbound.receivedRequests).to.deep.equal([
      {
        url: "https://peer.example/roses",
        bulkheadKey: "target",
        headers: { "content-type": "text/plain; charset=utf-8", title: "Garden app", "x-sequence-id": "an id" },
        body: "Water",
      },
    ]);
  });

  it("encodes titles so that they cannot inject headers", async () => {
    const { outbound, ntfy } = aWorld();
    for (const title of ["a\r\nauthorization: b", "Gärten 🌱", "=?UTF-8?B?YQ==?="]) {
      await ntfy.deliver({ ...message, title }, target());
      const header = outbound.receivedRequests.at(-1)?.headers["title"] ?? "";
      expect(header).to.equal(`=?UTF-8?B?${Buffer.from(title).toString("base64")}?=`);
    }
  });

  it("truncates the text to 4,096 bytes at a character boundary", async () => {
    const { outbound, ntfy } = aWorld();
    for (const [text, sent] of [
      ["a".repeat(4096), "a".repeat(4096)],
      ["a".repeat(4097), `${"a".repeat(4093)}…`],
      [`${"a".repeat(4092)}🌱b`, `${"a".repeat(4092)}…`],
      [`a${"🌱".repeat(1200)}`, `a${"🌱".repeat(1023)}…`],
    ] as const) {
      await ntfy.deliver({ ...message, text }, target());
      expect(outbound.receivedRequests.at(-1)?.body).to.equal(sent);
    }
  });

  it("does not report a missing topic as gone", async () => {
    const { ntfy } = aWorld(404);
    expect(await ntfy.deliver(message, target())).to.deep.include({ isFinal: true, isGone: false });
  });
});

describe("The webhook channel", () => {
  it("sends an event that is signed with the target's secret and the notification's ID", async () => {
    const { outbound, webhook } = aWorld();
    const sealedSecret = cipher.encrypt("whsec_c2VjcmV0", "target");
    await webhook.deliver({ ...message, id: "id" }, target({ channel: "webhook", sealedSecret }));
    const [only] = outbound.receivedRequests;
    expect(only?.signing).to.deep.equal({ id: "id", secrets: ["whsec_c2VjcmV0"] });
    expect(JSON.parse(String(only?.body))).to.deep.equal({
      type: "notification",
      timestamp: "2026-03-02T09:00:00.000Z",
      data: { id: "id", kind: "proactive", app_id: "app", title: "Garden app", text: "Water" },
    });
  });

  it("rejects local addresses permanently", async () => {
    const { webhook } = aWorld();
    const sealedSecret = cipher.encrypt("whsec_c2VjcmV0", "target");
    const here = target({ channel: "webhook", sealedSecret, url: "https://127.0.0.1/" });
    expect(await webhook.deliver(message, here)).to.deep.include({ reason: "forbidden_address", isFinal: true });
  });
});
