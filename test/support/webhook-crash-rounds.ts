import { setTimeout as sleep } from "node:timers/promises";
import { SystemIds } from "../../src/adapters/system/index.js";
import { isBrokenConnection } from "./broken-connection.js";
import type { Client } from "./client.js";
import { deliveriesOf, hearingOf, type ListedDelivery } from "./heard-parts.js";
import { issuedTokens } from "./issued-tokens.js";
import { callsHere, LiveApp } from "./live-app.js";
import { requireSuccess, SpokenSession } from "./live-sessions.js";
import { Random } from "./random.js";
import { ServerProcess } from "./server-process.js";
import { withStore, type ServiceBackend, type ServiceStore } from "./service-stores.js";

/** So many rounds share a store. Then all that was said must come to be heard, and a fresh one begins. */
const ROUNDS_A_STORE = 20;
/** Who begins to speak in a round: of each the app may notify one of their own in 30 s. */
const NEWCOMERS = 3;
const MOST_SPEAKING = 8;
/** In milliseconds. */
const LONGEST_LOAD = 1_200;
const LONGEST_DRAIN = 350;
const LONGEST_ANSWER = 400;
const PATIENCE = 240_000;
/** Decision 9.6. */
const APART = 30_000;

const environment = { ...callsHere, MNEME_PROACTIVE_PER_DAY: "0" };

export interface WebhookReport {
  /** Segments that were acknowledged, and those of them that were dropped, being too old, before anybody heard them. */
  readonly acknowledged: number;
  readonly late: number;
  /** Parts that the app has heard, and calls that told it one of them again. */
  readonly parts: number;
  readonly repeats: number;
  readonly notified: number;
  /** How many deaths left something to be handed over or sent. */
  readonly caught: number;
}

interface Life {
  readonly server: ServerProcess;
  /** From when on a broken connection is no surprise. */
  isEnding: boolean;
}

interface Inbox {
  readonly userId: string;
  readonly notifications: readonly { readonly id: string; readonly text: string; readonly created_at: string }[];
}

const PROMPT = "Tell what is known of sessions: {{user_facts}}";
/** It has to do with all that is said, so that each prompt gives a notification. */
const FACT = "Speaks many sentences in a session";

const ids = new SystemIds();
/** A notification bears the ID that is derived from the delivery that it answers. */
const notificationOf = ({ uid, id }: ListedDelivery): string => ids.derived(uid, "proactive", id);

/** One store, what was said into it, and the app that hears it. */
class Rounds {
  private readonly sessions: SpokenSession[] = [];
  private readonly tokens = new Map<string, string>();
  private caught = 0;

  /** In this order, over and over: how a server dies. */
  readonly kinds: readonly (readonly [name: string, round: () => Promise<void>])[] = [
    ["killed under load", () => this.underLoad()],
    ["killed beside another", () => this.besideAnother()],
    ["killed under load", () => this.underLoad()],
    ["killed while it ends", () => this.whileItEnds()],
  ];

  private constructor(
    private readonly store: ServiceStore,
    private readonly random: Random,
    private readonly issue: (userId: string) => Promise<string>,
    private readonly app: LiveApp,
  ) {
    app.answer = ({ sessionId }) => ({
      body: { session_id: sessionId, notification: { prompt: PROMPT, params: ["user_facts"] } },
      afterMs: random.integer(LONGEST_ANSWER),
    });
  }

