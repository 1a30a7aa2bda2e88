import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { apiScopes } from "../../../src/domain/user/api-key.js";
import { EventClient } from "../../support/event-client.js";
import { LOCAL_WEBHOOK_ENVIRONMENT, WebhookApp } from "../../support/webhook-app.js";
import { startService, type TestService } from "../../support/service.js";
import { findTextRemnants } from "../../support/text-remnants.js";
import { retryUntilPassing } from "../../support/eventually.js";

const inbox = "/v1/dev/user/notifications";
const memories = "/v1/dev/user/memories";
const conversations = "/v1/dev/user/conversations";
/** With a letter outside ASCII, so that each encoding writes it in its own way. */
const WORD = "Quibblewürz";

interface WireNotification {
  readonly id: string;
  readonly text: string;
}

describe("a proactive notification after its source is deleted", () => {
  let service: TestService;
  let owner: ApiClient;
  let user: ApiClient;
  let app: WebhookApp;
  let people = 0;
  before(async () => {
    service = await startService(LOCAL_WEBHOOK_ENVIRONMENT);
  });
  after(() => service.close());
  beforeEach(async () => {
    people += 1;
    owner = await service.clientWithToken(`owner-${people}`);
    user = await service.clientWithToken(`user-${people}`);
    await service.clientWithKey(`user-${people}`, apiScopes);
    app = await WebhookApp.open(owner, user, ["user_facts", "user_context", "user_chat"]);
  });
  afterEach(() => app.close());

  const create = async (path: string, body: object): Promise<string> => {
    const { status, body: created } = await user.post(path, body);
    expect(status).to.equal(200);
    return (created as { id: string }).id;
  };
  const listed = async (): Promise<readonly WireNotification[]> =>
    (await user.get(inbox)).body as readonly WireNotification[];
  /** Says something while the app listens, which has the user notified. */
  const notified = async (variable: string, session = "walk"): Promise<WireNotification> => {
    app.handleCall = ({ sessionId }) => ({
      body: {
        session_id: sessionId,
        notification: { prompt: `Speak of the harbour. {{${variable}}}`, params: [variable] },
      },
    });
    await user.post(`/v1/dev/user/sessions/${session}/segments`, {
      transcript_segments: [{ text: "Let us go to the harbour.", start: 0, end: 1 }],
    });
    return retryUntilPassing(async () => {
      const [notification] = await listed();
      if (!notification) throw new Error("Nothing was notified");
      return notification;
    });
  };
  /** Marks it as read and replies, each under a key. @returns the requests, to be repeated. */
  const answered = async ({ id }: WireNotification): Promise<readonly (() => Promise<ClientResponse>)[]> => {
    const requests = [
      () => user.patch(`${inbox}/${id}`, { read: true }, { "Idempotency-Key": "read" }),
      () => user.post(`${inbox}/${id}/reply`, { text: `Thanks, ${WORD} it is.` }, { "Idempotency-Key": "reply" }),
    ];
    for (const request of requests) {
      expect((await request()).status).to.equal(200);
      expect((await request()).headers.get("Idempotent-Replayed")).to.equal("true");
    }
    return requests;
  };
  const expectGone = async ({ id }: WireNotification, requests: readonly (() => Promise<ClientResponse>)[]) => {
    expect(await listed()).to.deep.equal([]);
    expect((await user.get(`${inbox}/${id}`)).status).to.equal(404);
    for (const request of requests) {
      const { status, body } = await request();
      expect({ status, body }).to.deep.equal({
        status: 409,
        body: { detail: "The answer to this Idempotency-Key is not kept" },
      });
    }
    await retryUntilPassing(async () => expect(await findTextRemnants([WORD], service.directory)).to.deep.equal([]));
  };

  it("is erased from files and stored responses when a memory it quotes is deleted", async () => {
    const id = await create(memories, { content: `Has a boat called ${WORD} in the harbour` });
    const notification = await notified("user_facts");
    expect(notification.text).to.equal(`Has a boat called ${WORD} in the harbour.`);
    const requests = await answered(notification);
    await user.delete(`${memories}/${id}`);
    await expectGone(notification, requests);
  });

  it("is erased from files and stored responses when a conversation it quotes is deleted", async () => {
    const said = `The boat called ${WORD} lies in the harbour behind the old mill, and nobody paints it.`;
    const id = await create(`${conversations}/from-segments`, {
      transcript_segments: [{ text: said, start: 0, end: 5 }],
    });
    const notification = await notified("user_context");
    expect(notification.text).to.include(WORD);
    const requests = await answered(notification);
    await user.delete(`${conversations}/${id}`);
    await expectGone(notification, requests);
  });

  it("is deleted when the memory is rejected, and inbox streams report it", async () => {
    const id = await create(memories, { content: `Has a boat called ${WORD} in the harbour` });
    const notification = await notified("user_facts");
    const stream = await EventClient.open(service.url, user.credential);
    await stream.waitForEvents(1);
    await user.patch(`${memories}/${id}`, { user_review: false });
    await stream.waitForEvents(2);
    stream.close();
    expect(stream.receivedEvents[1]).to.deep.include({ event: "notification_deleted", data: { id: notification.id } });
    expect(await listed()).to.deep.equal([]);
    await user.delete(`${memories}/${id}`);
  });

  it("has its delivery stripped of the session ID when the conversation is deleted", async () => {
    const session = `${WORD}-session`;
    await create(memories, { content: "Has a boat in the harbour" });
    await notified("user_facts", encodeURIComponent(session));
    const [delivery] = (await owner.get(`/v1/dev/apps/deliveries?app_id=${app.id}`)).body as readonly {
      readonly id: string;
      readonly session_id: string | null;
      readonly conversation_id: string;
    }[];
    if (!delivery) throw new Error("Nothing was delivered");
    expect(delivery.session_id).to.equal(session);
    const one = `/v1/dev/apps/deliveries/${delivery.id}`;
    const replay = () => owner.post(`${one}/replay`, {}, { "Idempotency-Key": "replay" });
    expect((await replay()).status).to.equal(200);
    await retryUntilPassing(() => expect(app.receivedCalls).to.have.length(2));
    expect(await findTextRemnants([session], service.directory)).not.to.deep.equal([]);
    await user.delete(`${conversations}/${delivery.conversation_id}`);
    expect((await owner.get(one)).body).to.include({ session_id: null, conversation_id: delivery.conversation_id });
    expect((await replay()).status).to.equal(409);
    expect(await listed()).to.deep.equal([]);
    await retryUntilPassing(async () => expect(await findTextRemnants([session], service.directory)).to.deep.equal([]));
  });
});
