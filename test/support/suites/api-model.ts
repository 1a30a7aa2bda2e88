import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/driven/index.js";
import { ResourceModel, createResources, type ModelClients } from "../api-model/index.js";
import { withCheckedResponses } from "../api-model/checked-responses.js";
import { CONVERSATIONS_PATH, type WireConversation } from "../conversation-requests.js";
import { withOverrides } from "../test-core.js";
import { openInProcessService, type InProcessService } from "../in-process-service.js";
import { SeededRandom } from "../random.js";
import { countUnprocessed } from "../sqlite-consistency.js";
import { withTemporaryDirectory } from "../temporary-directory.js";

/** The number of sequences that share a store: full scans become slower as the store grows. */
const SEQUENCES_PER_STORE = 10;
/** The share of commands that are followed by a verification. */
const VERIFICATION_SHARE = 0.05;
/** The share of commands before which time advances: the others run at the same time as the previous one. */
const TIME_ADVANCE_SHARE = 0.3;

/** Enough sequences to find an existing fault. */
const MAX_FAULTY_SEQUENCES = 30;

/** A sequence is its seed and its length: a shorter sequence is a prefix of a longer one with the same seed. */
const arbitrarySequence = [fc.noShrink(fc.integer()), fc.integer({ min: 10, max: 14 })] as const;

/** Provides a new user for each sequence and a new service after a number of users. */
class TestUserSource {
  #service: Promise<InProcessService> | undefined;
  #users = 0;

  constructor(private readonly openService: () => Promise<InProcessService>) {}

