import { expect } from "chai";
import type { ApiClient } from "../../api-client.js";
import { EventClient } from "../../event-client.js";
import {
  createInstalledApp,
  INBOX_PATH,
  notificationPath,
  readUserId,
  type NotifyingApp,
  type WireNotification,
} from "../../notifications.js";
import { runMneme, ServerProcess } from "../../server-process.js";
import { withStore, type ServiceStore, type UseBackend } from "../../service-stores.js";
import { waitUntil } from "../../eventually.js";

const PROCESS_COUNT = 4;
const CALL_COUNT = 1_000;
const NOTIFICATION_COUNT = 200;
const KILL_ROUNDS = 5;
const WRITER_COUNT = 6;

const atTurn = <T>(items: readonly T[], turn: number): T => items[turn % items.length] as T;

/** Quotas and event streams of notifications work across all processes. */
export function multiProcessNotificationSuite(useBackend: UseBackend): void {
  describe("notifications with four processes on one store", () => {
    const backend = useBackend();
    const calls = CALL_COUNT / backend.loadDivisor;
    afterEach(() => ServerProcess.killAll());

    interface ServerFixture {
      readonly store: ServiceStore;
      readonly servers: ServerProcess[];
      readonly token: string;
      readonly app: NotifyingApp;
      readonly userId: string;
    }

    const withServers = (count: number, limit: string, use: (fixture: ServerFixture) => Promise<void>): Promise<void> =>
      withStore(backend, async (store) => {
        const environment = { MNEME_NOTIFICATIONS_PER_HOUR: limit };
        const [owner, token] = await Promise.all(
          ["owner", "user"].map((user) => runMneme(store, "token", "--user", user)),
        );
        const servers = await ServerProcess.startAll(store, count, { environment });
        const first = atTurn(servers, 0);
        const user = first.clientFor(token);
        const app = await createInstalledApp(first.clientFor(owner), user);
        await use({ store, servers, token: token ?? "", app, userId: await readUserId(user) });
      });

    it("enforce an hourly limit of ten across concurrent requests", () =>
      withServers(PROCESS_COUNT, "10", async ({ servers, token, app, userId, store }) => {
        const minute = new Date().getUTCMinutes();
        // Two quota windows would overlap the test at the end of the hour.
        if (minute === 59) await waitUntil(() => new Date().getUTCMinutes() !== 59);
        const requests = Array.from({ length: calls }, (_, index) =>
          atTurn(servers, index)
            .clientFor(app.secret)
            .send("POST", notificationPath(app, userId, `Number ${index}`)),
        );
        const statuses = (await Promise.all(requests)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).to.have.length(10);
        expect(statuses.filter((status) => status === 429)).to.have.length(calls - 10);
        const notifications = (await atTurn(servers, 1).clientFor(token).get(`${INBOX_PATH}?limit=200`))
          .body as unknown[];
        expect(notifications).to.have.length(10);
        expect(await store.inspection.listQuotaUses()).to.deep.equal([10]);
      }));

    it("reach the event streams of all processes in order, without loss or duplicates", () =>
      withServers(PROCESS_COUNT, "0", async ({ servers, token, app, userId }) => {
        const listeners = await Promise.all(servers.map((server) => EventClient.open(server.url, token)));
        await Promise.all(listeners.map((listener) => listener.waitForEvents(1)));
        const texts = Array.from({ length: NOTIFICATION_COUNT / backend.loadDivisor }, (_, index) => `Number ${index}`);
        const sendNotification = (text: string, index: number) =>
          atTurn(servers, index)
            .clientFor(app.secret)
            .send("POST", notificationPath(app, userId, text));
        const responses = await Promise.all(texts.map(sendNotification));
        expect(responses.every(({ status }) => status === 200)).to.equal(true);
        await Promise.all(listeners.map((listener) => listener.waitForEvents(texts.length + 1)));
        const [first, ...otherIdLists] = listeners.map(({ receivedEvents: heard }) =>
          heard.map(({ id }) => Number(id)),
        );
        for (const otherIds of otherIdLists) expect(otherIds).to.deep.equal(first);
        expect(first).to.deep.equal(first?.toSorted((a, b) => a - b));
        expect(listeners[0]?.texts.toSorted()).to.deep.equal(texts.toSorted());
        for (const listener of listeners) listener.close();
      }));

    it("are created once per idempotency key across processes", () =>
      withServers(PROCESS_COUNT, "10", async ({ servers, token, app, userId }) => {
        const sendOnce = (_: unknown, index: number) =>
          atTurn(servers, index)
            .clientFor(app.secret)
            .send("POST", notificationPath(app, userId, "Once"), undefined, { "Idempotency-Key": "key" });
        const statuses = (await Promise.all(Array.from({ length: 40 }, sendOnce))).map(({ status }) => status);
        expect(statuses.every((status) => [200, 409].includes(status))).to.equal(true);
        const client = atTurn(servers, 2).clientFor(token);
        expect((await client.get(`${INBOX_PATH}/unread-count`)).body).to.deep.equal({ unread_count: 1 });
      }));

    it("end their event streams at shutdown", () =>
      withServers(1, "0", async ({ servers, token }) => {
        const [server] = servers;
        if (!server) throw new Error("There is no server");
        const streams = await Promise.all(Array.from({ length: 100 }, () => EventClient.open(server.url, token)));
        await Promise.all(streams.map((stream) => stream.waitForEvents(1)));
        expect(await server.stop()).to.equal(0);
        await Promise.all(streams.map((stream) => stream.waitForEnd()));
      }));

    it("are kept exactly once after a crash when they were acknowledged", () =>
      withServers(1, "0", async ({ store, servers, token, app, userId }) => {
        let [server] = servers;
        const acknowledged: string[] = [];
        let sentCount = 0;
        for (let round = 0; round < KILL_ROUNDS; round += 1) {
          const currentServer = server ?? (await ServerProcess.start(store));
          server = undefined;
          const client: ApiClient = currentServer.clientFor(app.secret);
          const sendUntilKilled = async (): Promise<void> => {
            for (;;) {
              const text = `Number ${(sentCount += 1)}`;
              const { status } = await client.send("POST", notificationPath(app, userId, text));
              if (status === 200) acknowledged.push(text);
            }
          };
          const writers = Array.from({ length: WRITER_COUNT }, () => sendUntilKilled().catch(() => undefined));
          const targetCount = acknowledged.length + 40;
          await waitUntil(() => acknowledged.length >= targetCount);
          await currentServer.kill();
          await Promise.all(writers);
        }
        const client = (await ServerProcess.start(store)).clientFor(token);
        const storedTexts: string[] = [];
        for (;;) {
          const page = (await client.get(`${INBOX_PATH}?limit=200&offset=${storedTexts.length}`))
            .body as WireNotification[];
          if (page.length === 0) break;
          storedTexts.push(...page.map(({ text }) => text));
        }
        expect(acknowledged.filter((text) => !storedTexts.includes(text))).to.deep.equal([]);
        expect(new Set(storedTexts).size).to.equal(storedTexts.length);
        expect(acknowledged.length).to.be.at.least(40 * KILL_ROUNDS);
      }));
  });
}
