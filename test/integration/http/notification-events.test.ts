import { expect } from "chai";
import type { Client } from "../../support/client.js";
import { EventClient } from "../../support/event-client.js";
import { appOf, inbox, notify, userIdOf } from "../../support/notifications.js";
import { startService, type TestService } from "../../support/service.js";
import { until } from "../../support/waiting.js";

const STREAMS = 1_000;

describe("the inbox as a stream of events", () => {
  let service: TestService;
  let user: Client;
  let people = 0;
  let clients: EventClient[] = [];

  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.close();
    expect(service.complaints).to.deep.equal([]);
  });
  beforeEach(async () => {
    user = await service.identified(`user-${(people += 1)}`);
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

  it("begins by where it stands, and tells what is new, read and replied to, as the list has it", async () => {
    await notify(user, "Before");
    const events = await listen();
    await events.hear(1);
    expect(events.heard[0]).to.deep.include({ event: "ready", data: {} });
    const id = await notify(user, "Water");
    await events.hear(2);
    await user.patch(`${inbox}/${id}`, { read: true });
    await events.hear(3);
    await user.post(`${inbox}/${id}/reply`, { text: "I have" });
    await events.hear(4);
    expect(events.texts).to.deep.equal(["Water", "Water", "Water"]);
    const [listed] = (await user.get(inbox)).body as object[];
    expect(events.heard.at(-1)?.data).to.deep.equal(listed);
    const ids = events.heard.map((each) => Number(each.id));
    expect(ids).to.deep.equal([...new Set(ids)].sort((a, b) => a - b));
  });

  it("goes on after the last event that a client has heard, however often they come back while it goes on", async () => {
    const wanted = Array.from({ length: 60 }, (_, n) => `Number ${n}`);
    let events = await listen();
    await events.hear(1);
    const writing = (async () => {
      for (const text of wanted) await notify(user, text);
    })();
    const heard: string[] = [];
    while (heard.length < wanted.length) {
      const { length } = events.heard;
      await until(() => events.heard.length > length || events.texts.length > 0);
      events.close();
      heard.push(...events.texts);
      const { lastId } = events;
      expect(lastId).not.to.equal(undefined);
      events = await listen(lastId);
      await events.hear(1);
    }
    await writing;
    expect(heard).to.deep.equal(wanted);
  });

  it("tells a client who comes back late all that they have missed, and one from nowhere what comes", async () => {
    const texts = Array.from({ length: 90 }, (_, n) => `Number ${n}`);
    for (const text of texts) await notify(user, text);
    const late = await listen("0");
    await late.hear(91);
    expect(late.texts).to.deep.equal(texts);
    const ahead = await listen("999999");
    await ahead.hear(1);
    await notify(user, "New");
    await ahead.hear(2);
    expect(ahead.texts).to.deep.equal(["New"]);
    const response = await fetch(`${service.url}${inbox}/events`, {
      headers: { Authorization: `Bearer ${user.credential}`, "Last-Event-ID": "yesterday" },
    });
    expect([response.status, await response.json()]).to.deep.equal([
      422,
      {
        detail: [{ loc: ["header", "Last-Event-ID"], msg: "Input should be the id of an event", type: "value_error" }],
      },
    ]);
  });

  it("tells nobody of another user's, and needs an identity token", async () => {
    const another = await service.identified(`another-${people}`);
    const [mine, theirs] = [await listen(), await listen(undefined, another)];
    await notify(user, "Mine");
    await notify(another, "Theirs");
    await Promise.all([mine.hear(2), theirs.hear(2)]);
    expect([mine.texts, theirs.texts]).to.deep.equal([["Mine"], ["Theirs"]]);
    const keyed = await service.keyed(`user-${people}`);
    for (const credential of [keyed.credential, undefined]) {
      const refused = await EventClient.open(service.url, credential).catch(String);
      expect(refused).to.match(/No event stream, but 401/);
    }
  });

  it("drops a reader who does not read, and holds no more for them than a little", async () => {
    const [slow, quick] = [await listen(), await listen()];
    await Promise.all([slow.hear(1), quick.hear(1)]);
    slow.pause();
    const before = process.memoryUsage().rss;
    const app = await appOf(user, user);
    const uid = await userIdOf(user);
    let sent = 0;
    const write = async (): Promise<void> => {
      while (sent < 900) {
        const message = `${(sent += 1)} ${"🌹".repeat(3_990)}`;
        const { status } = await user
          .with(app.secret)
          .post(`/v2/integrations/${app.id}/notification`, { uid, message });
        expect(status).to.equal(200);
      }
    };
    await Promise.all(Array.from({ length: 8 }, write));
    await quick.hear(901);
    expect(slow.heard).to.have.length(1);
    // Whatever the system's buffers had room for is read before the end is seen.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    slow.resume();
    await slow.ended();
    expect(slow.texts.length).to.be.lessThan(900);
    expect(process.memoryUsage().rss - before).to.be.lessThan(400 * 2 ** 20);
    const again = await listen(slow.lastId);
    await again.hear(1 + 900 - slow.texts.length);
    expect(new Set([...slow.texts, ...again.texts]).size).to.equal(900);
  });

  it("is told to a thousand at once", async () => {
    const users = await Promise.all(Array.from({ length: 20 }, (_, n) => service.identified(`many-${n}`)));
    const before = process.memoryUsage().rss;
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, n) => listen(undefined, users[n % users.length])),
    );
    await Promise.all(streams.map((each) => each.hear(1)));
    expect(process.memoryUsage().rss - before).to.be.lessThan(200 * 2 ** 20);
    const idle = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { user: own, system } = process.cpuUsage(idle);
    console.log(`      ${((own + system) / 30_000).toFixed(1)} % of a processor while nothing happens`);
    expect(own + system).to.be.lessThan(1_500_000);
    for (const each of users) await notify(each, "Water");
    await Promise.all(streams.map((each) => each.hear(2)));
    expect(streams.every(({ texts }) => texts.join() === "Water")).to.equal(true);
  });

  it("ends when the service does", async () => {
    const own = await startService();
    const reader = await own.identified("reader");
    const streams = await Promise.all(Array.from({ length: 50 }, () => EventClient.open(own.url, reader.credential)));
    await own.close();
    await Promise.all(streams.map((each) => each.ended()));
    expect(own.complaints).to.deep.equal([]);
  });
});
