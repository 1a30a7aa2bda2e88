import { setTimeout as sleep } from "node:timers/promises";
import { SystemIds } from "../../src/adapters/system/index.js";
import { isBrokenConnection } from "./connection-errors.js";
import type { ApiClient } from "./api-client.js";
import { listDeliveries, verifyDeliveries, type ListedDelivery } from "./delivery-verification.js";
import { openTokenIssuer } from "./token-issuer.js";
import { LOCAL_WEBHOOK_ENVIRONMENT, WebhookApp } from "./webhook-app.js";
import { requireSuccess, LiveSessionClient } from "./live-session-client.js";
import { SeededRandom } from "./random.js";
import { ServerProcess } from "./server-process.js";
import { withStore, type ServiceBackend, type ServiceStore } from "./service-stores.js";

/** The number of rounds that share a store. Then all segments must be delivered, and a new store is used. */
const ROUNDS_PER_STORE = 20;
/** The number of users whose sessions start in a round: the app may notify each of them once in 30 s. */
const NEW_USERS_PER_ROUND = 3;
const MAX_ACTIVE_SESSIONS = 8;
/** In milliseconds. */
const MAX_LOAD_MS = 1_200;
const MAX_DRAIN_MS = 350;
const MAX_RESPONSE_DELAY_MS = 400;
const TIMEOUT_MS = 240_000;
/** The minimum interval between notifications of one app to one user (decision 9.6). */
const MIN_NOTIFICATION_INTERVAL_MS = 30_000;

const SERVICE_ENVIRONMENT = { ...LOCAL_WEBHOOK_ENVIRONMENT, MNEME_PROACTIVE_NOTIFICATIONS_PER_DAY: "0" };

export interface WebhookReport {
  /** The number of acknowledged segments, and of those that were dropped as too old before the app received them. */
  readonly acknowledged: number;
  readonly droppedCount: number;
  /** The number of parts that the app received, and of repeated calls for one of them. */
  readonly parts: number;
  readonly repeats: number;
  readonly notified: number;
  /** The number of kills that left pending work. */
  readonly deathsWithPendingWork: number;
}

interface ServerRun {
  readonly server: ServerProcess;
  /** Whether a broken connection is expected from now on. */
  isStopping: boolean;
}

interface UserInbox {
  readonly userId: string;
  readonly notifications: readonly { readonly id: string; readonly text: string; readonly created_at: string }[];
}

const APP_PROMPT = "Tell what is known of sessions: {{user_facts}}";
/** A fact that is relevant to all segments, so that each prompt leads to a notification. */
const KNOWN_FACT = "Speaks many sentences in a session";

const ids = new SystemIds();
/** The ID of a notification is derived from the delivery that it responds to. */
const notificationIdOf = ({ uid, id }: ListedDelivery): string => ids.derive(uid, "proactive", id);

/** One store, the sessions in it, and the app that receives them. */
class WebhookCrashRounds {
  private readonly sessions: LiveSessionClient[] = [];
  private readonly tokens = new Map<string, string>();
  private deathsWithPendingWork = 0;

  /** The ways to kill a server, repeated in this order. */
  readonly roundKinds: readonly (readonly [name: string, round: () => Promise<void>])[] = [
    ["killed under load", () => this.killUnderLoad()],
    ["killed beside another", () => this.killBesideAnother()],
    ["killed under load", () => this.killUnderLoad()],
    ["killed while it ends", () => this.killDuringShutdown()],
  ];

  private constructor(
    private readonly store: ServiceStore,
    private readonly random: SeededRandom,
    private readonly issueToken: (userId: string) => Promise<string>,
    private readonly app: WebhookApp,
  ) {
    app.handleCall = ({ sessionId }) => ({
      body: { session_id: sessionId, notification: { prompt: APP_PROMPT, params: ["user_facts"] } },
      delayMs: random.nextInteger(MAX_RESPONSE_DELAY_MS),
    });
  }

