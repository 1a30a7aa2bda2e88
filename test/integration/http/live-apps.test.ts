import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { apiScopes } from "../../../src/domain/user/api-key.js";
import type { ApiClient } from "../../support/api-client.js";
import { LOCAL_WEBHOOK_ENVIRONMENT, WebhookApp } from "../../support/webhook-app.js";
import { startService, type TestService } from "../../support/service.js";
import { retryUntilPassing } from "../../support/eventually.js";

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: readonly { readonly status: number | null; readonly outcome: string }[];
}

const segment = (text: string, with_: object = {}) => ({
  text,
  start: 0,
  end: 1,
  speaker: "SPEAKER_01",
  is_user: true,
  ...with_,
});

describe("webhooks for live transcripts", () => {
  let service: TestService;
  let owner: ApiClient;
  let user: ApiClient;
  let app: WebhookApp;
  let users = 0;
  before(async () => {
    service = await startService(LOCAL_WEBHOOK_ENVIRONMENT);
  });
  after(() => service.close());
  beforeEach(async () => {
    owner = await service.clientWithToken("owner");
    const userId = `listener-${(users += 1)}`;
    user = await service.clientWithToken(userId);
    await service.clientWithKey(userId, apiScopes);
    app = await WebhookApp.open(owner, user, ["user_name", "user_facts"]);
  });
  afterEach(() => app.close());

  const say = (session: string, ...texts: readonly string[]) =>
    user.post(`/v1/dev/user/sessions/${session}/segments`, { transcript_segments: texts.map((text) => segment(text)) });
  const deliveries = async (): Promise<readonly Delivery[]> =>
    (await owner.get(`/v1/dev/apps/deliveries?app_id=${app.id}`)).body as readonly Delivery[];
  const settled = () =>
    retryUntilPassing(async () => {
      const all = await deliveries();
      expect(all.map(({ state }) => state)).to.not.include("queued");
      expect(all).to.not.be.empty;
      return all;
    });

  it("sends a signed call with new segments and the session and user IDs in the query", async () => {
    await say("walk", "Good morning.", "It rains.");
    const [heard] = await retryUntilPassing(() => {
      expect(app.receivedCalls).to.have.length(1);
      return app.receivedCalls;
    });
    expect(heard).to.deep.include({ sessionId: "walk", texts: ["Good morning.", "It rains."] });
    expect(heard?.speakers).to.deep.equal(["SPEAKER_01", "SPEAKER_01"]);
    expect(Object.fromEntries(heard?.query ?? [])).to.deep.equal({
      of: "ears",
      session_id: "walk",
      uid: `listener-${users}`,
    });
    const [delivery] = await settled();
    expect(delivery).to.deep.include({ id: heard?.id, state: "sent", reason: null });
    expect(delivery?.attempts[0]).to.include({ status: 200, outcome: "none" });
  });

  it("sends each segment once, in order, at most one call per second", async () => {
    const said = Array.from({ length: 24 }, (_, i) => `Sentence ${i}.`);
    const begunAt = performance.now();
    for (const text of said) await say("walk", text);
    await retryUntilPassing(() => {
      expect(app.receivedCalls.flatMap(({ texts }) => texts)).to.deep.equal(said);
    });
    // Calls are a second apart when they are sent: how late each arrives depends on the machine.
    expect(app.receivedCalls.length - 1).to.be.at.most((performance.now() - begunAt) / 1000);
  });

  it("sends a segment once when the client repeats it", async () => {
    const piece = { transcript_segments: [segment("Once.")], offset: 0 };
    await user.post("/v1/dev/user/sessions/walk/segments", piece);
    await settled();
    await user.post("/v1/dev/user/sessions/walk/segments", piece);
    await say("walk", "Twice.");
    await retryUntilPassing(() => {
      expect(app.receivedCalls.flatMap(({ texts }) => texts)).to.deep.equal(["Once.", "Twice."]);
    });
  });

  it("sends neither imported conversations nor the segments of other users", async () => {
    await user.post("/v1/dev/user/conversations/from-segments", { transcript_segments: [segment("Recorded.")] });
    const stranger = await service.clientWithToken("stranger");
    await stranger.post("/v1/dev/user/sessions/walk/segments", { transcript_segments: [segment("Secret.")] });
    await say("walk", "Live.");
    await settled();
    expect(app.receivedCalls.flatMap(({ texts }) => texts)).to.deep.equal(["Live."]);
  });

  it("retries a failed call with the same ID", async () => {
    app.handleCall = () => ({ status: app.receivedCalls.length === 1 ? 500 : 204 });
    await say("walk", "Hello.");
    const [delivery] = await settled();
    expect(delivery?.attempts.map(({ status }) => status)).to.deep.equal([500, 204]);
    expect(app.receivedCalls.map(({ id }) => id)).to.deep.equal([delivery?.id, delivery?.id]);
  });

  it("does not follow a redirect and retries the call", async () => {
    app.handleCall = () => (app.receivedCalls.length === 1 ? { status: 302, headers: { location: app.url } } : {});
    await say("walk", "Hello.");
    const [delivery] = await settled();
    expect(delivery?.attempts.map(({ outcome }) => outcome)).to.deep.equal(["redirected", "none"]);
  });

  it("disables the app after 410 Gone and notifies its owner once", async () => {
    app.handleCall = () => ({ status: 410 });
    await say("walk", "Hello.");
    const [delivery] = await settled();
    expect(delivery).to.include({ state: "failed" });
    const { body } = await owner.get(`/v1/dev/apps/${app.id}`);
    expect(body).to.include({ is_enabled: false, disabled_because: "gone" });
    const told = (await owner.get("/v1/dev/user/notifications")).body as readonly { readonly text: string }[];
    expect(told.map(({ text }) => text)).to.deep.equal([
      "Your app Ears is disabled: its webhook responded with 410 Gone. Fix the webhook, then re-enable the app.",
    ]);
    await say("walk", "Anybody there?");
    await sleep(1_500);
    expect(app.receivedCalls).to.have.length(1);
  });

  const remember = (content: string) => user.post("/v1/dev/user/memories", { content });
  const askFor = (prompt: string): void => {
    app.handleCall = ({ sessionId }) => ({
      body: { session_id: sessionId, notification: { prompt, params: ["user_facts"] } },
    });
  };

  it("notifies the user when the response contains a prompt", async () => {
    await remember("Drinks too little water");
    askFor("Speak of water. {{user_facts}}");
    await say("walk", "I am thirsty, is there any water?");
    const [delivery] = await settled();
    expect(delivery?.attempts.map(({ outcome }) => outcome)).to.deep.equal(["notified"]);
    const inbox = (await user.get("/v1/dev/user/notifications")).body as readonly { readonly text: string }[];
    expect(inbox.map(({ text }) => text)).to.deep.equal(["Drinks too little water."]);
  });

  it("sends no notification when no known fact is relevant to what was said", async () => {
    await remember("Owns a boat in the harbour");
    askFor("Drink some water now. {{user_facts}}");
    await say("walk", "I am thirsty, is there any water?");
    const [delivery] = await settled();
    expect(delivery?.attempts.map(({ outcome }) => outcome)).to.deep.equal(["not_relevant"]);
    expect((await user.get("/v1/dev/user/notifications")).body).to.deep.equal([]);
  });

  it("deletes a resulting notification together with the conversation", async () => {
    await remember("Owns a boat in the harbour");
    askFor("Speak of the harbour. {{user_facts}}");
    await say("walk", "Let us go to the harbour.");
    await settled();
    expect((await user.get("/v1/dev/user/notifications")).body).to.have.length(1);
    const { conversation_id: id } = (await user.get("/v1/dev/user/sessions/walk")).body as Record<string, string>;
    await user.delete(`/v1/dev/user/conversations/${id ?? ""}`);
    expect((await user.get("/v1/dev/user/notifications")).body).to.deep.equal([]);
  });

  it("replays a delivery on request without a second notification", async () => {
    await remember("Drinks too little water");
    askFor("Speak of water. {{user_facts}}");
    await say("walk", "I am thirsty, is there any water?");
    const [delivery] = await settled();
    const replayed = await owner.post(`/v1/dev/apps/deliveries/${delivery?.id ?? ""}/replay`, {});
    expect(replayed.status).to.equal(200);
    await retryUntilPassing(() => {
      expect(app.receivedCalls.map(({ id }) => id)).to.deep.equal([delivery?.id, delivery?.id]);
    });
    await settled();
    expect((await user.get("/v1/dev/user/notifications")).body).to.have.length(1);
  });

  it("returns 404 for a replay of deleted data or by another user", async () => {
    await say("walk", "Forget this.");
    const [delivery] = await settled();
    const path = `/v1/dev/apps/deliveries/${delivery?.id ?? ""}`;
    const stranger = await service.clientWithToken("stranger");
    expect((await stranger.post(`${path}/replay`, {})).status).to.equal(404);
    expect((await stranger.get(path)).status).to.equal(404);
    const { conversation_id: id } = (await user.get("/v1/dev/user/sessions/walk")).body as Record<string, string>;
    expect((await user.delete(`/v1/dev/user/conversations/${id ?? ""}`)).status).to.equal(200);
    const refused = await owner.post(`${path}/replay`, {});
    expect([refused.status, refused.body]).to.deep.equal([404, { detail: "Delivery not found" }]);
    expect(app.receivedCalls).to.have.length(1);
  });

  it("stops sending after the app is uninstalled", async () => {
    app.handleCall = () => ({ status: 500 });
    await say("walk", "Hello.");
    await retryUntilPassing(() => {
      expect(app.receivedCalls).to.have.length(1);
    });
    await user.delete(`/v1/dev/apps/installations/${app.id}`);
    const [delivery] = await settled();
    expect(delivery).to.include({ state: "dropped", reason: "not_installed" });
    expect(app.receivedCalls).to.have.length(1);
  });

  it("signs with both signing secrets during a rotation", async () => {
    const { body } = await owner.post(`/v1/dev/apps/${app.id}/signing-secret`, {});
    await say("walk", "To who knows the old one.");
    await settled();
    app.replaceSigningSecret((body as Record<string, string>)["signing_secret"] ?? "");
    await say("walk", "To who knows the new one.");
    await retryUntilPassing(() => {
      expect(app.receivedCalls).to.have.length(2);
    });
    expect(app.rejectedSignatures).to.deep.equal([]);
  });
});
