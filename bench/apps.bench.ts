import { setTimeout as sleep } from "node:timers/promises";
import { createDrippingListener, AppServer, createPromptListener, type WebhookCall } from "./support/app-server.js";
import { LiveService, type LiveUser } from "./support/live-service-client.js";
import { percentile, type Figure } from "./support/measurement.js";

const SESSIONS = 100;
/** Apps that receive the segments of every session. */
const APPS = 3;
const DRIPPING_APPS = 100;
const WARM_UP_SECONDS = 4;
const SECONDS = 20;
const WAIT_TIMEOUT_MS = 30_000;
const SAMPLE_MS = 200;

/** Latency from the append of a segment to its webhook delivery, and to the notification that the app requests. */
export async function deliveryLatency(): Promise<Figure[]> {
  const load = await LiveLoad.start();
  try {
    await load.run(WARM_UP_SECONDS);
    load.areNotificationsRequested = true;
    await load.run(SECONDS);
    const notificationLatenciesMs = await load.collectNotificationLatencies();
    const deliveryLatenciesMs = await load.collectDeliveryLatencies();
    const where = `${SESSIONS} live sessions with ${APPS} apps each`;
    return [
      { name: `Append to webhook delivery, ${where}, p50`, value: percentile(deliveryLatenciesMs, 50), unit: "ms" },
      {
        name: `Append to webhook delivery, ${where}, p99`,
        value: percentile(deliveryLatenciesMs, 99),
        unit: "ms",
        goal: { atMost: 1200 },
      },
      {
        name: `Append to the notification in the inbox, ${where}, p50`,
        value: percentile(notificationLatenciesMs, 50),
        unit: "ms",
      },
      {
        name: `Append to the notification in the inbox, ${where}, p99`,
        value: percentile(notificationLatenciesMs, 99),
        unit: "ms",
        goal: { atMost: 2000 },
      },
    ];
  } finally {
    await load.stop();
  }
}

/** Effect of 100 apps whose responses never end on deliveries to other apps and on memory. */
export async function drippingAppIsolation(): Promise<Figure[]> {
  const load = await LiveLoad.start();
  const calls: number[] = [];
  const slow: AppServer[] = [];
  try {
    await load.run(WARM_UP_SECONDS);
    await load.collectDeliveryLatencies();
    const withoutDripping = await load.runAndSampleMemory(SECONDS);
    for (let n = 0; n < DRIPPING_APPS; n += 1) {
      const app = await AppServer.open(createDrippingListener((milliseconds) => calls.push(milliseconds)));
      slow.push(app);
      await load.installApp(n, `Dripping ${n}`, app.url);
    }
    await load.run(WARM_UP_SECONDS);
    await load.collectDeliveryLatencies();
    const withDripping = await load.runAndSampleMemory(SECONDS);
    if (calls.length < DRIPPING_APPS) throw new Error(`Only ${calls.length} calls to dripping apps ended`);
    return [
      {
        name: `Webhook call to one of ${DRIPPING_APPS} apps that send a byte a second, maximum`,
        value: Math.max(...calls),
        unit: "ms",
        goal: { atMost: 5200 },
      },
      {
        name: `Append to delivery at other apps beside ${DRIPPING_APPS} dripping apps, p99`,
        value: percentile(withDripping.deliveryLatenciesMs, 99),
        unit: "ms",
      },
      {
        name: `Append to delivery at other apps, added by ${DRIPPING_APPS} dripping apps, p99`,
        value: percentile(withDripping.deliveryLatenciesMs, 99) - percentile(withoutDripping.deliveryLatenciesMs, 99),
        unit: "ms",
        goal: { atMost: 100 },
      },
      {
        name: `Resident memory added by ${DRIPPING_APPS} dripping apps`,
        value: withDripping.memory - withoutDripping.memory,
        unit: "MB",
        goal: { atMost: 50 },
      },
    ];
  } finally {
    await load.stop();
    await Promise.all(slow.map((app) => app.close()));
  }
}

/** Live sessions that append one segment per second, spread over the second, and the apps that receive the segments. */
class LiveLoad {
  areNotificationsRequested = false;
  /** Append time by segment number. */
  private readonly appendedAtMs: number[] = [];
  private deliveryLatenciesMs: number[] = [];
  private readonly notificationLatenciesMs: number[] = [];
  /** Pairs of session and app that requested a notification: the service accepts one per 30 s. */
  private readonly notifiedPairs = new Set<string>();
  private readonly calls = new Map<string, number>();
  private expected = 0;
  private readonly cleanups: (() => unknown)[] = [];

  private constructor(
    private readonly service: LiveService,
    private readonly owner: LiveUser,
    private readonly users: readonly LiveUser[],
  ) {}

