import { expect } from "chai";
import { InMemoryOutboundClient } from "../../../src/adapters/in-memory/index.js";
import { OutboundAppWebhook } from "../../../src/adapters/outbound/index.js";
import type { OutboundRequest, WebhookCall } from "../../../src/ports/driven/index.js";
import { FixedClock } from "../../../src/testing/index.js";
import { Transcript, type NewSegment } from "../../../src/domain/transcript.js";
import { hostileNames, hostileUrls } from "../../support/hostile-urls.js";
import { anOutboundClient } from "../../support/outbound.js";

const said = (...segments: readonly Partial<NewSegment>[]) =>
  Transcript.create(
    "talk",
    segments.map((each, index) => ({ text: `Sentence ${index}.`, start: index, end: index + 1, ...each })),
  ).segments;

const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`);

const aCall = (with_: Partial<WebhookCall> = {}): WebhookCall => ({
  id: "delivery",
  appId: "garden",
  url: "https://garden.example/hook",
  secrets,
  userId: "ada",
  sessionId: "walk",
  said: () => Promise.resolve(said({ text: "Good morning." })),
  ...with_,
});

describe("the call of an app's webhook", () => {
  /** What reaches the app of a call. */
  const sent = async (with_: Partial<WebhookCall> = {}): Promise<OutboundRequest> => {
    const world = new InMemoryOutboundClient(new FixedClock());
    world.put("https://garden.example", () => ({ status: 200 }));
    const call = aCall(with_);
    const result = await new OutboundAppWebhook(world).call(call);
    expect(result).to.deep.equal({ kind: "answered", status: 200, body: "" });
    const [request] = world.received;
    if (!request) throw new Error("Nothing reached the app");
    return request;
  };
  const queryOf = async (with_: Partial<WebhookCall>): Promise<readonly (readonly [string, string])[]> => [
    ...new URL((await sent(with_)).url).searchParams,
  ];

  it("is in the app's own lane, and signed by all its secrets under the delivery's id", async () => {
    expect(await sent()).to.deep.include({
      lane: "garden",
      webhook: { id: "delivery", secrets },
      headers: { "content-type": "application/json", accept: "application/json" },
    });
  });

  describe("has in its query", () => {
    it("the session and the user", async () => {
      expect(await queryOf({})).to.deep.equal([
        ["session_id", "walk"],
        ["uid", "ada"],
      ]);
    });

    it("what the app has there itself, as often as it has it, before them", async () => {
      expect(await queryOf({ url: "https://garden.example/hook?key=a%26b&tag=1&tag=2#part" })).to.deep.equal([
        ["key", "a&b"],
        ["tag", "1"],
        ["tag", "2"],
        ["session_id", "walk"],
        ["uid", "ada"],
      ]);
    });

    it("one session and one user, whatever the app calls its own", async () => {
      expect(await queryOf({ url: "https://garden.example/hook?uid=eve&uid=mallory&session_id=other" })).to.deep.equal([
        ["session_id", "walk"],
        ["uid", "ada"],
      ]);
    });

    it("whatever the client calls the session, as it is", async () => {
      const [sessionId, userId] = ["a walk&uid=eve#?/日本", "ada+bo@example.org %00"];
      expect(await queryOf({ sessionId, userId })).to.deep.equal([
        ["session_id", sessionId],
        ["uid", userId],
      ]);
    });
  });

  it("keeps the path, and the rest of the address", async () => {
    const { url } = await sent({ url: "https://garden.example:443/a/b%20c?x" });
    expect(url).to.equal("https://garden.example:443/a/b%20c?x&session_id=walk&uid=ada");
  });

  describe("has as its body", () => {
    const bodyOf = async (with_: Partial<WebhookCall>): Promise<unknown> =>
      JSON.parse(String((await sent(with_)).body));

    it("the session and what was said, in order, and nothing else of it", async () => {
      const segments = said(
        { text: "Good morning.", isUser: true, personId: "person" },
        { text: "It rains.", speaker: "SPEAKER_03" },
      );
      expect(await bodyOf({ said: () => Promise.resolve(segments) })).to.deep.equal({
        session_id: "walk",
        segments: [
          { text: "Good morning.", speaker: "SPEAKER_00", is_user: true },
          { text: "It rains.", speaker: "SPEAKER_03", is_user: false },
        ],
      });
    });

    for (const [name, given, label] of [
      ["a number alone", { speakerId: 7 }, "SPEAKER_07"],
      ["a number of three digits", { speakerId: 123 }, "SPEAKER_123"],
      ["a name", { speaker: "Mother" }, "SPEAKER_00"],
      ["a name and a number", { speaker: "Mother", speakerId: 4 }, "SPEAKER_04"],
      ["a label without a nought", { speaker: "SPEAKER_5" }, "SPEAKER_05"],
    ] as const) {
      it(`a speaker who has ${name} as ${label}`, async () => {
        expect(await bodyOf({ said: () => Promise.resolve(said(given)) })).to.deep.include({
          segments: [{ text: "Sentence 0.", speaker: label, is_user: false }],
        });
      });
    }
  });

  for (const [reason, urls] of Object.entries(hostileUrls)) {
    it(`leaves ${urls.length} hostile URLs to be refused as ${reason}`, async () => {
      const resolve = (name: string) => Promise.resolve(hostileNames[name] ?? []);
      const webhook = new OutboundAppWebhook(anOutboundClient({ resolve }));
      const found = await Promise.all(
        urls.map(async (url) => ({
          url,
          result: await webhook.call(aCall({ appId: url, url: url.replaceAll("PORT", "9") })),
        })),
      );
      expect(found).to.deep.equal(urls.map((url) => ({ url, result: { kind: "refused", reason } })));
    });
  }
});
