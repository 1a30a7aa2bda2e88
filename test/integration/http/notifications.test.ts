import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import {
  createInstalledApp,
  INBOX_PATH,
  notifyByOwnApp,
  notificationPath,
  readUserId,
  type NotifyingApp,
  type WireNotification,
} from "../../support/notifications.js";
import { startService, type TestService } from "../../support/service.js";

const noBearer = "Missing or invalid Authorization header. Must be 'Bearer API_KEY'";
const missing = (...names: string[]) =>
  names.map((name) => ({ loc: ["query", name], msg: "Field required", type: "missing" }));
const unknown = "00000000-0000-4000-8000-000000000000";
const told = ({ status, body }: ClientResponse): unknown => [status, (body as { readonly detail: unknown }).detail];
const violationsOf = ({ body }: ClientResponse) =>
  (body as { readonly detail: readonly { readonly loc: string[]; readonly type: string }[] }).detail;
const ok = { status: "Ok" };

describe("POST /v2/integrations/:app_id/notification", () => {
  let service: TestService;
  let owner: ApiClient;
  let user: ApiClient;
  let uid: string;
  let app: NotifyingApp;
  let people = 0;

  before(async () => {
    service = await startService({ MNEME_NOTIFICATIONS_PER_HOUR: "5" });
  });
  after(() => service.close());
  beforeEach(async () => {
    people += 1;
    [owner, user] = await Promise.all([
      service.clientWithToken(`owner-${people}`),
      service.clientWithToken(`user-${people}`),
    ]);
    app = await createInstalledApp(owner, user);
    uid = await readUserId(user);
  });

  const send = (path: string, { secret = app.secret, body = undefined as object | undefined, headers = {} } = {}) =>
    service.clientFor(secret === "" ? undefined : secret).send("POST", path, body && JSON.stringify(body), headers);
  const texts = async (): Promise<string[]> =>
    ((await user.get(INBOX_PATH)).body as readonly WireNotification[]).map(({ text }) => text);

  it("adds the exact text to the inbox and returns rate limit headers", async () => {
    const text = "Water & feed: 100 % of the röses 🌹 + mint";
    const { status, body, headers } = await send(notificationPath(app, uid, text));
    expect([status, body]).to.deep.equal([200, ok]);
    const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) =>
      Number(headers.get(`X-RateLimit-${name}`)),
    );
    expect([limit, remaining]).to.deep.equal([5, 4]);
    expect(reset).to.be.within(1, 3600);
    const [notification] = (await user.get(INBOX_PATH)).body as readonly WireNotification[];
    expect(notification).to.deep.include({ app_id: app.id, kind: "direct", text, read_at: null, replies: [] });
    expect(await owner.get(INBOX_PATH)).to.deep.include({ body: [] });
  });

  it("checks the header, the input, the app secret, the user and the rate limit, in this order", async () => {
    const path = `/v2/integrations/${app.id}/notification`;
    const nothing = { secret: "" };
    const wrong = { secret: "mneme_app_wrong" };
    expect(told(await send(path, nothing))).to.deep.equal([401, noBearer]);
    expect(told(await send(path, wrong))).to.deep.equal([422, missing("uid", "message")]);
    expect(told(await send(`${path}?uid=${uid}`, wrong))).to.deep.equal([422, missing("message")]);
    expect(told(await send(notificationPath(app, uid, " \t"), wrong))).to.deep.equal([422, "message cannot be empty"]);
    expect(told(await send(notificationPath(app, uid, ""), wrong))).to.deep.equal([422, "message cannot be empty"]);
    const [tooLong] = violationsOf(await send(notificationPath(app, uid, "a".repeat(4001)), wrong));
    expect(tooLong?.type).to.equal("string_too_long");
    const notOfApp = [401, "Invalid authentication credentials"];
    const other = await createInstalledApp(owner, user);
    expect(told(await send(notificationPath(app, unknown, "Hello"), wrong))).to.deep.equal(notOfApp);
    expect(told(await send(notificationPath(app, uid, "Hello"), { secret: other.secret }))).to.deep.equal(notOfApp);
    expect(told(await send(notificationPath({ id: unknown }, uid, "Hello")))).to.deep.equal(notOfApp);
    expect(told(await send(notificationPath(app, unknown, "Hello")))).to.deep.equal([404, "User not found"]);
    for (let n = 0; n < 5; n += 1) expect((await send(notificationPath(app, uid, "Hello"))).status).to.equal(200);
    const { status, body, headers } = await send(notificationPath(app, uid, "Hello"));
    const seconds = Number(headers.get("Retry-After"));
    expect([status, body]).to.deep.equal([429, { detail: `Rate limit exceeded. Try again in ${seconds}s.` }]);
    expect(["Limit", "Remaining", "Reset"].map((name) => Number(headers.get(`X-RateLimit-${name}`)))).to.deep.equal([
      5,
      0,
      seconds,
    ]);
    expect(seconds).to.be.within(1, 3600);
    expect(await texts()).to.have.length(5);
  });

  it("accepts 4,000 code points and does not count rejected requests against the limit", async () => {
    for (let n = 0; n < 6; n += 1) await send(notificationPath(app, unknown, "Hello"));
    const text = "🌹".repeat(4000);
    expect((await send(notificationPath(app, uid, text))).headers.get("X-RateLimit-Remaining")).to.equal("4");
    expect(await texts()).to.deep.equal([text]);
  });

  it("returns identical responses for a user without the app and an unknown user", async () => {
    const bare = await service.clientWithToken(`bare-${people}`);
    const [lacks, nobody] = [await readUserId(bare), `nobo-${people}`];
    const seen = async (id: string): Promise<string> => {
      const response = await fetch(service.url + notificationPath(app, id, "Hello"), {
        method: "POST",
        headers: { Authorization: `Bearer ${app.secret}` },
      });
      const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
      return JSON.stringify([response.status, headers, await response.text()]);
    };
    expect(await seen(lacks)).to.equal(await seen(nobody));
    expect(await seen(lacks)).to.include("User not found");
  });

  it("takes similar time for a user without the app and an unknown user", async () => {
    const bare = await service.clientWithToken(`slow-${people}`);
    const lacks = notificationPath(app, await readUserId(bare), "Hello");
    const nobody = notificationPath(app, `none-${people}`, "Hello");
    const took = { lacks: [] as number[], nobody: [] as number[] };
    for (let n = 0; n < 150; n += 1) {
      for (const [kind, path] of [
        ["lacks", lacks],
        ["nobody", nobody],
      ] as const) {
        const begun = performance.now();
        await send(path);
        took[kind].push(performance.now() - begun);
      }
    }
    const median = (all: number[]): number => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    expect(median(took.lacks) / median(took.nobody)).to.be.within(1 / 3, 3);
  });

  it("rejects disabled, deleted or uninstalled apps and expired secrets", async () => {
    const older = app.secret;
    const rotate = async () =>
      ((await owner.send("POST", `/v1/dev/apps/${app.id}/secret`)).body as NotifyingApp).secret;
    const newer = await rotate();
    for (const secret of [older, newer])
      expect((await send(notificationPath(app, uid, "Hello"), { secret })).status).to.equal(200);
    const newest = { secret: await rotate() };
    expect(told(await send(notificationPath(app, uid, "Hello")))).to.deep.equal([
      401,
      "Invalid authentication credentials",
    ]);
    await owner.send("POST", `/v1/dev/apps/${app.id}/disable`);
    expect(told(await send(notificationPath(app, uid, "Hello"), newest))).to.deep.equal([403, "The app is disabled"]);
    await owner.send("POST", `/v1/dev/apps/${app.id}/enable`);
    await user.delete(`/v1/dev/apps/installations/${app.id}`);
    expect(told(await send(notificationPath(app, uid, "Hello"), newest))).to.deep.equal([404, "User not found"]);
    await owner.delete(`/v1/dev/apps/${app.id}`);
    expect(told(await send(notificationPath(app, uid, "Hello"), newest))).to.deep.equal([
      401,
      "Invalid authentication credentials",
    ]);
  });

  it("accepts uid and message in the body, with the query taking precedence", async () => {
    const path = `/v2/integrations/${app.id}/notification`;
    expect((await send(path, { body: { uid, message: "Both" } })).status).to.equal(200);
    expect((await send(`${path}?uid=${uid}`, { body: { uid: unknown, message: "One" } })).status).to.equal(200);
    expect((await send(notificationPath(app, uid, "None"), { body: { message: "Not this" } })).status).to.equal(200);
    expect((await texts()).toSorted()).to.deep.equal(["Both", "None", "One"]);
    const [absent, number] = violationsOf(await send(path, { body: { message: 5 } }));
    expect([absent?.loc, number?.loc]).to.deep.equal([
      ["query", "uid"],
      ["body", "message"],
    ]);
    expect(told(await send(path, { body: { uid, message: " " } }))).to.deep.equal([422, "message cannot be empty"]);
    expect((await service.clientFor(app.secret).send("POST", path, "{")).status).to.equal(422);
    expect((await service.clientFor(app.secret).send("POST", path, "x".repeat(70_000))).status).to.equal(413);
  });

  it("counts a repeat with the same idempotency key once and rejects reuse for another request", async () => {
    const key = (name: string) => ({ headers: { "Idempotency-Key": name } });
    const first = await send(notificationPath(app, uid, "Once"), key("a"));
    expect([first.status, first.headers.get("X-RateLimit-Remaining")]).to.deep.equal([200, "4"]);
    for (let n = 0; n < 3; n += 1) {
      const again = await send(notificationPath(app, uid, "Once"), key("a"));
      expect([again.status, again.body, again.headers.get("Idempotent-Replayed")]).to.deep.equal([200, ok, "true"]);
    }
    expect((await send(notificationPath(app, uid, "Other"), key("a"))).status).to.equal(422);
    const path = `/v2/integrations/${app.id}/notification`;
    await send(path, { body: { uid, message: "In a body" }, ...key("b") });
    await send(path, { body: { uid, message: "In a body" }, ...key("b") });
    expect((await send(path, { body: { uid, message: "Another" }, ...key("b") })).status).to.equal(422);
    expect((await texts()).toSorted()).to.deep.equal(["In a body", "Once"]);
    const other = await createInstalledApp(owner, user);
    expect(
      (await send(notificationPath(other, uid, "Other app"), { secret: other.secret, ...key("a") })).status,
    ).to.equal(200);
    const guessed = await send(notificationPath(app, uid, "Once"), { secret: "mneme_app_wrong", ...key("a") });
    expect(told(guessed)).to.deep.equal([401, "Invalid authentication credentials"]);
    expect((await send(notificationPath(app, uid, "After"))).headers.get("X-RateLimit-Remaining")).to.equal("2");
  });

  it("limits wrong secrets per address and never throttles valid ones", async () => {
    const strict = await startService({ MNEME_AUTH_FAILURES_PER_MINUTE: "3" });
    try {
      const [mine, theirs] = [await strict.clientWithToken("owner"), await strict.clientWithToken("user")];
      const known = await createInstalledApp(mine, theirs);
      const other = await createInstalledApp(mine, theirs);
      const path = notificationPath(known, await readUserId(theirs), "Hello");
      const as = async (secret: string, at = path): Promise<number> =>
        (await strict.clientFor(secret).send("POST", at)).status;
      expect(await as(known.secret)).to.equal(200);
      for (let n = 0; n < 3; n += 1) expect(await as("mneme_app_wrong")).to.equal(401);
      expect(await as("mneme_app_wrong")).to.equal(429);
      expect(await as(other.secret)).to.equal(429);
      expect(await as(other.secret, notificationPath(other, await readUserId(theirs), "Hello"))).to.equal(200);
      expect(await as(known.secret)).to.equal(200);
    } finally {
      await strict.close();
    }
  });
});

