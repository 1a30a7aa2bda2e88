import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { EventClient } from "../../support/event-client.js";
import { createInstalledApp, INBOX_PATH, notifyByOwnApp, readUserId } from "../../support/notifications.js";
import { startService, type TestService } from "../../support/service.js";
import { waitUntil } from "../../support/eventually.js";

const STREAMS = 1_000;

describe("GET /v1/dev/user/notifications/events", () => {
  let service: TestService;
  let user: ApiClient;
  let people = 0;
  let clients: EventClient[] = [];

  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.close();
    expect(service.loggedProblems).to.deep.equal([]);
  });
  beforeEach(async () => {
    user = await service.clientWithToken(`user-${(people += 1)}`);
  });
  afterEach(() => {
    for (const client of clients) client.close();
    clients = [];
  });

  const listen = async (lastEventId?: string, as = user): Promise<EventClient> => {
    const client = await EventClient.open(service.url, as.credential, lastEventId);
    clients.push(client);
    return client;
  };

  it("sends a ready event, then an event for each new, read or replied notification", async () => {
    await notifyByOwnApp(user, "Before");
    const events = await listen();
    await events.waitForEvents(1);
    expect(events.receivedEvents[0]).to.deep.include({ event: "ready", data: {} });
    const id = await notifyByOwnApp(user, "Water");
    await events.waitForEvents(2);
    await user.patch(`${INBOX_PATH}/${id}`, { read: true });
    await events.waitForEvents(3);
    await user.post(`${INBOX_PATH}/${id}/reply`, { text: "I have" });
    await events.waitForEvents(4);
    expect(events.texts).to.deep.equal(["Water", "Water", "Water"]);
    const [listed] = (await user.get(INBOX_PATH)).body as object[];
    expect(events.receivedEvents.at(-1)?.data).to.deep.equal(listed);
    const ids = events.receivedEvents.map((each) => Number(each.id));
    expect(ids).to.deep.equal([...new Set(ids)].sort((a, b) => a - b));
  });

  it("resumes after Last-Event-ID without loss during frequent reconnects", async () => {
    const wanted = Array.from({ length: 60 }, (_, n) => `Number ${n}`);
    let events = await listen();
    await events.waitForEvents(1);
    const writing = (async () => {
      for (const text of wanted) await notifyByOwnApp(user, text);
    })();
    const heard: string[] = [];
    while (heard.length < wanted.length) {
      const { length } = events.receivedEvents;
      await waitUntil(() => events.receivedEvents.length > length || events.texts.length > 0);
      events.close();
      heard.push(...events.texts);
      const { lastEventId: lastId } = events;
      expect(lastId).not.to.equal(undefined);
      events = await listen(lastId);
      await events.waitForEvents(1);
    }
    await writing;
    expect(heard).to.deep.equal(wanted);
  });

  it("replays all missed events, sends only new ones for a future ID and rejects an invalid one", async () => {
    const texts = Array.from({ length: 90 }, (_, n) => `Number ${n}`);
    for (const text of texts) await notifyByOwnApp(user, text);
    const late = await listen("0");
    await late.waitForEvents(91);
    expect(late.texts).to.deep.equal(texts);
    const ahead = await listen("999999");
    await ahead.waitForEvents(1);
    await notifyByOwnApp(user, "New");
    await ahead.waitForEvents(2);
    expect(ahead.texts).to.deep.equal(["New"]);
    const response = await fetch(`${service.url}${INBOX_PATH}/events`, {
      headers: { Authorization: `Bearer ${user.credential}`, "Last-Event-ID": "yesterday" },
    });
    expect([response.status, await response.json()]).to.deep.equal([
      422,
      {
        detail: [{ loc: ["header", "Last-Event-ID"], msg: "Input should be the id of an event", type: "value_error" }],
      },
    ]);
  });

  it("sends only the user's own events and requires an identity token", async () => {
    const another = await service.clientWithToken(`another-${people}`);
    const [mine, theirs] = [await listen(), await listen(undefined, another)];
    await notifyByOwnApp(user, "Mine");
    await notifyByOwnApp(another, "Theirs");
    await Promise.all([mine.waitForEvents(2), theirs.waitForEvents(2)]);
    expect([mine.texts, theirs.texts]).to.deep.equal([["Mine"], ["Theirs"]]);
    const keyed = await service.clientWithKey(`user-${people}`);
    for (const credential of [keyed.credential, undefined]) {
      const refused = await EventClient.open(service.url, credential).catch(String);
      expect(refused).to.match(/No event stream, but 401/);
    }
  });

  it("disconnects a slow reader, bounds its buffer and lets it resume", async () => {
    const [slow, quick] = [await listen(), await listen()];
    await Promise.all([slow.waitForEvents(1), quick.waitForEvents(1)]);
    slow.pause();
    const before = process.memoryUsage().rss;
    const app = await createInstalledApp(user, user);
    const uid = await readUserId(user);
    let sent = 0;
    const write = async (): Promise<void> => {
      while (sent < 900) {
        const message = `${(sent += 1)} ${"🌹".repeat(3_990)}`;
        const { status } = await user
          .withCredential(app.secret)
          .post(`/v2/integrations/${app.id}/notification`, { uid, message });
        expect(status).to.equal(200);
      }
    };
    await Promise.all(Array.from({ length: 8 }, write));
    await quick.waitForEvents(901);
    expect(slow.receivedEvents).to.have.length(1);
    // Whatever the system's buffers had room for is read before the end is seen.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    slow.resume();
    await slow.waitForEnd();
    expect(slow.texts.length).to.be.lessThan(900);
    expect(process.memoryUsage().rss - before).to.be.lessThan(400 * 2 ** 20);
    const again = await listen(slow.lastEventId);
    await again.waitForEvents(1 + 900 - slow.texts.length);
    expect(new Set([...slow.texts, ...again.texts]).size).to.equal(900);
  });

  it("serves 1,000 concurrent streams with bounded memory and CPU usage", async () => {
    const users = await Promise.all(Array.from({ length: 20 }, (_, n) => service.clientWithToken(`many-${n}`)));
    const before = process.memoryUsage().rss;
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, n) => listen(undefined, users[n % users.length])),
    );
    await Promise.all(streams.map((each) => each.waitForEvents(1)));
    expect(process.memoryUsage().rss - before).to.be.lessThan(200 * 2 ** 20);
    const idle = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { user: own, system } = process.cpuUsage(idle);
    console.log(`      ${((own + system) / 30_000).toFixed(1)} % of a processor while nothing happens`);
    expect(own + system).to.be.lessThan(1_500_000);
    for (const each of users) await notifyByOwnApp(each, "Water");
    await Promise.all(streams.map((each) => each.waitForEvents(2)));
    expect(streams.every(({ texts }) => texts.join() === "Water")).to.equal(true);
  });

  it("ends all streams at shutdown", async () => {
    const own = await startService();
    const reader = await own.clientWithToken("reader");
    const streams = await Promise.all(Array.from({ length: 50 }, () => EventClient.open(own.url, reader.credential)));
    await own.close();
    await Promise.all(streams.map((each) => each.waitForEnd()));
    expect(own.loggedProblems).to.deep.equal([]);
  });
});
