import { setTimeout as sleep } from "node:timers/promises";
import { ledgers, noWrites, users, type Callers, type Tally } from "./api-model/index.js";
import { isBrokenConnection } from "./broken-connection.js";
import { Random } from "./random.js";
import { createKey, mneme, ServerProcess } from "./server-process.js";
import { withStore, type ServiceBackend, type ServiceStore } from "./service-stores.js";

/** So many rounds share a store. Then its work must come to an end, and a fresh one begins. */
const ROUNDS_A_STORE = 20;
const WRITERS = 6;
/** In milliseconds. A server listens after about 400. */
const LONGEST_LOAD = 700;
const LONGEST_START = 600;
const LONGEST_DRAIN = 350;
const PATIENCE = 240_000;

export interface Report extends Tally {
  /** How many conversations at most waited at the same time for being processed by a later server. */
  caught: number;
}

type Ledgers = ReturnType<typeof ledgers>;

interface Life {
  readonly server: ServerProcess;
  readonly callers: Callers;
  /** From when on a broken connection is no surprise. */
  isEnding: boolean;
}

/** One store, what has been written to it, and the ways in which its servers die. */
class Rounds {
  readonly #ledgers: Ledgers = ledgers();
  #caught = 0;
  #credentials: { readonly key: string; readonly token: string; readonly another: string } | undefined;

