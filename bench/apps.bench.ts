import { setTimeout as sleep } from "node:timers/promises";
import { dripping, ListeningApp, prompt, type Told } from "./support/listening-apps.js";
import { LiveService, type LiveUser } from "./support/live-service.js";
import { percentile, type Figure } from "./support/measure.js";

const SESSIONS = 100;
/** Each of them hears every session. */
const APPS = 3;
const DRIPPING = 100;
const WARM_UP = 4;
const SECONDS = 20;
const PATIENCE_MS = 30_000;
const SAMPLE_MS = 200;

/** From the append of a segment to its receipt by an app, and from there to the inbox of the one who said it. */
export async function heardAndTold(): Promise<Figure[]> {
  const talk = await Talk.begin();
  try {
    await talk.goOn(WARM_UP);
    talk.asksForNotifications = true;
    await talk.goOn(SECONDS);
    const told = await talk.allTold();
    const heard = await talk.allHeard();
    const where = `${SESSIONS} live sessions with ${APPS} apps each`;
    return [
      { name: `From an append to an app, ${where}, median`, value: percentile(heard, 50), unit: "ms" },
      { name: "The same, 99 of 100", value: percentile(heard, 99), unit: "ms", goal: { atMost: 1200 } },
      { name: "From an append to the inbox of its answer, median", value: percentile(told, 50), unit: "ms" },
      { name: "The same, 99 of 100", value: percentile(told, 99), unit: "ms", goal: { atMost: 2000 } },
    ];
  } finally {
    await talk.end();
  }
}

/** What 100 apps that never come to an end of their answer do to the others, and to the service. */
export async function drippingApps(): Promise<Figure[]> {
  const talk = await Talk.begin();
  const calls: number[] = [];
  const slow: ListeningApp[] = [];
  try {
    await talk.goOn(WARM_UP);
    await talk.allHeard();
    const quiet = await talk.watched(SECONDS);
    for (let n = 0; n < DRIPPING; n += 1) {
      const app = await ListeningApp.open(dripping((milliseconds) => calls.push(milliseconds)));
      slow.push(app);
      await talk.join(n, `Dripping ${n}`, app.url);
    }
    await talk.goOn(WARM_UP);
    await talk.allHeard();
    const beside = await talk.watched(SECONDS);
    if (calls.length < DRIPPING) throw new Error(`Only ${calls.length} calls of apps that drip came to an end`);
    return [
      {
        name: `Longest of ${calls.length} calls of ${DRIPPING} apps that answer a byte a second`,
        value: Math.max(...calls),
        unit: "ms",
        goal: { atMost: 5200 },
      },
      { name: "From an append to other apps beside them, 99 of 100", value: percentile(beside.heard, 99), unit: "ms" },
      {
        name: "More than without them",
        value: percentile(beside.heard, 99) - percentile(quiet.heard, 99),
        unit: "ms",
        goal: { atMost: 100 },
      },
      {
        name: "Resident memory, more than without them",
        value: beside.memory - quiet.memory,
        unit: "MB",
        goal: { atMost: 50 },
      },
    ];
  } finally {
    await talk.end();
    await Promise.all(slow.map((app) => app.close()));
  }
}

/** Live sessions in which somebody says something once a second, at whatever moment of it, and the apps that hear it. */
class Talk {
  asksForNotifications = false;
  /** When each was said, by its number. */
  private readonly saidAt: number[] = [];
  private heard: number[] = [];
  private readonly told: number[] = [];
  /** Which apps have asked for a notification, in which sessions: the service lets one in 30 s through. */
  private readonly asked = new Set<string>();
  private readonly calls = new Map<string, number>();
  private expected = 0;
  private readonly endings: (() => unknown)[] = [];

  private constructor(
    private readonly service: LiveService,
    private readonly owner: LiveUser,
    private readonly users: readonly LiveUser[],
  ) {}