  static async open(store: ServiceStore, random: SeededRandom): Promise<WebhookCrashRounds> {
    const server = await ServerProcess.start(store, { environment: SERVICE_ENVIRONMENT });
    const issueToken = await openTokenIssuer(store);
    const owner = server.clientFor(await issueToken("owner"));
    const app = await WebhookApp.open(owner, owner, ["user_facts"]);
    await server.kill();
    return new WebhookCrashRounds(store, random, issueToken, app);
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  /** Without further kills: waits until all segments are delivered, and checks everything. */
  async finish(): Promise<WebhookReport> {
    const { server } = await this.startServer();
    for (const session of this.sessions) await session.repeatUnanswered(await this.clientFor(server, session.userId));
    for (const session of this.sessions) await session.verify(await this.clientFor(server, session.userId));
    const owner = await this.clientFor(server, "owner");
    const deliveries = await this.waitForDeliveries(owner);
    const coverage = verifyDeliveries(this.app.receivedCalls, this.sessions);
    assertTooOld(coverage.missing, deliveries);
    if (this.app.rejectedSignatures.length > 0) throw new Error(this.app.rejectedSignatures.join("; "));
    const inboxes = await Promise.all(
      this.sessions.map(async ({ userId }): Promise<UserInbox> => {
        const response = await (await this.clientFor(server, userId)).get("/v1/dev/user/notifications?limit=1000");
        return { userId, notifications: response.body as UserInbox["notifications"] };
      }),
    );
    for (const userInbox of inboxes) assertInbox(userInbox, deliveries);
    const code = await server.stop();
    if (code !== 0) throw new Error(`The server ended with ${String(code)}`);
    await this.checkConsistency();
    return {
      acknowledged: this.sessions.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      droppedCount: coverage.missing.length,
      parts: coverage.parts,
      repeats: coverage.repeats,
      notified: inboxes.reduce((sum, { notifications }) => sum + notifications.length, 0),
      deathsWithPendingWork: this.deathsWithPendingWork,
    };
  }

  private async killUnderLoad(): Promise<void> {
    const run = await this.startWithNewUsers();
    await Promise.all([this.appendUntilKilled(run), this.killAfterLoad(run)]);
    await this.checkConsistency();
  }

  private async killDuringShutdown(): Promise<void> {
    const run = await this.startWithNewUsers();
    const stopAndKill = async (): Promise<void> => {
      await this.sleepRandomly(MAX_LOAD_MS);
      run.isStopping = true;
      const stopped = run.server.stop();
      await this.sleepRandomly(MAX_DRAIN_MS);
      await run.server.kill();
      await stopped;
    };
    await Promise.all([this.appendUntilKilled(run), stopAndKill()]);
    await this.checkConsistency();
  }

  private async killBesideAnother(): Promise<void> {
    const [first, second] = [await this.startWithNewUsers(), await this.startServer()];
    await Promise.all([this.appendUntilKilled(first), this.killAfterLoad(first)]);
    await Promise.all([this.appendUntilKilled(second), this.killAfterLoad(second)]);
    await this.checkConsistency();
  }

  private async startServer(): Promise<ServerRun> {
    return { server: await ServerProcess.start(this.store, { environment: SERVICE_ENVIRONMENT }), isStopping: false };
  }

  /** Starts a server and the sessions of some new users. */
  private async startWithNewUsers(): Promise<ServerRun> {
    const run = await this.startServer();
    for (let userNumber = 0; userNumber < NEW_USERS_PER_ROUND; userNumber += 1) {
      const userId = `user-${this.sessions.length}`;
      const user = await this.clientFor(run.server, userId);
      requireSuccess(await user.post(`/v1/dev/apps/${this.app.id}/install`, { scopes: ["user_facts"] }));
      requireSuccess(await user.post("/v1/dev/user/memories", { content: KNOWN_FACT }));
      this.sessions.push(new LiveSessionClient(userId, `session of ${userId}`));
    }
    return run;
  }

  /** Resolves when the server is gone. @throws Error for a wrong response, or for an unexpectedly broken connection. */
  private async appendUntilKilled(run: ServerRun): Promise<void> {
    const activeSessions = this.sessions.slice(-MAX_ACTIVE_SESSIONS);
    const appendRepeatedly = async (session: LiveSessionClient): Promise<void> => {
      const client = await this.clientFor(run.server, session.userId);
      for (;;) {
        try {
          await session.appendSentences(client, 1 + this.random.nextInteger(3));
          await this.sleepRandomly(100);
        } catch (error) {
          if (run.isStopping && isBrokenConnection(error)) return;
          run.isStopping = true;
          throw error;
        }
      }
    };
    await Promise.all(activeSessions.map(appendRepeatedly));
  }

  private async killAfterLoad(run: ServerRun): Promise<void> {
    await this.sleepRandomly(MAX_LOAD_MS);
    run.isStopping = true;
    await run.server.kill();
  }

  private async checkConsistency(): Promise<void> {
    const faults = await this.store.inspection.findFaults();
    if (faults.length > 0) throw new Error(faults.join("; "));
    if ((await this.store.inspection.countQueuedDeliveries()) > 0) this.deathsWithPendingWork += 1;
  }

  /** Waits until all segments are in a delivery and no delivery is queued. */
  private async waitForDeliveries(owner: ApiClient): Promise<readonly ListedDelivery[]> {
    for (let waitedMs = 0; ; waitedMs += 250) {
      const deliveries = await listDeliveries(owner, this.app.id);
      const deliveredCount = deliveries.reduce((sum, { segments }) => sum + segments, 0);
      const acknowledgedCount = this.sessions.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
      if (deliveredCount === acknowledgedCount && deliveries.every(({ state }) => state !== "queued"))
        return deliveries;
      if (waitedMs > TIMEOUT_MS)
        throw new Error(`Of ${acknowledgedCount} segments ${deliveredCount} are handed over, or not all is sent`);
      await sleep(250);
    }
  }

  private async clientFor(server: ServerProcess, userId: string): Promise<ApiClient> {
    const token = this.tokens.get(userId) ?? (await this.issueToken(userId));
    this.tokens.set(userId, token);
    return server.clientFor(token);
  }

  private async sleepRandomly(maxMs: number): Promise<void> {
    await sleep(this.random.nextInteger(maxMs));
  }
}

/** @throws Error for a segment that did not arrive although it was not too old. */
function assertTooOld(
  missing: readonly { readonly session: string; readonly place: number }[],
  deliveries: readonly ListedDelivery[],
): void {
  for (const { session, place } of missing) {
    const delivery = deliveries.find(
      ({ session_id, offset, segments }) => session_id === session && offset <= place && place < offset + segments,
    );
    if (delivery?.state === "dropped" && delivery.reason === "too_old") continue;
    throw new Error(`Segment ${place} of ${session} was not heard; its delivery: ${JSON.stringify(delivery)}`);
  }
}

/** @throws Error if a notifying delivery did not lead to exactly one notification, or two of them came too quickly. */
function assertInbox({ userId, notifications }: UserInbox, deliveries: readonly ListedDelivery[]): void {
  const ownDeliveries = deliveries.filter(({ uid }) => uid === userId);
  const notifiedIds = notifications.map(({ id }) => id);
  if (new Set(notifiedIds).size < notifiedIds.length)
    throw new Error(`${userId} is notified twice: ${notifiedIds.join(" ")}`);
  const unexpected = notifications.find(({ text }) => text !== `${KNOWN_FACT}.`);
  if (unexpected) throw new Error(`${userId} is told: ${unexpected.text}`);
  const notifyingDeliveries = ownDeliveries.filter(({ attempts }) =>
    attempts.some(({ outcome }) => outcome === "notified"),
  );
  const missingDelivery = notifyingDeliveries.find((delivery) => !notifiedIds.includes(notificationIdOf(delivery)));
  if (missingDelivery) throw new Error(`${userId} was not notified of ${missingDelivery.id}`);
  // The server may die before it records the notification and return too late to repeat the delivery.
  const explainedIds = new Set(
    [...notifyingDeliveries, ...ownDeliveries.filter(({ state }) => state === "dropped")].map(notificationIdOf),
  );
  const unexplainedId = notifiedIds.find((id) => !explainedIds.has(id));
  if (unexplainedId !== undefined)
    throw new Error(`${userId} has a notification that no app requested: ${unexplainedId}`);
  const isAllSent = ownDeliveries.length > 0 && ownDeliveries.every(({ state }) => state === "sent");
  if (isAllSent && notifiedIds.length === 0) throw new Error(`${userId} was never notified`);
  const createdAtMs = notifications.map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b);
  const tooSoonMs = createdAtMs.find(
    (time, index) => index > 0 && time - (createdAtMs[index - 1] ?? 0) < MIN_NOTIFICATION_INTERVAL_MS,
  );
  if (tooSoonMs !== undefined)
    throw new Error(`${userId} is notified again within 30 s, at ${new Date(tooSoonMs).toISOString()}`);
}

