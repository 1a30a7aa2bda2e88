import { setTimeout as sleep } from "node:timers/promises";
import {
  createWeightedModels,
  NO_WRITES,
  MODEL_USERS,
  type ModelClients,
  type WriteCounts,
} from "./api-model/index.js";
import { isBrokenConnection } from "./connection-errors.js";
import { SeededRandom } from "./random.js";
import { createKey, runMneme, ServerProcess } from "./server-process.js";
import { withStore, type ServiceBackend, type ServiceStore } from "./service-stores.js";

/** The number of rounds that share a store. Then its work must finish, and the next rounds use a new store. */
const ROUNDS_PER_STORE = 20;
const WRITER_COUNT = 6;
/** In milliseconds. A server listens after about 400. */
const MAX_LOAD_MS = 700;
const MAX_START_MS = 600;
const MAX_DRAIN_MS = 350;
const TIMEOUT_MS = 240_000;

export interface CrashReport extends WriteCounts {
  /** The maximum number of conversations that waited at the same time for processing by a later server. */
  caught: number;
}

type WeightedModels = ReturnType<typeof createWeightedModels>;

interface ServerRun {
  readonly server: ServerProcess;
  readonly callers: ModelClients;
  /** Whether a broken connection is expected from now on. */
  isStopping: boolean;
}

/** One store, the models of its data, and the ways in which its servers are killed. */
class CrashRounds {
  readonly #models: WeightedModels = createWeightedModels();
  #maxUnprocessed = 0;
  #credentials: { readonly key: string; readonly token: string; readonly another: string } | undefined;