  async nextUser(): Promise<{
    readonly service: InProcessService;
    readonly callers: ModelClients;
    readonly otherUserId: string;
  }> {
    if (this.#users % SEQUENCES_PER_STORE === 0) this.#service = this.openService();
    this.#users += 1;
    const service = await (this.#service as Promise<InProcessService>);
    const otherUserId = `bea-${this.#users}`;
    return { service, callers: await service.createClients(`ada-${this.#users}`, otherUserId), otherUserId };
  }
}

/**
 * Writes to one resource at random and verifies it occasionally, after all work is done, and at last by all kinds of
 * lists.
 * @throws Error at the first fault.
 */
async function runSequence(name: string, userSource: TestUserSource, seed: number, length: number): Promise<void> {
  const { service, callers, otherUserId } = await userSource.nextUser();
  const resource = withCheckedResponses(createResources(otherUserId)[name as keyof ReturnType<typeof createResources>]);
  const model = new ResourceModel(resource);
  const random = new SeededRandom(seed);
  await model.prepare(callers);
  for (let command = 0; command < length; command += 1) {
    if (random.nextBoolean(TIME_ADVANCE_SHARE)) await service.advanceTime(random.nextInteger(1000));
    await model.write(callers, random);
    if (random.nextBoolean(VERIFICATION_SHARE)) await model.verify(callers);
  }
  await service.waitUntilProcessed();
  await model.verify(callers, { settled: true });
  await resource.checkLists?.(callers, random);
}

/** Returns for each folder its reported number of conversations and the number of listed ones. */
async function countByFolder({ keyClient }: ModelClients): Promise<{ readonly said: object; readonly listed: object }> {
  const folders = (await keyClient.get("/v1/dev/user/folders")).body as readonly WireFolder[];
  const conversations = (await keyClient.get(`${CONVERSATIONS_PATH}?limit=200`)).body as readonly WireConversation[];
  const countInFolder = (id: string): number => conversations.filter(({ folder_id }) => folder_id === id).length;
  return {
    said: Object.fromEntries(folders.map(({ id, conversation_count }) => [id, conversation_count])),
    listed: Object.fromEntries(folders.map(({ id }) => [id, countInFolder(id)])),
  };
}

interface WireFolder {
  readonly id: string;
  readonly conversation_count: number;
}

/** The number of random sequences for each resource. */
export interface SequenceCounts {
  readonly inMemory: number;
  readonly onDisk: number;
}

const modelStores = ({ inMemory, onDisk }: SequenceCounts) => [
  { where: "in memory", sequences: inMemory, open: () => openInMemoryStore(), hasWork: () => false },
  {
    where: "in SQLite",
    sequences: onDisk,
    open: (directory: string) => openSqliteStore({ directory }),
    hasWork: (directory: string) => countUnprocessed(directory) > 0,
  },
];

/** Compares services with a plain model of their expected responses. */
export function apiModelSuite(count: SequenceCounts): void {
  for (const { where, sequences, open, hasWork } of modelStores(count)) {
    describe(`random command sequences against a service with a store ${where}`, function () {
      this.timeout(1_800_000);

      const withUserSource = (use: (userSource: TestUserSource) => Promise<void>): Promise<void> =>
        withTemporaryDirectory(async (directory) => {
          const openedStores: Store[] = [];
          const openNext = async (): Promise<InProcessService> => {
            const storeDirectory = join(directory, String(openedStores.length));
            const store = await open(storeDirectory);
            openedStores.push(store);
            return openInProcessService(store, () => hasWork(storeDirectory));
          };
          try {
            await use(new TestUserSource(openNext));
          } finally {
            await Promise.all(openedStores.map((store) => store.close()));
          }
        });

      for (const name of Object.keys(createResources("bea"))) {
        it(`leave the ${name} in the same state as the model`, () =>
          withUserSource((userSource) =>
            fc.assert(
              fc.asyncProperty(...arbitrarySequence, (seed, length) => runSequence(name, userSource, seed, length)),
              { numRuns: sequences },
            ),
          ));
      }

      it("keep every folder count exact after each command", () =>
        withUserSource((userSource) =>
          fc.assert(
            fc.asyncProperty(...arbitrarySequence, async (seed, length) => {
              const { callers, service } = await userSource.nextUser();
              const model = new ResourceModel(createResources("bea").conversations);
              const random = new SeededRandom(seed);
              await model.prepare(callers);
              for (let command = 0; command < length; command += 1) {
                await model.write(callers, random);
                await service.waitUntilProcessed();
                const { said, listed } = await countByFolder(callers);
                expect(said).to.deep.equal(listed);
              }
            }),
            { numRuns: Math.max(Math.ceil(sequences / 10), count.onDisk) },
          ),
        ));
    });
  }
}

interface SeededFault {
  readonly title: string;
  readonly resource: string;
  readonly introduce: (intact: Store) => Partial<Store>;
  readonly expectedMessage: RegExp;
}

const seededFaults: readonly SeededFault[] = [
  {
    title: "a memory returned without its change",
    resource: "memories",
    introduce: ({ memories }) => ({
      memories: withOverrides(memories, {
        update: async (userId, id, change) => {
          const unchanged = await memories.get(userId, id);
          await memories.update(userId, id, change);
          return unchanged;
        },
      }),
    }),
    expectedMessage: /"change the .* of a memory" shows/,
  },
  {
    title: "progress shown one update late",
    resource: "goals",
    introduce: ({ goals }) => ({
      goals: withOverrides(goals, {
        update: async (userId, id, change) => {
          const unchanged = await goals.get(userId, id);
          await goals.update(userId, id, change);
          return unchanged;
        },
      }),
    }),
    expectedMessage: /"(record progress|change .*)" shows/,
  },
  {
    title: "an app that remains installed after it is uninstalled",
    resource: "apps",
    introduce: ({ installations }) => ({
      installations: withOverrides(installations, {
        remove: async (userId, appId) => (await installations.get(userId, appId)) !== undefined,
      }),
    }),
    expectedMessage: /reads .*"granted"/,
  },
  {
    title: "a page in reverse order",
    resource: "goals",
    introduce: ({ goals }) => ({
      goals: withOverrides(goals, { list: async (...args) => (await goals.list(...args)).toReversed() }),
    }),
    expectedMessage: /the order of all/,
  },
  {
    title: "a filter that is ignored",
    resource: "memories",
    introduce: ({ memories }) => ({
      memories: withOverrides(memories, { list: (userId, _, pageRequest) => memories.list(userId, {}, pageRequest) }),
    }),
    expectedMessage: /categories=/,
  },
  {
    title: "a total that ignores the filter",
    resource: "action items",
    introduce: ({ actionItems }) => ({
      actionItems: withOverrides(actionItems, { count: (userId) => actionItems.count(userId, {}) }),
    }),
    expectedMessage: /(completed|date|conversation_id)=.* to equal/,
  },
];

/** Shows that the model finds faults. */
export function seededFaultSuite(): void {
  describe("the model-based test", () => {
    for (const { title, resource, introduce, expectedMessage } of seededFaults) {
      it(`detects ${title}`, async () => {
        const userSource = new TestUserSource(() => {
          const store = openInMemoryStore();
          return openInProcessService({ ...store, ...introduce(store) });
        });
        const findFailureMessage = async (): Promise<string> => {
          for (let seed = 0; seed < MAX_FAULTY_SEQUENCES; seed += 1) {
            const failure: unknown = await runSequence(resource, userSource, seed, 12).catch((error: unknown) => error);
            if (failure instanceof Error) return failure.message;
          }
          return "nothing";
        };
        expect(await findFailureMessage()).to.match(expectedMessage);
      });
    }
  });
}