  static async start(): Promise<LiveLoad> {
    const service = await LiveService.start();
    const users = await Promise.all(Array.from({ length: SESSIONS }, (_, index) => service.user(`speaker-${index}`)));
    const load = new LiveLoad(service, await service.user("owner"), users);
    for (let n = 0; n < APPS; n += 1) {
      const app = await AppServer.open(createPromptListener((call) => load.receive(n, call)));
      load.cleanups.push(() => app.close());
      const id = await load.owner.registerApp(`App ${n}`, app.url);
      for (const user of users) await user.install(id);
    }
    for (const user of users) load.cleanups.push(await user.followInbox((chunk) => load.read(chunk)));
    return load;
  }

  /** Registers another app and installs it for the user of one session. */
  async installApp(session: number, name: string, url: string): Promise<void> {
    await this.users[session]?.install(await this.owner.registerApp(name, url));
  }

  async run(seconds: number): Promise<void> {
    const startedAtMs = performance.now();
    await Promise.all(
      this.users.map((user, session) => this.appendOncePerSecond(user, session, { startedAtMs, seconds })),
    );
  }

  /** Runs the load and samples the peak resident memory of the service. */
  async runAndSampleMemory(
    seconds: number,
  ): Promise<{ readonly deliveryLatenciesMs: readonly number[]; readonly memory: number }> {
    let [memory, isOver] = [0, false];
    const sample = async (): Promise<void> => {
      while (!isOver) {
        memory = Math.max(memory, await this.service.process.readResidentMegabytes());
        await sleep(SAMPLE_MS);
      }
    };
    const sampling = sample();
    await this.run(seconds);
    const deliveryLatenciesMs = await this.collectDeliveryLatencies();
    isOver = true;
    await sampling;
    return { deliveryLatenciesMs, memory };
  }

  /** Takes the latencies since the last call. @throws Error if a segment is not delivered exactly once to each app. */
  async collectDeliveryLatencies(): Promise<readonly number[]> {
    await this.waitUntil(() => this.deliveryLatenciesMs.length >= this.expected, "delivered");
    if (this.deliveryLatenciesMs.length > this.expected) throw new Error("A segment was delivered twice");
    const { deliveryLatenciesMs } = this;
    [this.deliveryLatenciesMs, this.expected] = [[], 0];
    return deliveryLatenciesMs;
  }

  /** @throws Error if a requested notification does not arrive. */
  async collectNotificationLatencies(): Promise<readonly number[]> {
    await this.waitUntil(
      () =>
        this.notifiedPairs.size === SESSIONS * APPS && this.notificationLatenciesMs.length >= this.notifiedPairs.size,
      "notified",
    );
    return this.notificationLatenciesMs;
  }

  async stop(): Promise<void> {
    for (const cleanUp of this.cleanups.toReversed()) await cleanUp();
    await this.service.stop();
  }

  private async appendOncePerSecond(
    user: LiveUser,
    session: number,
    { startedAtMs, seconds }: { startedAtMs: number; seconds: number },
  ): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      // Spreads the appends evenly over the second, in a different order each second.
      const moment = ((session * 61 + second * 37) % SESSIONS) / SESSIONS;
      await sleep(Math.max(0, startedAtMs + (second + moment) * 1_000 - performance.now()));
      const number = this.appendedAtMs.push(performance.now()) - 1;
      this.expected += APPS;
      await user.appendSegment(
        `session-${session}`,
        `Number ${number}: we launch on Friday, and Ana sends the budget.`,
        number,
      );
    }
  }

  /** @returns the prompt that the app answers with. */
  private receive(app: number, { session_id: session, segments }: WebhookCall): string | undefined {
    const now = performance.now();
    const numbers = segments.map(({ text }) => Number(/^Number (\d+):/.exec(text)?.[1]));
    for (const number of numbers) this.deliveryLatenciesMs.push(now - (this.appendedAtMs[number] ?? NaN));
    const pair = `${session} ${app}`;
    if (!this.areNotificationsRequested || this.notifiedPairs.has(pair)) return undefined;
    const calls = (this.calls.get(pair) ?? 0) + 1;
    this.calls.set(pair, calls);
    if (calls < getNotifyingCallNumber(session, app)) return undefined;
    this.notifiedPairs.add(pair);
    return `Think of number ${numbers[0]} now.`;
  }

  private read(chunk: string): void {
    const now = performance.now();
    for (const [, number] of chunk.matchAll(/"Think of number (\d+) now\."/g)) {
      this.notificationLatenciesMs.push(now - (this.appendedAtMs[Number(number)] ?? NaN));
    }
  }

  private async waitUntil(isDone: () => boolean, what: string): Promise<void> {
    const end = performance.now() + WAIT_TIMEOUT_MS;
    while (!isDone()) {
      if (performance.now() > end) {
        const counts = `${this.deliveryLatenciesMs.length} of ${this.expected} delivered, ${this.notificationLatenciesMs.length} of ${this.notifiedPairs.size} notified`;
        throw new Error(`Not everything was ${what}: ${counts}`);
      }
      await sleep(20);
    }
  }
}

/** @returns the call at which an app requests a notification, spread over the run. */
function getNotifyingCallNumber(session: string, app: number): number {
  const number = Number(/\d+/.exec(session)?.[0]);
  return 1 + ((number * 7 + app * 5) % (SECONDS - 4));
}