  /** In this order, over and over: how a server dies. */
  readonly kinds: readonly (readonly [name: string, round: () => Promise<void>])[] = [
    ["killed under load", () => this.#underLoad()],
    ["killed while it ends", () => this.#whileItEnds()],
    ["killed beside another", () => this.#besideAnother()],
    ["killed under load", () => this.#underLoad()],
    ["killed while it starts", () => this.#whileItStarts()],
  ];

  constructor(
    private readonly store: ServiceStore,
    private readonly random: Random,
  ) {}

  /** Servers that die before the store is even made; then the ones who will write, and what they must know. */
  async begin(): Promise<void> {
    for (let start = 0; start < 3; start += 1) await this.#whileItStarts();
    const token = (user: string): Promise<string> => mneme(this.store, "token", "--user", user, "--hours", "24");
    this.#credentials = {
      key: await createKey(this.store, users.main),
      token: await token(users.main),
      another: await token(users.another),
    };
    const { server, callers } = await this.#live();
    for (const { ledger } of this.#ledgers) await ledger.prepare(callers);
    await server.kill();
  }

  /** Nothing is killed any more: what was not answered is repeated until it is, all work comes to its end, and everything is read back by its id. */
  async end(): Promise<Report> {
    const { server, callers } = await this.#live();
    for (let waited = 0; (await this.#repeat(callers)) > 0; waited += 250) {
      if (waited > PATIENCE) throw new Error("Some writes under keys are never answered");
      await sleep(250);
    }
    for (let waited = 0; (await this.store.inspection.countUnprocessed()) > 0; waited += 250) {
      if (waited > PATIENCE) throw new Error("Some conversations are never finished");
      await sleep(250);
    }
    for (const { ledger } of this.#ledgers) await ledger.verify(callers, { settled: true });
    const code = await server.stop();
    if (code !== 0) throw new Error(`The server ended with ${String(code)}`);
    await this.#inspect();
    return this.#ledgers.reduce((sum, { ledger }) => summed(sum, ledger.tally), { ...noWrites, caught: this.#caught });
  }

  async #underLoad(): Promise<void> {
    const life = await this.#verified();
    await Promise.all([this.#write(life), this.#kill(life)]);
  }

  async #whileItEnds(): Promise<void> {
    const life = await this.#verified();
    const end = async (): Promise<void> => {
      await this.#moment(LONGEST_LOAD);
      life.isEnding = true;
      const ended = life.server.stop();
      await this.#moment(LONGEST_DRAIN);
      await life.server.kill();
      await ended;
    };
    await Promise.all([this.#write(life), end()]);
  }

  async #besideAnother(): Promise<void> {
    const [first, second] = [await this.#verified(), await this.#live()];
    const killBoth = async (): Promise<void> => {
      await this.#kill(first);
      await this.#kill(second);
    };
    await Promise.all([this.#write(first), this.#write(second), killBoth()]);
  }

  async #whileItStarts(): Promise<void> {
    await ServerProcess.cutShort(this.store, this.random.integer(LONGEST_START));
  }

  async #live(): Promise<Life> {
    if (!this.#credentials) throw new Error("Nobody has a credential yet");
    const { key, token, another } = this.#credentials;
    const server = await ServerProcess.start(this.store);
    const callers = {
      keyed: server.as(key),
      identified: server.as(token),
      another: server.as(another),
    };
    return { server, callers, isEnding: false };
  }

  async #verified(): Promise<Life> {
    const life = await this.#live();
    await this.#repeat(life.callers);
    for (const { ledger } of this.#ledgers) await ledger.verify(life.callers);
    await this.#inspect();
    this.#caught = Math.max(this.#caught, await this.store.inspection.countUnprocessed());
    return life;
  }

  /** Of what was sent under a key and never answered. @returns how much is not answered yet. */
  async #repeat(callers: Callers): Promise<number> {
    let unanswered = 0;
    for (const { ledger } of this.#ledgers) unanswered += await ledger.repeat(callers);
    return unanswered;
  }

  async #inspect(): Promise<void> {
    const faults = await this.store.inspection.findFaults();
    if (faults.length > 0) throw new Error(faults.join("; "));
  }

  /** Resolves when the server is gone. @throws for a wrong answer, and for a connection that breaks before its time. */
  async #write(life: Life): Promise<void> {
    const choices = this.#ledgers.flatMap(({ ledger, weight }) => Array.from({ length: weight }, () => ledger));
    const write = async (): Promise<void> => {
      for (;;) {
        try {
          await this.random.of(choices).write(life.callers, this.random);
        } catch (error) {
          if (life.isEnding && isBrokenConnection(error)) return;
          life.isEnding = true;
          throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
  }

  async #kill(life: Life): Promise<void> {
    await this.#moment(LONGEST_LOAD);
    life.isEnding = true;
    await life.server.kill();
  }

  async #moment(longest: number): Promise<void> {
    await sleep(this.random.integer(longest));
  }
}

/**
 * Kills servers again and again under random writes; after each death everything that was acknowledged must be there,
 * and what was not answered must be there as a whole or not at all. Of that, what bore a key is repeated under it: then
 * it must be there, once.
 * @param told is called after each round with a line about it.
 * @returns what was written, summed up.
 * @throws Error that names the round, and the seed that repeats its choices.
 */
export async function crashRounds(
  backend: ServiceBackend,
  rounds: number,
  seed: number,
  told: (line: string) => void,
): Promise<Report> {
  const random = new Random(seed);
  let report: Report = { ...noWrites, caught: 0 };
  for (let first = 0; first < rounds; first += ROUNDS_A_STORE) {
    const last = Math.min(first + ROUNDS_A_STORE, rounds);
    let at = "before the first round";
    try {
      await withStore(backend, async (serviceStore) => {
        const store = new Rounds(serviceStore, random);
        await store.begin();
        for (let round = first; round < last; round += 1) {
          const [name, run] = store.kinds[round % store.kinds.length] as Rounds["kinds"][number];
          at = `in round ${round + 1}, ${name}`;
          await run();
          told(`round ${round + 1} of ${rounds}: ${name}`);
        }
        at = `after round ${last}`;
        const { caught, ...tally } = await store.end();
        report = { ...summed(report, tally), caught: Math.max(report.caught, caught) };
      });
    } catch (error) {
      throw new Error(`With seed ${seed}, ${at}: ${(error as Error).message}`, { cause: error });
    } finally {
      await ServerProcess.killAll();
    }
  }
  return report;
}

/** What only the sum has stays as it is. */
function summed<T extends Tally>(sum: T, tally: Tally): T {
  const added = Object.entries(tally).map(([name, count]) => [name, sum[name as keyof Tally] + Number(count)]);
  return { ...sum, ...(Object.fromEntries(added) as Tally) };
}