  static async begin(store: ServiceStore, random: Random): Promise<Rounds> {
    const server = await ServerProcess.start(store, { environment });
    const issue = await issuedTokens(store);
    const owner = server.as(await issue("owner"));
    const app = await LiveApp.open(owner, owner, ["user_facts"]);
    await server.kill();
    return new Rounds(store, random, issue, app);
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  /** Nothing is killed any more: all that was said comes to be heard, and everything is held against it. */
  async end(): Promise<WebhookReport> {
    const { server } = await this.live();
    for (const session of this.sessions) await session.repeat(await this.client(server, session.userId));
    for (const session of this.sessions) await session.verify(await this.client(server, session.userId));
    const owner = await this.client(server, "owner");
    const deliveries = await this.settled(owner);
    const hearing = hearingOf(this.app.heard, this.sessions);
    requireTooOld(hearing.missing, deliveries);
    if (this.app.refused.length > 0) throw new Error(this.app.refused.join("; "));
    const inboxes = await Promise.all(
      this.sessions.map(async ({ userId }): Promise<Inbox> => {
        const listed = await (await this.client(server, userId)).get("/v1/dev/user/notifications?limit=1000");
        return { userId, notifications: listed.body as Inbox["notifications"] };
      }),
    );
    for (const inbox of inboxes) verifyInbox(inbox, deliveries);
    const code = await server.stop();
    if (code !== 0) throw new Error(`The server ended with ${String(code)}`);
    await this.inspect();
    return {
      acknowledged: this.sessions.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      late: hearing.missing.length,
      parts: hearing.parts,
      repeats: hearing.repeats,
      notified: inboxes.reduce((sum, { notifications }) => sum + notifications.length, 0),
      caught: this.caught,
    };
  }

  private async underLoad(): Promise<void> {
    const life = await this.joined();
    await Promise.all([this.speak(life), this.kill(life)]);
    await this.inspect();
  }

  private async whileItEnds(): Promise<void> {
    const life = await this.joined();
    const end = async (): Promise<void> => {
      await this.moment(LONGEST_LOAD);
      life.isEnding = true;
      const ended = life.server.stop();
      await this.moment(LONGEST_DRAIN);
      await life.server.kill();
      await ended;
    };
    await Promise.all([this.speak(life), end()]);
    await this.inspect();
  }

  private async besideAnother(): Promise<void> {
    const [first, second] = [await this.joined(), await this.live()];
    await Promise.all([this.speak(first), this.kill(first)]);
    await Promise.all([this.speak(second), this.kill(second)]);
    await this.inspect();
  }

  private async live(): Promise<Life> {
    return { server: await ServerProcess.start(this.store, { environment }), isEnding: false };
  }

  /** Some more people begin to speak. */
  private async joined(): Promise<Life> {
    const life = await this.live();
    for (let joined = 0; joined < NEWCOMERS; joined += 1) {
      const userId = `user-${this.sessions.length}`;
      const user = await this.client(life.server, userId);
      requireSuccess(await user.post(`/v1/dev/apps/${this.app.id}/install`, { scopes: ["user_facts"] }));
      requireSuccess(await user.post("/v1/dev/user/memories", { content: FACT }));
      this.sessions.push(new SpokenSession(userId, `session of ${userId}`));
    }
    return life;
  }

  /** Resolves when the server is gone. @throws for a wrong answer, and for a connection that breaks before its time. */
  private async speak(life: Life): Promise<void> {
    const speaking = this.sessions.slice(-MOST_SPEAKING);
    const talk = async (session: SpokenSession): Promise<void> => {
      const client = await this.client(life.server, session.userId);
      for (;;) {
        try {
          await session.say(client, 1 + this.random.integer(3));
          await this.moment(100);
        } catch (error) {
          if (life.isEnding && isBrokenConnection(error)) return;
          life.isEnding = true;
          throw error;
        }
      }
    };
    await Promise.all(speaking.map(talk));
  }

  private async kill(life: Life): Promise<void> {
    await this.moment(LONGEST_LOAD);
    life.isEnding = true;
    await life.server.kill();
  }

  private async inspect(): Promise<void> {
    const faults = await this.store.inspection.findFaults();
    if (faults.length > 0) throw new Error(faults.join("; "));
    if ((await this.store.inspection.countQueuedDeliveries()) > 0) this.caught += 1;
  }

  /** When nothing is left to be handed over or sent. */
  private async settled(owner: Client): Promise<readonly ListedDelivery[]> {
    for (let waited = 0; ; waited += 250) {
      const deliveries = await deliveriesOf(owner, this.app.id);
      const handedOver = deliveries.reduce((sum, { segments }) => sum + segments, 0);
      const said = this.sessions.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
      if (handedOver === said && deliveries.every(({ state }) => state !== "queued")) return deliveries;
      if (waited > PATIENCE) throw new Error(`Of ${said} segments ${handedOver} are handed over, or not all is sent`);
      await sleep(250);
    }
  }

  private async client(server: ServerProcess, userId: string): Promise<Client> {
    const token = this.tokens.get(userId) ?? (await this.issue(userId));
    this.tokens.set(userId, token);
    return server.as(token);
  }

  private async moment(longest: number): Promise<void> {
    await sleep(this.random.integer(longest));
  }
}

/** @throws Error for what was not heard though it was not too old to be sent. */
function requireTooOld(
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

/** @throws Error when not each delivery that has notified has done so, once, or two of them too soon after one another. */
function verifyInbox({ userId, notifications }: Inbox, deliveries: readonly ListedDelivery[]): void {
  const own = deliveries.filter(({ uid }) => uid === userId);
  const notified = notifications.map(({ id }) => id);
  if (new Set(notified).size < notified.length) throw new Error(`${userId} is notified twice: ${notified.join(" ")}`);
  const wrong = notifications.find(({ text }) => text !== `${FACT}.`);
  if (wrong) throw new Error(`${userId} is told: ${wrong.text}`);
  const notifying = own.filter(({ attempts }) => attempts.some(({ outcome }) => outcome === "notified"));
  const lost = notifying.find((delivery) => !notified.includes(notificationOf(delivery)));
  if (lost) throw new Error(`${userId} was not notified of ${lost.id}`);
  // One that died before it noted what it had done, and came back too late to do it again.
  const explained = new Set([...notifying, ...own.filter(({ state }) => state === "dropped")].map(notificationOf));
  const unexplained = notified.find((id) => !explained.has(id));
  if (unexplained !== undefined) throw new Error(`${userId} is notified by nobody: ${unexplained}`);
  const nothingDropped = own.length > 0 && own.every(({ state }) => state === "sent");
  if (nothingDropped && notified.length === 0) throw new Error(`${userId} was never notified`);
  const times = notifications.map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b);
  const soon = times.find((time, index) => index > 0 && time - (times[index - 1] ?? 0) < APART);
  if (soon !== undefined)
    throw new Error(`${userId} is notified again within 30 s, at ${new Date(soon).toISOString()}`);
}

/**
 * Kills servers again and again while live sessions go on and an app answers each part with a prompt. Then every part
 * that was acknowledged must have been heard, under one id however often, unless it was too old by then; and whoever
 * was notified was notified once.
 * @param told is called after each round with a line about it.
 * @throws Error that names the round, and the seed that repeats its choices.
 */
export async function webhookCrashRounds(
  backend: ServiceBackend,
  rounds: number,
  seed: number,
  told: (line: string) => void,
): Promise<WebhookReport> {
  const random = new Random(seed);
  let report: WebhookReport = { acknowledged: 0, late: 0, parts: 0, repeats: 0, notified: 0, caught: 0 };
  for (let first = 0; first < rounds; first += ROUNDS_A_STORE) {
    const last = Math.min(first + ROUNDS_A_STORE, rounds);
    let at = "before the first round";
    try {
      await withStore(backend, async (serviceStore) => {
        const store = await Rounds.begin(serviceStore, random);
        try {
          for (let round = first; round < last; round += 1) {
            const [name, run] = store.kinds[round % store.kinds.length] as Rounds["kinds"][number];
            at = `in round ${round + 1}, ${name}`;
            await run();
            told(`webhooks, round ${round + 1} of ${rounds}: ${name}`);
          }
          at = `after round ${last}`;
          report = summed(report, await store.end());
        } finally {
          await store.close();
        }
      });
    } catch (error) {
      throw new Error(`With seed ${seed}, ${at}: ${(error as Error).message}`, { cause: error });
    } finally {
      await ServerProcess.killAll();
    }
  }
  return report;
}

function summed(one: WebhookReport, other: WebhookReport): WebhookReport {
  return {
    acknowledged: one.acknowledged + other.acknowledged,
    late: one.late + other.late,
    parts: one.parts + other.parts,
    repeats: one.repeats + other.repeats,
    notified: one.notified + other.notified,
    caught: one.caught + other.caught,
  };
}