/**
 * Kills servers repeatedly while live sessions continue and an app responds to each part with a prompt. Afterwards the
 * app must have received every acknowledged part, always under the same ID, unless it was too old by then, and each
 * delivery must have notified its user at most once.
 * @param onRound is called after each round with a line about it.
 * @throws Error that names the round, and the seed that repeats its choices.
 */
export async function runWebhookCrashRounds(
  backend: ServiceBackend,
  rounds: number,
  seed: number,
  onRound: (line: string) => void,
): Promise<WebhookReport> {
  const random = new SeededRandom(seed);
  let report: WebhookReport = {
    acknowledged: 0,
    droppedCount: 0,
    parts: 0,
    repeats: 0,
    notified: 0,
    deathsWithPendingWork: 0,
  };
  for (let first = 0; first < rounds; first += ROUNDS_PER_STORE) {
    const last = Math.min(first + ROUNDS_PER_STORE, rounds);
    let phase = "before the first round";
    try {
      await withStore(backend, async (serviceStore) => {
        const crashRounds = await WebhookCrashRounds.open(serviceStore, random);
        try {
          for (let round = first; round < last; round += 1) {
            const [name, run] = crashRounds.roundKinds[
              round % crashRounds.roundKinds.length
            ] as WebhookCrashRounds["roundKinds"][number];
            phase = `in round ${round + 1}, ${name}`;
            await run();
            onRound(`webhooks, round ${round + 1} of ${rounds}: ${name}`);
          }
          phase = `after round ${last}`;
          report = addReports(report, await crashRounds.finish());
        } finally {
          await crashRounds.close();
        }
      });
    } catch (error) {
      throw new Error(`With seed ${seed}, ${phase}: ${(error as Error).message}`, { cause: error });
    } finally {
      await ServerProcess.killAll();
    }
  }
  return report;
}

function addReports(a: WebhookReport, b: WebhookReport): WebhookReport {
  return {
    acknowledged: a.acknowledged + b.acknowledged,
    droppedCount: a.droppedCount + b.droppedCount,
    parts: a.parts + b.parts,
    repeats: a.repeats + b.repeats,
    notified: a.notified + b.notified,
    deathsWithPendingWork: a.deathsWithPendingWork + b.deathsWithPendingWork,
  };
}
