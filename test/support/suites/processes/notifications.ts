import { expect } from "chai";
import type { Client } from "../../client.js";
import { EventClient } from "../../event-client.js";
import { appOf, inbox, said, userIdOf, type NotifyingApp, type WireNotification } from "../../notifications.js";
import { mneme, ServerProcess } from "../../server-process.js";
import { withStore, type ServiceStore, type UseBackend } from "../../service-stores.js";
import { until } from "../../waiting.js";

const PROCESSES = 4;
const CALLS = 1_000;
const NOTIFICATIONS = 200;
const ROUNDS = 5;
const WRITERS = 6;

const turnOf = <T>(all: readonly T[], turn: number): T => all[turn % all.length] as T;

/** Quotas and the event streams of notifications hold over all processes. */
export function notificationsOverProcesses(useBackend: UseBackend): void {
  describe("notifications over four processes on one store", () => {
    const backend = useBackend();
    const calls = CALLS / backend.loadDivisor;
    afterEach(() => ServerProcess.killAll());

    interface Setting {
      readonly store: ServiceStore;
      readonly servers: ServerProcess[];
      readonly token: string;
      readonly app: NotifyingApp;
      readonly uid: string;
    }

    const withServers = (count: number, limit: string, work: (setting: Setting) => Promise<void>): Promise<void> =>
      withStore(backend, async (store) => {
        const environment = { MNEME_NOTIFICATIONS_PER_HOUR: limit };
        const [owner, token] = await Promise.all(
          ["owner", "user"].map((user) => mneme(store, "token", "--user", user)),
        );
        const servers = await ServerProcess.startAll(store, count, { environment });
        const first = turnOf(servers, 0);
        const user = first.as(token);
        const app = await appOf(first.as(owner), user);
        await work({ store, servers, token: token ?? "", app, uid: await userIdOf(user) });
      });

    it("lets exactly ten of many at once pass in an hour", () =>
      withServers(PROCESSES, "10", async ({ servers, token, app, uid, store }) => {
        const minute = new Date().getUTCMinutes();
        // At the border of the hour there are two of them.
        if (minute === 59) await until(() => new Date().getUTCMinutes() !== 59);
        const sent = Array.from({ length: calls }, (_, n) =>
          turnOf(servers, n)
            .as(app.secret)
            .send("POST", said(app, uid, `Number ${n}`)),
        );
        const statuses = (await Promise.all(sent)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).to.have.length(10);
        expect(statuses.filter((status) => status === 429)).to.have.length(calls - 10);
        const listed = (await turnOf(servers, 1).as(token).get(`${inbox}?limit=200`)).body as unknown[];
        expect(listed).to.have.length(10);
        expect(await store.inspection.listQuotaUses()).to.deep.equal([10]);
      }));

    it("tells who listens at one of them what any of them has taken, in order, without loss or doubles", () =>
      withServers(PROCESSES, "0", async ({ servers, token, app, uid }) => {
        const listeners = await Promise.all(servers.map((server) => EventClient.open(server.url, token)));
        await Promise.all(listeners.map((each) => each.hear(1)));
        const texts = Array.from({ length: NOTIFICATIONS / backend.loadDivisor }, (_, n) => `Number ${n}`);
        const write = (text: string, n: number) =>
          turnOf(servers, n)
            .as(app.secret)
            .send("POST", said(app, uid, text));
        const answers = await Promise.all(texts.map(write));
        expect(answers.every(({ status }) => status === 200)).to.equal(true);
        await Promise.all(listeners.map((each) => each.hear(texts.length + 1)));
        const [first, ...others] = listeners.map(({ heard }) => heard.map(({ id }) => Number(id)));
        for (const other of others) expect(other).to.deep.equal(first);
        expect(first).to.deep.equal(first?.toSorted((a, b) => a - b));
        expect(listeners[0]?.texts.toSorted()).to.deep.equal(texts.toSorted());
        for (const each of listeners) each.close();
      }));

    it("makes one notification of calls under one key, whichever process they come to", () =>
      withServers(PROCESSES, "10", async ({ servers, token, app, uid }) => {
        const once = (_: unknown, n: number) =>
          turnOf(servers, n)
            .as(app.secret)
            .send("POST", said(app, uid, "Once"), undefined, { "Idempotency-Key": "key" });
        const statuses = (await Promise.all(Array.from({ length: 40 }, once))).map(({ status }) => status);
        expect(statuses.every((status) => [200, 409].includes(status))).to.equal(true);
        const client = turnOf(servers, 2).as(token);
        expect((await client.get(`${inbox}/unread-count`)).body).to.deep.equal({ unread_count: 1 });
      }));

    it("ends its streams when it is asked to end", () =>
      withServers(1, "0", async ({ servers, token }) => {
        const [server] = servers;
        if (!server) throw new Error("There is no server");
        const streams = await Promise.all(Array.from({ length: 100 }, () => EventClient.open(server.url, token)));
        await Promise.all(streams.map((each) => each.hear(1)));
        expect(await server.stop()).to.equal(0);
        await Promise.all(streams.map((each) => each.ended()));
      }));

    it("has every notification that it acknowledged when it has been killed, once", () =>
      withServers(1, "0", async ({ store, servers, token, app, uid }) => {
        let [server] = servers;
        const acknowledged: string[] = [];
        let sent = 0;
        for (let round = 0; round < ROUNDS; round += 1) {
          const current = server ?? (await ServerProcess.start(store));
          server = undefined;
          const client: Client = current.as(app.secret);
          const write = async (): Promise<void> => {
            for (;;) {
              const text = `Number ${(sent += 1)}`;
              const { status } = await client.send("POST", said(app, uid, text));
              if (status === 200) acknowledged.push(text);
            }
          };
          const writing = Array.from({ length: WRITERS }, () => write().catch(() => undefined));
          const wanted = acknowledged.length + 40;
          await until(() => acknowledged.length >= wanted);
          await current.kill();
          await Promise.all(writing);
        }
        const client = (await ServerProcess.start(store)).as(token);
        const found: string[] = [];
        for (;;) {
          const page = (await client.get(`${inbox}?limit=200&offset=${found.length}`)).body as WireNotification[];
          if (page.length === 0) break;
          found.push(...page.map(({ text }) => text));
        }
        expect(acknowledged.filter((text) => !found.includes(text))).to.deep.equal([]);
        expect(new Set(found).size).to.equal(found.length);
        expect(acknowledged.length).to.be.at.least(40 * ROUNDS);
      }));
  });
}
