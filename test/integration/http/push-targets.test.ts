import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { TestBrowser } from "../../support/test-browser.js";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { PEER_ADDRESS } from "../../support/outbound-client.js";
import { createInstalledApp, notificationPath, readUserId } from "../../support/notifications.js";
import { PushReceivers, type PushRequest } from "../../support/push-receivers.js";
import { startService, type TestService } from "../../support/service.js";
import { findTextRemnants } from "../../support/text-remnants.js";
import { waitUntil } from "../../support/eventually.js";

const collection = "/v1/dev/user/push-targets";
const inbox = "/v1/dev/user/notifications";
const topic = { channel: "ntfy", url: "https://ntfy.example/roses" };

interface WireTarget {
  readonly id: string;
  readonly channel: string;
  readonly url: string;
  readonly signing_secret?: string | null;
}

interface WireDelivery {
  readonly channel: string;
  readonly target_id: string;
  readonly state: string;
  readonly reason: string | null;
}

describe("/v1/dev/user/push-targets", () => {
  let service: TestService;
  let user: ApiClient;
  let people = 0;

  before(async () => {
    service = await startService({ MNEME_WEBHOOK_ALLOW_NETWORKS: PEER_ADDRESS, MNEME_WEBHOOK_ALLOW_HTTP: "yes" });
  });
  after(() => service.close());
  beforeEach(async () => {
    user = await service.clientWithToken(`person-${(people += 1)}`);
  });

  const registered = async (body: object): Promise<WireTarget> =>
    (await user.post(collection, body)).body as WireTarget;
  const refused = async (sending: Promise<ClientResponse>, expected = 422): Promise<unknown> => {
    const { status, body } = await sending;
    expect(status).to.equal(expected);
    return (body as { detail: unknown }).detail;
  };

  it("returns no secrets except a webhook's signing secret at registration", async () => {
    const { keys } = new TestBrowser();
    const all = [
      await registered({ channel: "web_push", url: "https://push.example/a", keys }),
      await registered({ ...topic, token: "tk_verysecret" }),
      await registered({ channel: "webhook", url: "https://ada.example/hook" }),
    ];
    const secrets = all.map(({ signing_secret }) => signing_secret);
    expect(secrets.slice(0, 2)).to.deep.equal([null, null]);
    expect(secrets[2]).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await user.get(`${collection}?total=true`);
    expect(listed.headers.get("X-Total-Count")).to.equal("3");
    expect((listed.body as WireTarget[]).map(({ id }) => id).toSorted()).to.deep.equal(
      all.map(({ id }) => id).toSorted(),
    );
    for (const { signing_secret, ...shown } of all) {
      const { body } = await user.get(`${collection}/${shown.id}`);
      expect(body, String(signing_secret)).to.deep.equal(shown);
      expect(Object.keys(shown)).to.deep.equal(["id", "channel", "url", "created_at", "gone_since"]);
    }
    expect(await findTextRemnants(["tk_verysecret", String(secrets[2]).slice(6)], service.directory)).to.deep.equal([]);
  });

  it("rejects private addresses unless the configuration allows them", async () => {
    const refusal = "url must not be a private, local or otherwise reserved address";
    for (const host of ["10.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "localhost", "127.0.0.1."]) {
      const { keys } = new TestBrowser();
      for (const target of [{ channel: "ntfy" }, { channel: "webhook" }, { channel: "web_push", keys }]) {
        const url = `http://${host}/roses`;
        expect(await refused(user.post(collection, { ...target, url })), url).to.equal(refusal);
      }
    }
    expect((await registered({ channel: "webhook", url: `http://${PEER_ADDRESS}/roses` })).channel).to.equal("webhook");
    expect((await registered({ channel: "webhook", url: "https://private.example/" })).channel).to.equal("webhook");
  });

  it("keeps one target per URL and returns 404 after its removal", async () => {
    const { id } = await registered(topic);
    expect((await registered(topic)).id).to.equal(id);
    expect((await user.delete(`${collection}/${id}`)).body).to.deep.equal({ success: true });
    expect(await refused(user.delete(`${collection}/${id}`), 404)).to.equal("Push target not found");
    expect((await user.get(collection)).body).to.deep.equal([]);
  });

  it("reports schema violations as a list and business rule violations as a string", async () => {
    expect(await refused(user.post(collection, { channel: "fax", keys: { p256dh: 1 } }))).to.deep.equal([
      { loc: ["body", "channel"], msg: "Input should be 'ntfy', 'webhook' or 'web_push'", type: "enum" },
      { loc: ["body", "url"], msg: "Field required", type: "missing" },
      { loc: ["body", "keys", "p256dh"], msg: "Input should be a valid string", type: "string_type" },
      { loc: ["body", "keys", "auth"], msg: "Field required", type: "missing" },
    ]);
    expect(await refused(user.post(collection, { ...topic, url: "https://ada@ntfy.example/" }))).to.equal(
      "url must be an absolute http or https URL in ASCII, without user or fragment",
    );
    expect(await refused(user.post(collection, { ...topic, channel: "web_push" }))).to.match(/^keys must be/);
    for (let each = 0; each < 20; each += 1) await registered({ ...topic, url: `${topic.url}-${each}` });
    expect(await refused(user.post(collection, topic), 409)).to.equal("At most 20 push targets can be registered");
  });

  it("requires an identity token", async () => {
    const keyed = await service.clientWithKey("somebody");
    for (const path of [collection, `${collection}/vapid-key`]) expect((await keyed.get(path)).status).to.equal(401);
  });

  it("returns a stable VAPID key", async () => {
    const { body } = await user.get(`${collection}/vapid-key`);
    const point = Buffer.from((body as { public_key: string }).public_key, "base64url");
    expect([point.length, point[0]]).to.deep.equal([65, 4]);
    expect((await user.get(`${collection}/vapid-key`)).body).to.deep.equal(body);
  });

  describe("push targets that receive a notification", () => {
    let receivers: PushReceivers;
    beforeEach(() => {
      receivers = new PushReceivers();
    });
    afterEach(() => receivers.close());

    const notified = async (text: string): Promise<string> => {
      const app = await createInstalledApp(await service.clientWithToken(`owner-${people}`), user);
      expect(
        (await service.clientFor(app.secret).send("POST", notificationPath(app, await readUserId(user), text))).status,
      ).to.equal(200);
      return ((await user.get(inbox)).body as WireTarget[])[0]?.id ?? "";
    };
    const deliveries = async (id: string): Promise<readonly WireDelivery[]> =>
      ((await user.get(`${inbox}/${id}`)).body as { deliveries: WireDelivery[] }).deliveries;
    const settled = async (id: string, count: number): Promise<readonly WireDelivery[]> => {
      await waitUntil(async () => (await deliveries(id)).filter(({ state }) => state !== "queued").length === count);
      return deliveries(id);
    };

    it("get it through their channel with the notification's ID", async () => {
      const browser = new TestBrowser();
      const got: Record<string, PushRequest> = {};
      const at = (name: string) => receivers.open((request) => ((got[name] = request), { status: 201 }), PEER_ADDRESS);
      await registered({ channel: "web_push", url: await at("browser"), keys: browser.keys });
      await registered({ channel: "ntfy", url: await at("topic"), token: "tk_1" });
      const { signing_secret } = await registered({ channel: "webhook", url: await at("hook") });
      const id = await notified("The roses want water. 🌱");
      const states = (await settled(id, 3)).map(({ state, reason }) => [state, reason]);
      expect(states).to.deep.equal(Array.from({ length: 3 }, () => ["sent", null]));

      const { browser: pushed, topic: published, hook: posted } = got;
      if (!pushed || !published || !posted) throw new Error("One of them got nothing");
      expect(browser.decryptMessage(pushed.body)).to.deep.include({ id, tag: id, body: "The roses want water. 🌱" });
      const { public_key } = (await user.get(`${collection}/vapid-key`)).body as { public_key: string };
      expect(pushed.headers.authorization).to.match(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=/);
      expect(pushed.headers.authorization).to.include(`k=${public_key}`);
      expect(pushed.headers).to.include({ "content-encoding": "aes128gcm", ttl: "86400" });
      expect(pushed.headers["topic"]).to.match(/^[\w-]{32}$/);
      expect(published.body.toString()).to.equal("The roses want water. 🌱");
      expect(published.headers).to.include({ "x-sequence-id": id, authorization: "Bearer tk_1" });
      const event = new Webhook(signing_secret ?? "").verify(
        posted.body.toString(),
        posted.headers as Record<string, string>,
      );
      expect(event).to.deep.include({ type: "notification" });
      expect(posted.headers["webhook-id"]).to.equal(id);
    });

    /** Registers a target at an address that the service under test may not call any more. */
    const registeredWhileAllowed = async (body: object): Promise<string> => {
      const lenient = await startService({
        MNEME_DATA_DIR: service.directory,
        MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
        MNEME_WEBHOOK_ALLOW_HTTP: "yes",
      });
      try {
        const person = await lenient.clientWithToken(`person-${people}`);
        return ((await person.post(collection, body)).body as WireTarget).id;
      } finally {
        await lenient.close();
      }
    };

    it("are removed when a browser subscription is gone, and failed deliveries have a reason", async () => {
      const { keys } = new TestBrowser();
      const gone = await receivers.open(() => ({ status: 410 }), PEER_ADDRESS);
      await registered({ channel: "web_push", url: gone, keys });
      const forbidden = await registeredWhileAllowed({ channel: "ntfy", url: "http://127.0.0.1:9/roses" });
      const reasons = (await settled(await notified("Once"), 2)).map(({ state, reason }) => [state, reason]);
      expect(reasons).to.have.deep.members([
        ["failed", "status_410"],
        ["failed", "forbidden_address"],
      ]);
      expect(((await user.get(collection)).body as WireTarget[]).map(({ id }) => id)).to.deep.equal([forbidden]);
    });
  });
});
