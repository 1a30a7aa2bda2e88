import { expect } from "chai";
import type { Answered, Client } from "../../support/client.js";
import {
  appOf,
  inbox,
  notify,
  said,
  userIdOf,
  type NotifyingApp,
  type WireNotification,
} from "../../support/notifications.js";
import { startService, type TestService } from "../../support/service.js";

const noBearer = "Missing or invalid Authorization header. Must be 'Bearer API_KEY'";
const missing = (...names: string[]) =>
  names.map((name) => ({ loc: ["query", name], msg: "Field required", type: "missing" }));
const unknown = "00000000-0000-4000-8000-000000000000";
const told = ({ status, body }: Answered): unknown => [status, (body as { readonly detail: unknown }).detail];
const violationsOf = ({ body }: Answered) =>
  (body as { readonly detail: readonly { readonly loc: string[]; readonly type: string }[] }).detail;
const ok = { status: "Ok" };

describe("a direct notification", () => {
  let service: TestService;
  let owner: Client;
  let user: Client;
  let uid: string;
  let app: NotifyingApp;
  let people = 0;

  before(async () => {
    service = await startService({ MNEME_NOTIFICATIONS_PER_HOUR: "5" });
  });
  after(() => service.close());
  beforeEach(async () => {
    people += 1;
    [owner, user] = await Promise.all([service.identified(`owner-${people}`), service.identified(`user-${people}`)]);
    app = await appOf(owner, user);
    uid = await userIdOf(user);
  });

  const send = (path: string, { secret = app.secret, body = undefined as object | undefined, headers = {} } = {}) =>
    service.as(secret === "" ? undefined : secret).send("POST", path, body && JSON.stringify(body), headers);
  const texts = async (): Promise<string[]> =>
    ((await user.get(inbox)).body as readonly WireNotification[]).map(({ text }) => text);

  it("is in the inbox when it is answered, word for word", async () => {
    const text = "Water & feed: 100 % of the röses 🌹 + mint";
    const { status, body, headers } = await send(said(app, uid, text));
    expect([status, body]).to.deep.equal([200, ok]);
    const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) =>
      Number(headers.get(`X-RateLimit-${name}`)),
    );
    expect([limit, remaining]).to.deep.equal([5, 4]);
    expect(reset).to.be.within(1, 3600);
    const [notification] = (await user.get(inbox)).body as readonly WireNotification[];
    expect(notification).to.deep.include({ app_id: app.id, kind: "direct", text, read_at: null, replies: [] });
    expect(await owner.get(inbox)).to.deep.include({ body: [] });
  });

  it("is refused in this order: no credential, what is asked, whose secret, which user, how often", async () => {
    const path = `/v2/integrations/${app.id}/notification`;
    const nothing = { secret: "" };
    const wrong = { secret: "mneme_app_wrong" };
    expect(told(await send(path, nothing))).to.deep.equal([401, noBearer]);
    expect(told(await send(path, wrong))).to.deep.equal([422, missing("uid", "message")]);
    expect(told(await send(`${path}?uid=${uid}`, wrong))).to.deep.equal([422, missing("message")]);
    expect(told(await send(said(app, uid, " \t"), wrong))).to.deep.equal([422, "message cannot be empty"]);
    expect(told(await send(said(app, uid, ""), wrong))).to.deep.equal([422, "message cannot be empty"]);
    const [tooLong] = violationsOf(await send(said(app, uid, "a".repeat(4001)), wrong));
    expect(tooLong?.type).to.equal("string_too_long");
    const notOfApp = [401, "Invalid authentication credentials"];
    const other = await appOf(owner, user);
    expect(told(await send(said(app, unknown, "Hello"), wrong))).to.deep.equal(notOfApp);
    expect(told(await send(said(app, uid, "Hello"), { secret: other.secret }))).to.deep.equal(notOfApp);
    expect(told(await send(said({ id: unknown }, uid, "Hello")))).to.deep.equal(notOfApp);
    expect(told(await send(said(app, unknown, "Hello")))).to.deep.equal([404, "User not found"]);
    for (let n = 0; n < 5; n += 1) expect((await send(said(app, uid, "Hello"))).status).to.equal(200);
    const { status, body, headers } = await send(said(app, uid, "Hello"));
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

  it("of 4000 code points is taken, and what is refused does not count", async () => {
    for (let n = 0; n < 6; n += 1) await send(said(app, unknown, "Hello"));
    const text = "🌹".repeat(4000);
    expect((await send(said(app, uid, text))).headers.get("X-RateLimit-Remaining")).to.equal("4");
    expect(await texts()).to.deep.equal([text]);
  });

  it("tells of a user who lacks the app nothing that it does not tell of one who is unknown", async () => {
    const bare = await service.identified(`bare-${people}`);
    const [lacks, nobody] = [await userIdOf(bare), `nobo-${people}`];
    const seen = async (id: string): Promise<string> => {
      const response = await fetch(service.url + said(app, id, "Hello"), {
        method: "POST",
        headers: { Authorization: `Bearer ${app.secret}` },
      });
      const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
      return JSON.stringify([response.status, headers, await response.text()]);
    };
    expect(await seen(lacks)).to.equal(await seen(nobody));
    expect(await seen(lacks)).to.include("User not found");
  });

  it("is told apart by no time either: the same is done for both", async () => {
    const bare = await service.identified(`slow-${people}`);
    const lacks = said(app, await userIdOf(bare), "Hello");
    const nobody = said(app, `none-${people}`, "Hello");
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

  it("is not taken of an app that was uninstalled, disabled or deleted, nor of a secret that is rotated away", async () => {
    const older = app.secret;
    const rotate = async () =>
      ((await owner.send("POST", `/v1/dev/apps/${app.id}/secret`)).body as NotifyingApp).secret;
    const newer = await rotate();
    for (const secret of [older, newer]) expect((await send(said(app, uid, "Hello"), { secret })).status).to.equal(200);
    const newest = { secret: await rotate() };
    expect(told(await send(said(app, uid, "Hello")))).to.deep.equal([401, "Invalid authentication credentials"]);
    await owner.send("POST", `/v1/dev/apps/${app.id}/disable`);
    expect(told(await send(said(app, uid, "Hello"), newest))).to.deep.equal([403, "The app is disabled"]);
    await owner.send("POST", `/v1/dev/apps/${app.id}/enable`);
    await user.delete(`/v1/dev/apps/installations/${app.id}`);
    expect(told(await send(said(app, uid, "Hello"), newest))).to.deep.equal([404, "User not found"]);
    await owner.delete(`/v1/dev/apps/${app.id}`);
    expect(told(await send(said(app, uid, "Hello"), newest))).to.deep.equal([
      401,
      "Invalid authentication credentials",
    ]);
  });

  it("may come in a body what the query lacks, which is told of in its place", async () => {
    const path = `/v2/integrations/${app.id}/notification`;
    expect((await send(path, { body: { uid, message: "Both" } })).status).to.equal(200);
    expect((await send(`${path}?uid=${uid}`, { body: { uid: unknown, message: "One" } })).status).to.equal(200);
    expect((await send(said(app, uid, "None"), { body: { message: "Not this" } })).status).to.equal(200);
    expect((await texts()).toSorted()).to.deep.equal(["Both", "None", "One"]);
    const [absent, number] = violationsOf(await send(path, { body: { message: 5 } }));
    expect([absent?.loc, number?.loc]).to.deep.equal([
      ["query", "uid"],
      ["body", "message"],
    ]);
    expect(told(await send(path, { body: { uid, message: " " } }))).to.deep.equal([422, "message cannot be empty"]);
    expect((await service.as(app.secret).send("POST", path, "{")).status).to.equal(422);
    expect((await service.as(app.secret).send("POST", path, "x".repeat(70_000))).status).to.equal(413);
  });

  it("under a key is one push, and counts once; another under the same key is refused", async () => {
    const key = (name: string) => ({ headers: { "Idempotency-Key": name } });
    const first = await send(said(app, uid, "Once"), key("a"));
    expect([first.status, first.headers.get("X-RateLimit-Remaining")]).to.deep.equal([200, "4"]);
    for (let n = 0; n < 3; n += 1) {
      const again = await send(said(app, uid, "Once"), key("a"));
      expect([again.status, again.body, again.headers.get("Idempotent-Replayed")]).to.deep.equal([200, ok, "true"]);
    }
    expect((await send(said(app, uid, "Other"), key("a"))).status).to.equal(422);
    const path = `/v2/integrations/${app.id}/notification`;
    await send(path, { body: { uid, message: "In a body" }, ...key("b") });
    await send(path, { body: { uid, message: "In a body" }, ...key("b") });
    expect((await send(path, { body: { uid, message: "Another" }, ...key("b") })).status).to.equal(422);
    expect((await texts()).toSorted()).to.deep.equal(["In a body", "Once"]);
    const other = await appOf(owner, user);
    expect((await send(said(other, uid, "Other app"), { secret: other.secret, ...key("a") })).status).to.equal(200);
    const guessed = await send(said(app, uid, "Once"), { secret: "mneme_app_wrong", ...key("a") });
    expect(told(guessed)).to.deep.equal([401, "Invalid authentication credentials"]);
    expect((await send(said(app, uid, "After"))).headers.get("X-RateLimit-Remaining")).to.equal("2");
  });

  it("limits wrong secrets per address, and never valid ones", async () => {
    const strict = await startService({ MNEME_FAILED_CREDENTIALS_PER_MINUTE: "3" });
    try {
      const [mine, theirs] = [await strict.identified("owner"), await strict.identified("user")];
      const known = await appOf(mine, theirs);
      const other = await appOf(mine, theirs);
      const path = said(known, await userIdOf(theirs), "Hello");
      const as = async (secret: string, at = path): Promise<number> =>
        (await strict.as(secret).send("POST", at)).status;
      expect(await as(known.secret)).to.equal(200);
      for (let n = 0; n < 3; n += 1) expect(await as("mneme_app_wrong")).to.equal(401);
      expect(await as("mneme_app_wrong")).to.equal(429);
      expect(await as(other.secret)).to.equal(429);
      expect(await as(other.secret, said(other, await userIdOf(theirs), "Hello"))).to.equal(200);
      expect(await as(known.secret)).to.equal(200);
    } finally {
      await strict.close();
    }
  });
});

describe("the inbox over HTTP", () => {
  let service: TestService;
  let user: Client;
  let people = 0;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(async () => {
    user = await service.identified(`user-${(people += 1)}`);
  });

  const unread = async (): Promise<unknown> => (await user.get(`${inbox}/unread-count`)).body;

  it("shows a notification with what has come of its deliveries, and marks it as read and unread", async () => {
    const id = await notify(user, "Water");
    const shown = (await user.get(`${inbox}/${id}`)).body as WireNotification & { deliveries: unknown };
    expect([shown.text, shown.read_at, shown.deliveries]).to.deep.equal(["Water", null, []]);
    expect(await unread()).to.deep.equal({ unread_count: 1 });
    const read = (await user.patch(`${inbox}/${id}`, { read: true })).body as WireNotification;
    expect(read.read_at).to.match(/Z$/);
    expect(await user.patch(`${inbox}/${id}`, { read: true }))
      .to.have.property("body")
      .that.deep.equals(read);
    expect(await unread()).to.deep.equal({ unread_count: 0 });
    expect((await user.get(`${inbox}?unread=true`)).body).to.deep.equal([]);
    expect((await user.patch(`${inbox}/${id}`, { read: false })).body).to.have.property("read_at", null);
    expect((await user.get(`${inbox}?unread=true&total=true`)).headers.get("X-Total-Count")).to.equal("1");
    expect((await user.patch(`${inbox}/${id}`, {})).status).to.equal(422);
  });

  it("marks all that there are as read, more than go with one write", async () => {
    for (let n = 0; n < 230; n += 20) {
      await notify(user, `first ${n}`);
      await Promise.all(Array.from({ length: 19 }, (_, index) => notify(user, `${n} ${index}`)));
    }
    expect((await user.send("POST", `${inbox}/read-all`)).body).to.deep.equal({ marked_count: 240 });
    expect(await unread()).to.deep.equal({ unread_count: 0 });
    expect((await user.send("POST", `${inbox}/read-all`)).body).to.deep.equal({ marked_count: 0 });
  });

  it("takes replies, each once under its key, and tells them in their order", async () => {
    const id = await notify(user, "Water");
    const reply = (text: string, key?: string) =>
      user.post(`${inbox}/${id}/reply`, { text }, key === undefined ? {} : { "Idempotency-Key": key });
    await reply("I will", "a");
    await reply("I will", "a");
    const { replies, read_at } = (await reply("I have")).body as WireNotification;
    expect(replies.map(({ text }) => text)).to.deep.equal(["I will", "I have"]);
    expect(read_at).not.to.equal(null);
    expect(told(await reply(" "))).to.deep.equal([422, "text cannot be empty"]);
    const absent = await user.post(`${inbox}/${unknown}/reply`, { text: "Hm" });
    expect(told(absent)).to.deep.equal([404, "Notification not found"]);
    expect(told(await user.post(`${inbox}/${unknown}/reply`, { text: "" }))).to.deep.equal([
      422,
      "text cannot be empty",
    ]);
  });

  it("shows nothing of another user's", async () => {
    const id = await notify(user, "Water");
    const another = await service.identified(`another-${people}`);
    const absent = [404, "Notification not found"];
    expect(told(await another.get(`${inbox}/${id}`))).to.deep.equal(absent);
    expect(told(await another.patch(`${inbox}/${id}`, { read: true }))).to.deep.equal(absent);
    expect(told(await another.post(`${inbox}/${id}/reply`, { text: "Hm" }))).to.deep.equal(absent);
    expect((await another.get(inbox)).body).to.deep.equal([]);
    expect(await unread()).to.deep.equal({ unread_count: 1 });
  });
});
