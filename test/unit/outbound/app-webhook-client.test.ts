import { expect } from "chai";
import { OutboundAppWebhookClient } from "../../../src/adapters/outbound/index.js";
import type { OutboundRequest, WebhookRequest } from "../../../src/ports/driven/index.js";
import { Transcript, type NewSegment } from "../../../src/domain/conversation/transcript.js";
import { hostileNames, hostileUrls } from "../../support/hostile-urls.js";
import { anInMemoryOutboundClient, anOutboundClient } from "../../support/outbound-client.js";

const said = (...segments: readonly Partial<NewSegment>[]) =>
  Transcript.create(
    "talk",
    segments.map((each, index) => ({ text: `Sentence ${index}.`, start: index, end: index + 1, ...each })),
  ).segments;

const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`);

const aCall = (with_: Partial<WebhookRequest> = {}): WebhookRequest => ({
  id: "delivery",
  appId: "garden",
  url: "https://garden.example/hook",
  secrets,
  userId: "ada",
  sessionId: "walk",
  loadSegments: () => Promise.resolve(said({ text: "Good morning." })),
  ...with_,
});

describe("An app webhook call", () => {
  /** What reaches the app of a call. */
  const sent = async (with_: Partial<WebhookRequest> = {}): Promise<OutboundRequest> => {
    const world = anInMemoryOutboundClient();
    world.registerServer("https://garden.example", () => ({ status: 200 }));
    const call = aCall(with_);
    const result = await new OutboundAppWebhookClient(world).send(call);
    expect(result).to.deep.equal({ kind: "accepted", status: 200, response: { kind: "none" } });
    const [request] = world.receivedRequests;
    if (!request) throw new Error("Nothing reached the app");
    return request;
  };
  const queryOf = async (with_: Partial<WebhookRequest>): Promise<readonly (readonly [string, string])[]> => [
    ...new URL((await sent(with_)).url).searchParams,
  ];

  it("uses the app's bulkhead, and is signed with all its secrets and the delivery's ID", async () => {
    expect(await sent()).to.deep.include({
      bulkheadKey: "garden",
      signing: { id: "delivery", secrets },
      headers: { "content-type": "application/json", accept: "application/json" },
    });
  });

  describe("has a query with", () => {
    it("the session ID and the user ID", async () => {
      expect(await queryOf({})).to.deep.equal([
        ["session_id", "walk"],
        ["uid", "ada"],
      ]);
    });

    it("the app's own parameters first, repeated ones included", async () => {
      expect(await queryOf({ url: "https://garden.example/hook?key=a%26b&tag=1&tag=2#part" })).to.deep.equal([
        ["key", "a&b"],
        ["tag", "1"],
        ["tag", "2"],
        ["session_id", "walk"],
        ["uid", "ada"],
      ]);
    });

    it("exactly one session ID and one user ID, whatever the app's URL contains", async () => {
      expect(await queryOf({ url: "https://garden.example/hook?uid=eve&uid=mallory&session_id=other" })).to.deep.equal([
        ["session_id", "walk"],
        ["uid", "ada"],
      ]);
    });

    it("the client's session ID, correctly encoded", async () => {
      const [sessionId, userId] = ["a walk&uid=eve#?/日本", "ada+bo@example.org %00"];
      expect(await queryOf({ sessionId, userId })).to.deep.equal([
        ["session_id", sessionId],
        ["uid", userId],
      ]);
    });
  });

  it("keeps the path and the rest of the URL", async () => {
    const { url } = await sent({ url: "https://garden.example:443/a/b%20c?x" });
    expect(url).to.equal("https://garden.example:443/a/b%20c?x&session_id=walk&uid=ada");
  });

  describe("has a body with", () => {
    const bodyOf = async (with_: Partial<WebhookRequest>): Promise<unknown> =>
      JSON.parse(String((await sent(with_)).body));

    it("the session ID and the segments in order, and no other fields", async () => {
      const segments = said(
        { text: "Good morning.", isUser: true, personId: "person" },
        { text: "It rains.", speaker: "SPEAKER_03" },
      );
      expect(await bodyOf({ loadSegments: () => Promise.resolve(segments) })).to.deep.equal({
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
      it(`the speaker label of a speaker with ${name}: ${label}`, async () => {
        expect(await bodyOf({ loadSegments: () => Promise.resolve(said(given)) })).to.deep.include({
          segments: [{ text: "Sentence 0.", speaker: label, is_user: false }],
        });
      });
    }
  });

  for (const [reason, urls] of Object.entries(hostileUrls)) {
    it(`rejects ${urls.length} hostile URLs with ${reason}`, async () => {
      const resolve = (name: string) => Promise.resolve(hostileNames[name] ?? []);
      const webhook = new OutboundAppWebhookClient(anOutboundClient({ resolve }));
      const found = await Promise.all(
        urls.map(async (url) => ({
          url,
          result: await webhook.send(aCall({ appId: url, url: url.replaceAll("PORT", "9") })),
        })),
      );
      expect(found).to.deep.equal(urls.map((url) => ({ url, result: { kind: "failed", reason } })));
    });
  }
});
