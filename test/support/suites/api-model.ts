import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/driven/index.js";
import { Ledger, resources, type Callers } from "../api-model/index.js";
import { withCheckedAnswers } from "../api-model/checked-answers.js";
import { collection, type WireConversation } from "../conversations.js";
import { except } from "../core.js";
import { openDirectService, type DirectService } from "../direct-service.js";
import { Random } from "../random.js";
import { workLeft } from "../store-consistency.js";
import { withTemporaryDirectory } from "../temporary-directory.js";

/** How many sequences share a store: a full scan takes longer the more the store holds. */
const SEQUENCES_A_STORE = 10;
/** In this share of the commands everything is read back. */
const VERIFIED = 0.05;
/** In this share of them time has passed since the one before: the others happen at the same moment. */
const LATER = 0.3;

/** Enough sequences to find an existing fault. */
const FAULTY_SEQUENCES = 30;

/** A sequence is its seed and its length: a shorter one of the same seed is the beginning of a longer one. */
const sequence = [fc.noShrink(fc.integer()), fc.integer({ min: 10, max: 14 })] as const;

/** A series of services, and new users of them. */
class Newcomers {
  #service: Promise<DirectService> | undefined;
  #users = 0;

  constructor(private readonly open: () => Promise<DirectService>) {}

  async next(): Promise<{ readonly service: DirectService; readonly callers: Callers; readonly another: string }> {
    if (this.#users % SEQUENCES_A_STORE === 0) this.#service = this.open();
    this.#users += 1;
    const service = await (this.#service as Promise<DirectService>);
    const another = `bea-${this.#users}`;
    return { service, callers: await service.callers(`ada-${this.#users}`, another), another };
  }
}

/**
 * Random writes to one resource, read back now and then and when all work is done, at last by lists of all kinds.
 * @throws Error at the first fault.
 */
async function run(name: string, newcomers: Newcomers, seed: number, length: number): Promise<void> {
  const { service, callers, another } = await newcomers.next();
  const resource = withCheckedAnswers(resources(another)[name as keyof ReturnType<typeof resources>]);
  const ledger = new Ledger(resource);
  const random = new Random(seed);
  await ledger.prepare(callers);
  for (let command = 0; command < length; command += 1) {
    if (random.chance(LATER)) await service.pass(random.integer(1000));
    await ledger.write(callers, random);
    if (random.chance(VERIFIED)) await ledger.verify(callers);
  }
  await service.settle();
  await ledger.verify(callers, { settled: true });
  await resource.checkLists?.(callers, random);
}

/** Of every folder, how many conversations it says it has, and how many are listed in it. */
async function counts({ keyed }: Callers): Promise<{ readonly said: object; readonly listed: object }> {
  const folders = (await keyed.get("/v1/dev/user/folders")).body as readonly WireFolder[];
  const conversations = (await keyed.get(`${collection}?limit=200`)).body as readonly WireConversation[];
  const inFolder = (id: string): number => conversations.filter(({ folder_id }) => folder_id === id).length;
  return {
    said: Object.fromEntries(folders.map(({ id, conversation_count }) => [id, conversation_count])),
    listed: Object.fromEntries(folders.map(({ id }) => [id, inFolder(id)])),
  };
}

interface WireFolder {
  readonly id: string;
  readonly conversation_count: number;
}

/** How many random sequences are tried of each resource. */
export interface Sequences {
  readonly inMemory: number;
  readonly onDisk: number;
}

const storesFor = ({ inMemory, onDisk }: Sequences) => [
  { where: "in memory", sequences: inMemory, open: () => openInMemoryStore(), hasWork: () => false },
  {
    where: "in SQLite",
    sequences: onDisk,
    open: (directory: string) => openSqliteStore({ directory }),
    hasWork: (directory: string) => workLeft(directory) > 0,
  },
];

/** Compares services with a plain model of what they must answer. */
export function apiModel(count: Sequences): void {
  for (const { where, sequences, open, hasWork } of storesFor(count)) {
    describe(`random sequences of commands to a service ${where}`, function () {
      this.timeout(1_800_000);

      const withNewcomers = (work: (newcomers: Newcomers) => Promise<void>): Promise<void> =>
        withTemporaryDirectory(async (directory) => {
          const opened: Store[] = [];
          const next = async (): Promise<DirectService> => {
            const own = join(directory, String(opened.length));
            const store = await open(own);
            opened.push(store);
            return openDirectService(store, () => hasWork(own));
          };
          try {
            await work(new Newcomers(next));
          } finally {
            await Promise.all(opened.map((store) => store.close()));
          }
        });

      for (const name of Object.keys(resources("bea"))) {
        it(`leave the ${name} in the same state as a plain model`, () =>
          withNewcomers((newcomers) =>
            fc.assert(
              fc.asyncProperty(...sequence, (seed, length) => run(name, newcomers, seed, length)),
              { numRuns: sequences },
            ),
          ));
      }

      it("leave the count of every folder exact after each command", () =>
        withNewcomers((newcomers) =>
          fc.assert(
            fc.asyncProperty(...sequence, async (seed, length) => {
              const { callers, service } = await newcomers.next();
              const ledger = new Ledger(resources("bea").conversations);
              const random = new Random(seed);
              await ledger.prepare(callers);
              for (let command = 0; command < length; command += 1) {
                await ledger.write(callers, random);
                await service.settle();
                const { said, listed } = await counts(callers);
                expect(said).to.deep.equal(listed);
              }
            }),
            { numRuns: Math.max(Math.ceil(sequences / 10), count.onDisk) },
          ),
        ));
    });
  }
}

interface Planted {
  readonly what: string;
  readonly resource: string;
  readonly plant: (sound: Store) => Partial<Store>;
  readonly finds: RegExp;
}

const planted: readonly Planted[] = [
  {
    what: "a change that shows the memory as it was",
    resource: "memories",
    plant: ({ memories }) => ({
      memories: except(memories, {
        update: async (userId, id, change) => {
          const before = await memories.get(userId, id);
          await memories.update(userId, id, change);
          return before;
        },
      }),
    }),
    finds: /"change the .* of a memory" shows/,
  },
  {
    what: "progress that is shown when the next is made",
    resource: "goals",
    plant: ({ goals }) => ({
      goals: except(goals, {
        update: async (userId, id, change) => {
          const before = await goals.get(userId, id);
          await goals.update(userId, id, change);
          return before;
        },
      }),
    }),
    finds: /"(record progress|change .*)" shows/,
  },
  {
    what: "an app that stays installed",
    resource: "apps",
    plant: ({ installations }) => ({
      installations: except(installations, {
        remove: async (userId, appId) => (await installations.get(userId, appId)) !== undefined,
      }),
    }),
    finds: /reads .*"granted"/,
  },
  {
    what: "a page that begins with its end",
    resource: "goals",
    plant: ({ goals }) => ({
      goals: except(goals, { list: async (...asked) => (await goals.list(...asked)).toReversed() }),
    }),
    finds: /the order of all/,
  },
  {
    what: "a filter that lets everything through",
    resource: "memories",
    plant: ({ memories }) => ({
      memories: except(memories, { list: (userId, _, stretch) => memories.list(userId, {}, stretch) }),
    }),
    finds: /categories=/,
  },
  {
    what: "a total that counts what is filtered away",
    resource: "action items",
    plant: ({ actionItems }) => ({
      actionItems: except(actionItems, { count: (userId) => actionItems.count(userId, {}) }),
    }),
    finds: /(completed|date|conversation_id)=.* to equal/,
  },
];

/** Shows that the model finds faults. */
export function apiModelFindings(): void {
  describe("what the model holds against a service", () => {
    for (const { what, resource, plant, finds } of planted) {
      it(`is ${what}`, async () => {
        const newcomers = new Newcomers(() => {
          const store = openInMemoryStore();
          return openDirectService({ ...store, ...plant(store) });
        });
        const found = async (): Promise<string> => {
          for (let seed = 0; seed < FAULTY_SEQUENCES; seed += 1) {
            const failure: unknown = await run(resource, newcomers, seed, 12).catch((error: unknown) => error);
            if (failure instanceof Error) return failure.message;
          }
          return "nothing";
        };
        expect(await found()).to.match(finds);
      });
    }
  });
}
