import { expect } from "chai";
import { NtfyChannel, WebhookChannel } from "../../../src/adapters/channels/index.js";
import { InMemoryOutboundClient } from "../../../src/adapters/in-memory/index.js";
import { AesGcmSealer } from "../../../src/adapters/system/aes-gcm-sealer.js";
import { aPushTarget, FixedClock } from "../../../src/testing/index.js";

const sealer = new AesGcmSealer(new Uint8Array(32));
const message = {
  id: "an id",
  kind: "proactive",
  appId: "app",
  title: "Garden app",
  text: "Water",
  createdAt: new Date("2026-03-02T09:00:00.000Z"),
} as const;

function aWorld(status = 200) {
  const outbound = new InMemoryOutboundClient(new FixedClock());
  outbound.put("https://peer.example", () => ({ status }));
  return { outbound, ntfy: new NtfyChannel(outbound, sealer), webhook: new WebhookChannel(outbound, sealer) };
}

const target = (with_: Parameters<typeof aPushTarget>[0] = {}) =>
  aPushTarget({ id: "target", url: "https://peer.example/roses", ...with_ });

describe("ntfy", () => {
  it("is posted to the topic's URL as plain text, without a token where there is none", async () => {
    const { outbound, ntfy } = aWorld();
    await ntfy.deliver(message, target());
    expect(outbound.received).to.deep.equal([
      {
        url: "https://peer.example/roses",
        lane: "target",
        headers: { "content-type": "text/plain; charset=utf-8", title: "Garden app", "x-sequence-id": "an id" },
        body: "Water",
      },
    ]);
  });

  it("lets no title become a header of its own", async () => {
    const { outbound, ntfy } = aWorld();
    for (const title of ["a\r\nauthorization: b", "Gärten 🌱", "=?UTF-8?B?YQ==?="]) {
      await ntfy.deliver({ ...message, title }, target());
      const header = outbound.received.at(-1)?.headers["title"] ?? "";
      expect(header).to.equal(`=?UTF-8?B?${Buffer.from(title).toString("base64")}?=`);
    }
  });

  it("is cut to 4,096 bytes, between two characters", async () => {
    const { outbound, ntfy } = aWorld();
    for (const [text, sent] of [
      ["a".repeat(4096), "a".repeat(4096)],
      ["a".repeat(4097), `${"a".repeat(4093)}…`],
      [`${"a".repeat(4092)}🌱b`, `${"a".repeat(4092)}…`],
      [`a${"🌱".repeat(1200)}`, `a${"🌱".repeat(1023)}…`],
    ] as const) {
      await ntfy.deliver({ ...message, text }, target());
      expect(outbound.received.at(-1)?.body).to.equal(sent);
    }
  });

  it("is not gone where there is no topic", async () => {
    const { ntfy } = aWorld(404);
    expect(await ntfy.deliver(message, target())).to.deep.include({ isFinal: true, isGone: false });
  });
});

describe("a person's webhook", () => {
  it("gets an event, signed with its own secret under the notification's id", async () => {
    const { outbound, webhook } = aWorld();
    const sealedSecret = sealer.seal("whsec_c2VjcmV0", "target");
    await webhook.deliver({ ...message, id: "id" }, target({ channel: "webhook", sealedSecret }));
    const [only] = outbound.received;
    expect(only?.webhook).to.deep.equal({ id: "id", secrets: ["whsec_c2VjcmV0"] });
    expect(JSON.parse(String(only?.body))).to.deep.equal({
      type: "notification",
      timestamp: "2026-03-02T09:00:00.000Z",
      data: { id: "id", kind: "proactive", app_id: "app", title: "Garden app", text: "Water" },
    });
  });

  it("is called at no address of this machine, now or later", async () => {
    const { webhook } = aWorld();
    const sealedSecret = sealer.seal("whsec_c2VjcmV0", "target");
    const here = target({ channel: "webhook", sealedSecret, url: "https://127.0.0.1/" });
    expect(await webhook.deliver(message, here)).to.deep.include({ reason: "forbidden_address", isFinal: true });
  });
});