  static async begin(): Promise<Talk> {
    const service = await LiveService.start();
    const users = await Promise.all(Array.from({ length: SESSIONS }, (_, index) => service.user(`speaker-${index}`)));
    const talk = new Talk(service, await service.user("owner"), users);
    for (let n = 0; n < APPS; n += 1) {
      const app = await ListeningApp.open(prompt((told) => talk.hear(n, told)));
      talk.endings.push(() => app.close());
      const id = await talk.owner.register(`App ${n}`, app.url);
      for (const user of users) await user.install(id);
    }
    for (const user of users) talk.endings.push(await user.follow((piece) => talk.read(piece)));
    return talk;
  }

  /** Has one more app hear the session of this number. */
  async join(session: number, name: string, url: string): Promise<void> {
    await this.users[session]?.install(await this.owner.register(name, url));
  }

  async goOn(seconds: number): Promise<void> {
    const begun = performance.now();
    await Promise.all(this.users.map((user, session) => this.speak(user, session, { begun, seconds })));
  }

  /** What is heard in so many seconds, and the most memory that the service has used meanwhile. */
  async watched(seconds: number): Promise<{ readonly heard: readonly number[]; readonly memory: number }> {
    let [memory, isOver] = [0, false];
    const watch = async (): Promise<void> => {
      while (!isOver) {
        memory = Math.max(memory, await this.service.process.residentMemory());
        await sleep(SAMPLE_MS);
      }
    };
    const watching = watch();
    await this.goOn(seconds);
    const heard = await this.allHeard();
    isOver = true;
    await watching;
    return { heard, memory };
  }

  /** From each append since the last time to its receipt by each app. @throws Error when something is not heard. */
  async allHeard(): Promise<readonly number[]> {
    await this.until(() => this.heard.length >= this.expected, "heard");
    if (this.heard.length > this.expected) throw new Error("Something was heard twice");
    const { heard } = this;
    [this.heard, this.expected] = [[], 0];
    return heard;
  }

  /** From each append that an app has answered with a prompt to the inbox. @throws Error when something is not told. */
  async allTold(): Promise<readonly number[]> {
    await this.until(() => this.asked.size === SESSIONS * APPS && this.told.length >= this.asked.size, "told");
    return this.told;
  }

  async end(): Promise<void> {
    for (const end of this.endings.toReversed()) await end();
    await this.service.stop();
  }

  private async speak(
    user: LiveUser,
    session: number,
    { begun, seconds }: { begun: number; seconds: number },
  ): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      // All moments of a second, in every order.
      const moment = ((session * 61 + second * 37) % SESSIONS) / SESSIONS;
      await sleep(Math.max(0, begun + (second + moment) * 1_000 - performance.now()));
      const number = this.saidAt.push(performance.now()) - 1;
      this.expected += APPS;
      await user.say(`session-${session}`, `Number ${number}: we launch on Friday, and Ana sends the budget.`, number);
    }
  }

  /** @returns the prompt that the app answers with. */
  private hear(app: number, { session_id: session, segments }: Told): string | undefined {
    const now = performance.now();
    const numbers = segments.map(({ text }) => Number(/^Number (\d+):/.exec(text)?.[1]));
    for (const number of numbers) this.heard.push(now - (this.saidAt[number] ?? NaN));
    const pair = `${session} ${app}`;
    if (!this.asksForNotifications || this.asked.has(pair)) return undefined;
    const calls = (this.calls.get(pair) ?? 0) + 1;
    this.calls.set(pair, calls);
    if (calls < turnOf(session, app)) return undefined;
    this.asked.add(pair);
    return `Think of number ${numbers[0]} now.`;
  }

  private read(piece: string): void {
    const now = performance.now();
    for (const [, number] of piece.matchAll(/"Think of number (\d+) now\."/g)) {
      this.told.push(now - (this.saidAt[Number(number)] ?? NaN));
    }
  }

  private async until(isSo: () => boolean, what: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!isSo()) {
      if (performance.now() > end) {
        const counts = `${this.heard.length} of ${this.expected} heard, ${this.told.length} of ${this.asked.size} told`;
        throw new Error(`Not everything was ${what}: ${counts}`);
      }
      await sleep(20);
    }
  }
}

/** At which call an app asks for a notification: so that some do at each time. */
function turnOf(session: string, app: number): number {
  const number = Number(/\d+/.exec(session)?.[0]);
  return 1 + ((number * 7 + app * 5) % (SECONDS - 4));
}
