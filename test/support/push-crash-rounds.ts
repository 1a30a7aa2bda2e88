import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Notification } from "../../src/domain/notification.js";
import { Browser } from "./browser.js";
import { NEIGHBOUR } from "./outbound.js";
import { openStore } from "./open-store.js";
import { PushReceivers } from "./push-receivers.js";
import { Random } from "./random.js";
import { environmentOf } from "./service-place.js";
import { withStore, type ServiceBackend } from "./service-stores.js";
import { mneme, ServerProcess } from "./server-process.js";
import { until } from "./waiting.js";

const A_ROUND = 6;
/** In milliseconds: so late in its life a server is killed at most. */
const LONGEST_LIFE = 1_500;
const EVERY = { limit: 1_000_000 };

const environment = { MNEME_WEBHOOK_ALLOW_NETWORKS: NEIGHBOUR, MNEME_WEBHOOK_ALLOW_HTTP: "yes" };

export interface PushReport {
  readonly notified: number;
  /** What came once more, by channel. */
  readonly repeats: Readonly<Record<string, number>>;
}

/**
 * Kills a server again and again while it pushes notifications to a topic, a webhook and a browser.
 * @throws Error when one has not come to each of them under its id.
 */
export async function pushCrashRounds(backend: ServiceBackend, rounds: number, seed: number): Promise<PushReport> {
  const receivers = new PushReceivers();
  try {
    return await withStore(backend, async (place) => {
      const random = new Random(seed);
      const browser = new Browser();
      /** The ids that came, by channel. */
      const got: Record<string, string[]> = { ntfy: [], webhook: [], web_push: [] };
      const at = (channel: string, idOf: (headers: Record<string, unknown>, body: Buffer) => unknown) =>
        receivers.open(async ({ headers, body }) => {
          got[channel]?.push(String(idOf(headers, body)));
          await sleep(random.integer(30));
          return { status: random.chance(0.1) ? 503 : 200 };
        }, NEIGHBOUR);
      const token = await mneme(place, "token", "--user", "ada");
      const first = await ServerProcess.start(place, { environment });
      const client = first.as(token);
      const register = (body: object) => client.post("/v1/dev/user/push-targets", body);
      await register({ channel: "ntfy", url: await at("ntfy", (headers) => headers["x-sequence-id"]) });
      await register({ channel: "webhook", url: await at("webhook", (headers) => headers["webhook-id"]) });
      const read = (_: unknown, body: Buffer) => (browser.read(body) as { tag: string }).tag;
      await register({ channel: "web_push", url: await at("web_push", read), keys: browser.keys });

      const store = await openStore(environmentOf(place));
      const ids: string[] = [];
      const notify = async (): Promise<void> => {
        const id = `notification-${ids.length}`;
        const targets = await store.pushTargets.targetsOf("ada");
        const birth = { id, userId: "ada", now: new Date(), targets };
        await store.notifications.add(Notification.create({ appId: null, kind: "system", text: id }, birth));
        ids.push(id);
      };
      let server: ServerProcess | undefined = first;
      for (let round = 0; round < rounds; round += 1) {
        server ??= await ServerProcess.start(place, { environment });
        for (let each = 0; each < A_ROUND; each += 1) await notify();
        await sleep(random.integer(LONGEST_LIFE));
        await server.kill();
        server = undefined;
      }
      const last = await ServerProcess.start(place, { environment });
      const unsent = async (): Promise<string[]> => {
        const all = await store.notifications.list("ada", { unreadOnly: false }, EVERY);
        return all.flatMap(({ state }) =>
          state.deliveries.filter((each) => each.state !== "sent").map((each) => `${state.id}: ${each.channel}`),
        );
      };
      await until(async () => (await unsent()).length === 0);
      for (const [channel, received] of Object.entries(got)) {
        expect([...new Set(received)].toSorted(), `${channel}, with seed ${seed}`).to.deep.equal(ids.toSorted());
      }
      await last.stop();
      await store.close();
      const repeats = Object.entries(got).map(
        ([channel, received]) => [channel, received.length - ids.length] as const,
      );
      return { notified: ids.length, repeats: Object.fromEntries(repeats) };
    });
  } catch (error) {
    throw new Error(`With seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await ServerProcess.killAll();
    await receivers.close();
  }
}
