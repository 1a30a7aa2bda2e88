import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Notification } from "../../src/domain/notification/notification.js";
import { TestBrowser } from "./test-browser.js";
import { PEER_ADDRESS } from "./outbound-client.js";
import { openStore } from "./open-store.js";
import { PushReceivers } from "./push-receivers.js";
import { SeededRandom } from "./random.js";
import { environmentOf } from "./service-config.js";
import { withStore, type ServiceBackend } from "./service-stores.js";
import { runMneme, ServerProcess } from "./server-process.js";
import { waitUntil } from "./eventually.js";

const NOTIFICATIONS_PER_ROUND = 6;
/** In milliseconds: the maximum lifetime of a server before it is killed. */
const MAX_LIFETIME_MS = 1_500;
/** The failed attempts of one delivery: the delays before its next attempts stay below a minute. */
const MAX_FAILURES = 2;
const FULL_PAGE = { limit: 1_000_000 };

const WEBHOOK_ENVIRONMENT = { MNEME_WEBHOOK_ALLOW_NETWORKS: PEER_ADDRESS, MNEME_WEBHOOK_ALLOW_HTTP: "yes" };

export interface PushReport {
  readonly notified: number;
  /** Repeated pushes, by channel. */
  readonly repeats: Readonly<Record<string, number>>;
}

/**
 * Kills a server repeatedly while it pushes notifications to an ntfy topic, a webhook and a browser.
 * @throws Error if a notification did not reach each of them under its ID.
 */
export async function runPushCrashRounds(backend: ServiceBackend, rounds: number, seed: number): Promise<PushReport> {
  const receivers = new PushReceivers();
  try {
    return await withStore(backend, async (serviceStore) => {
      const random = new SeededRandom(seed);
      const browser = new TestBrowser();
      /** The received IDs, by channel. */
      const receivedIds: Record<string, string[]> = { ntfy: [], webhook: [], web_push: [] };
      /** The number of failed attempts, by channel and notification. */
      const failures = new Map<string, number>();
      /** The channels whose latest attempt failed: a series of failures would open the circuit breaker. */
      const failingChannels = new Set<string>();
      const openReceiver = (channel: string, idOf: (headers: Record<string, unknown>, body: Buffer) => unknown) =>
        receivers.open(async ({ headers, body }) => {
          const id = String(idOf(headers, body));
          receivedIds[channel]?.push(id);
          await sleep(random.nextInteger(30));
          const failureCount = failures.get(`${channel} ${id}`) ?? 0;
          const hasJustFailed = failingChannels.delete(channel);
          const canFail = failureCount < MAX_FAILURES && !hasJustFailed;
          if (!canFail || !random.nextBoolean(0.1)) return { status: 200 };
          failures.set(`${channel} ${id}`, failureCount + 1);
          failingChannels.add(channel);
          return { status: 503 };
        }, PEER_ADDRESS);
      const token = await runMneme(serviceStore, "token", "--user", "ada");
      const first = await ServerProcess.start(serviceStore, { environment: WEBHOOK_ENVIRONMENT });
      const client = first.clientFor(token);
      const registerTarget = (body: object) => client.post("/v1/dev/user/push-targets", body);
      await registerTarget({ channel: "ntfy", url: await openReceiver("ntfy", (headers) => headers["x-sequence-id"]) });
      await registerTarget({
        channel: "webhook",
        url: await openReceiver("webhook", (headers) => headers["webhook-id"]),
      });
      const readTag = (_: unknown, body: Buffer) => (browser.decryptMessage(body) as { tag: string }).tag;
      await registerTarget({ channel: "web_push", url: await openReceiver("web_push", readTag), keys: browser.keys });

      const store = await openStore(environmentOf(serviceStore));
      const ids: string[] = [];
      const addNotification = async (): Promise<void> => {
        const id = `notification-${ids.length}`;
        const targets = await store.pushTargets.getTargetRefs("ada");
        const context = { id, userId: "ada", now: new Date(), targets };
        await store.notifications.add(Notification.create({ appId: null, kind: "system", text: id }, context));
        ids.push(id);
      };
      let server: ServerProcess | undefined = first;
      for (let round = 0; round < rounds; round += 1) {
        server ??= await ServerProcess.start(serviceStore, { environment: WEBHOOK_ENVIRONMENT });
        for (let number = 0; number < NOTIFICATIONS_PER_ROUND; number += 1) await addNotification();
        await sleep(random.nextInteger(MAX_LIFETIME_MS));
        await server.kill();
        server = undefined;
      }
      const last = await ServerProcess.start(serviceStore, { environment: WEBHOOK_ENVIRONMENT });
      const listUnsent = async (): Promise<string[]> => {
        const notifications = await store.notifications.list("ada", { unreadOnly: false }, FULL_PAGE);
        return notifications.flatMap(({ state }) =>
          state.deliveries
            .filter((delivery) => delivery.state !== "sent")
            .map((delivery) => `${state.id}: ${delivery.channel}`),
        );
      };
      await waitUntil(async () => (await listUnsent()).length === 0);
      for (const [channel, received] of Object.entries(receivedIds)) {
        expect([...new Set(received)].toSorted(), `${channel}, with seed ${seed}`).to.deep.equal(ids.toSorted());
      }
      await last.stop();
      await store.close();
      const repeats = Object.entries(receivedIds).map(
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