describe("/v1/dev/user/notifications", () => {
  let service: TestService;
  let user: ApiClient;
  let people = 0;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(async () => {
    user = await service.clientWithToken(`user-${(people += 1)}`);
  });

  const unread = async (): Promise<unknown> => (await user.get(`${INBOX_PATH}/unread-count`)).body;

  it("shows a notification with its deliveries and marks it as read and unread", async () => {
    const id = await notifyByOwnApp(user, "Water");
    const shown = (await user.get(`${INBOX_PATH}/${id}`)).body as WireNotification & { deliveries: unknown };
    expect([shown.text, shown.read_at, shown.deliveries]).to.deep.equal(["Water", null, []]);
    expect(await unread()).to.deep.equal({ unread_count: 1 });
    const read = (await user.patch(`${INBOX_PATH}/${id}`, { read: true })).body as WireNotification;
    expect(read.read_at).to.match(/Z$/);
    expect(await user.patch(`${INBOX_PATH}/${id}`, { read: true }))
      .to.have.property("body")
      .that.deep.equals(read);
    expect(await unread()).to.deep.equal({ unread_count: 0 });
    expect((await user.get(`${INBOX_PATH}?unread=true`)).body).to.deep.equal([]);
    expect((await user.patch(`${INBOX_PATH}/${id}`, { read: false })).body).to.have.property("read_at", null);
    expect((await user.get(`${INBOX_PATH}?unread=true&total=true`)).headers.get("X-Total-Count")).to.equal("1");
    expect((await user.patch(`${INBOX_PATH}/${id}`, {})).status).to.equal(422);
  });

  it("marks all notifications as read across several write batches", async () => {
    for (let n = 0; n < 230; n += 20) {
      await notifyByOwnApp(user, `first ${n}`);
      await Promise.all(Array.from({ length: 19 }, (_, index) => notifyByOwnApp(user, `${n} ${index}`)));
    }
    expect((await user.send("POST", `${INBOX_PATH}/read-all`)).body).to.deep.equal({ marked_count: 240 });
    expect(await unread()).to.deep.equal({ unread_count: 0 });
    expect((await user.send("POST", `${INBOX_PATH}/read-all`)).body).to.deep.equal({ marked_count: 0 });
  });

  it("adds replies in order, each once per idempotency key", async () => {
    const id = await notifyByOwnApp(user, "Water");
    const reply = (text: string, key?: string) =>
      user.post(`${INBOX_PATH}/${id}/reply`, { text }, key === undefined ? {} : { "Idempotency-Key": key });
    await reply("I will", "a");
    await reply("I will", "a");
    const { replies, read_at } = (await reply("I have")).body as WireNotification;
    expect(replies.map(({ text }) => text)).to.deep.equal(["I will", "I have"]);
    expect(read_at).not.to.equal(null);
    expect(told(await reply(" "))).to.deep.equal([422, "text cannot be empty"]);
    const absent = await user.post(`${INBOX_PATH}/${unknown}/reply`, { text: "Hm" });
    expect(told(absent)).to.deep.equal([404, "Notification not found"]);
    expect(told(await user.post(`${INBOX_PATH}/${unknown}/reply`, { text: "" }))).to.deep.equal([
      422,
      "text cannot be empty",
    ]);
  });

  it("returns 404 for notifications of other users", async () => {
    const id = await notifyByOwnApp(user, "Water");
    const another = await service.clientWithToken(`another-${people}`);
    const absent = [404, "Notification not found"];
    expect(told(await another.get(`${INBOX_PATH}/${id}`))).to.deep.equal(absent);
    expect(told(await another.patch(`${INBOX_PATH}/${id}`, { read: true }))).to.deep.equal(absent);
    expect(told(await another.post(`${INBOX_PATH}/${id}/reply`, { text: "Hm" }))).to.deep.equal(absent);
    expect((await another.get(INBOX_PATH)).body).to.deep.equal([]);
    expect(await unread()).to.deep.equal({ unread_count: 1 });
  });
});