  /** The ways to kill a server, repeated in this order. */
  readonly roundKinds: readonly (readonly [name: string, round: () => Promise<void>])[] = [
    ["killed under load", () => this.#killUnderLoad()],
    ["killed while it ends", () => this.#killDuringShutdown()],
    ["killed beside another", () => this.#killBesideAnother()],
    ["killed under load", () => this.#killUnderLoad()],
    ["killed while it starts", () => this.#killDuringStart()],
  ];

  constructor(
    private readonly store: ServiceStore,
    private readonly random: SeededRandom,
  ) {}

  /** Kills servers while they create the store; then creates the credentials of the writers and prepares the models. */
  async prepare(): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) await this.#killDuringStart();
    const token = (user: string): Promise<string> => runMneme(this.store, "token", "--user", user, "--hours", "24");
    this.#credentials = {
      key: await createKey(this.store, MODEL_USERS.main),
      token: await token(MODEL_USERS.main),
      another: await token(MODEL_USERS.another),
    };
    const { server, callers } = await this.#startServer();
    for (const { ledger } of this.#models) await ledger.prepare(callers);
    await server.kill();
  }

  /** Without further kills: repeats unanswered writes, waits for all work to finish and reads everything back by ID. */
  async finish(): Promise<CrashReport> {
    const { server, callers } = await this.#startServer();
    for (let waitedMs = 0; (await this.#repeatUnanswered(callers)) > 0; waitedMs += 250) {
      if (waitedMs > TIMEOUT_MS) throw new Error("Some writes under keys are never answered");
      await sleep(250);
    }
    for (let waitedMs = 0; (await this.store.inspection.countUnprocessed()) > 0; waitedMs += 250) {
      if (waitedMs > TIMEOUT_MS) throw new Error("Some conversations are never finished");
      await sleep(250);
    }
    for (const { ledger } of this.#models) await ledger.verify(callers, { settled: true });
    const code = await server.stop();
    if (code !== 0) throw new Error(`The server ended with ${String(code)}`);
    await this.#checkConsistency();
    return this.#models.reduce((sum, { ledger }) => addCounts(sum, ledger.counts), {
      ...NO_WRITES,
      caught: this.#maxUnprocessed,
    });
  }

  async #killUnderLoad(): Promise<void> {
    const run = await this.#startAndVerify();
    await Promise.all([this.#writeUntilKilled(run), this.#killAfterLoad(run)]);
  }

  async #killDuringShutdown(): Promise<void> {
    const run = await this.#startAndVerify();
    const stopAndKill = async (): Promise<void> => {
      await this.#sleepRandomly(MAX_LOAD_MS);
      run.isStopping = true;
      const stopped = run.server.stop();
      await this.#sleepRandomly(MAX_DRAIN_MS);
      await run.server.kill();
      await stopped;
    };
    await Promise.all([this.#writeUntilKilled(run), stopAndKill()]);
  }

  async #killBesideAnother(): Promise<void> {
    const [first, second] = [await this.#startAndVerify(), await this.#startServer()];
    const killBoth = async (): Promise<void> => {
      await this.#killAfterLoad(first);
      await this.#killAfterLoad(second);
    };
    await Promise.all([this.#writeUntilKilled(first), this.#writeUntilKilled(second), killBoth()]);
  }

  async #killDuringStart(): Promise<void> {
    await ServerProcess.startAndKill(this.store, this.random.nextInteger(MAX_START_MS));
  }

  async #startServer(): Promise<ServerRun> {
    if (!this.#credentials) throw new Error("No user has a credential yet");
    const { key, token, another } = this.#credentials;
    const server = await ServerProcess.start(this.store);
    const callers = {
      keyClient: server.clientFor(key),
      tokenClient: server.clientFor(token),
      otherUserClient: server.clientFor(another),
    };
    return { server, callers, isStopping: false };
  }

  async #startAndVerify(): Promise<ServerRun> {
    const run = await this.#startServer();
    await this.#repeatUnanswered(run.callers);
    for (const { ledger } of this.#models) await ledger.verify(run.callers);
    await this.#checkConsistency();
    this.#maxUnprocessed = Math.max(this.#maxUnprocessed, await this.store.inspection.countUnprocessed());
    return run;
  }

  /** Repeats unanswered writes under their keys. @returns the number of writes that are still unanswered. */
  async #repeatUnanswered(callers: ModelClients): Promise<number> {
    let unanswered = 0;
    for (const { ledger } of this.#models) unanswered += await ledger.repeatUnanswered(callers);
    return unanswered;
  }

  async #checkConsistency(): Promise<void> {
    const faults = await this.store.inspection.findFaults();
    if (faults.length > 0) throw new Error(faults.join("; "));
  }

  /** Resolves when the server is gone. @throws Error for a wrong response, or for an unexpectedly broken connection. */
  async #writeUntilKilled(run: ServerRun): Promise<void> {
    const weightedModels = this.#models.flatMap(({ ledger, weight }) => Array.from({ length: weight }, () => ledger));
    const write = async (): Promise<void> => {
      for (;;) {
        try {
          await this.random.choose(weightedModels).write(run.callers, this.random);
        } catch (error) {
          if (run.isStopping && isBrokenConnection(error)) return;
          run.isStopping = true;
          throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: WRITER_COUNT }, write));
  }

  async #killAfterLoad(run: ServerRun): Promise<void> {
    await this.#sleepRandomly(MAX_LOAD_MS);
    run.isStopping = true;
    await run.server.kill();
  }

  async #sleepRandomly(maxMs: number): Promise<void> {
    await sleep(this.random.nextInteger(maxMs));
  }
}

/**
 * Kills servers repeatedly under random writes. After each kill every acknowledged write must be stored, and every
 * write without a response must be stored as a whole or not at all. A write with a key is repeated under its key; then
 * it must be stored exactly once.
 * @param onRound is called after each round with a line about it.
 * @returns the sums of all counts.
 * @throws Error that names the round, and the seed that repeats its choices.
 */
export async function runCrashRounds(
  backend: ServiceBackend,
  rounds: number,
  seed: number,
  onRound: (line: string) => void,
): Promise<CrashReport> {
  const random = new SeededRandom(seed);
  let report: CrashReport = { ...NO_WRITES, caught: 0 };
  for (let first = 0; first < rounds; first += ROUNDS_PER_STORE) {
    const last = Math.min(first + ROUNDS_PER_STORE, rounds);
    let phase = "before the first round";
    try {
      await withStore(backend, async (serviceStore) => {
        const crashRounds = new CrashRounds(serviceStore, random);
        await crashRounds.prepare();
        for (let round = first; round < last; round += 1) {
          const [name, run] = crashRounds.roundKinds[
            round % crashRounds.roundKinds.length
          ] as CrashRounds["roundKinds"][number];
          phase = `in round ${round + 1}, ${name}`;
          await run();
          onRound(`round ${round + 1} of ${rounds}: ${name}`);
        }
        phase = `after round ${last}`;
        const { caught, ...counts } = await crashRounds.finish();
        report = { ...addCounts(report, counts), caught: Math.max(report.caught, caught) };
      });
    } catch (error) {
      throw new Error(`With seed ${seed}, ${phase}: ${(error as Error).message}`, { cause: error });
    } finally {
      await ServerProcess.killAll();
    }
  }
  return report;
}

/** Adds the counts. Fields that only the sum has stay unchanged. */
function addCounts<T extends WriteCounts>(sum: T, counts: WriteCounts): T {
  const sums = Object.entries(counts).map(([name, count]) => [name, sum[name as keyof WriteCounts] + Number(count)]);
  return { ...sum, ...(Object.fromEntries(sums) as WriteCounts) };
}
