import type { Store } from "../../src/ports/index.js";
import { skipWhen, type Backend } from "./backends.js";
import { abortAbandonedTransactions, useTestDatabase } from "./mongodb-server.js";
import { MongoInspection } from "./mongodb-inspection.js";
import { deleteAllDocuments } from "./mongodb-store.js";
import { openStore } from "./open-store.js";
import { PATIENT_TIMEOUT_MS } from "./redis-limiters.js";
import { openRedisBackend } from "./redis-server.js";
import { environmentOf, type ServiceConfig } from "./service-config.js";
import { startService, type TestService } from "./service.js";
import { SqliteInspection } from "./sqlite-inspection.js";
import type { StoreInspection } from "./store-inspection.js";
import { createTemporaryDirectory } from "./temporary-directory.js";

/** An empty store that any number of processes may use. */
export interface ServiceStore extends ServiceConfig {
  /** Reads the store directly, independently of its processes. */
  readonly inspection: StoreInspection;
  /** Removes all data. The processes of the store must have ended. */
  remove(): Promise<void>;
}

/** A kind of store with everything that processes need to share their work, for tests with several processes. */
export interface ServiceBackend {
  readonly name: string;
  /** The divisor for numbers of concurrent requests, because a stand-in is slow. */
  readonly loadDivisor: number;
  /**
   * A module to preload into a server: it kills the server as soon as the next transaction that writes to a table is
   * committed. It receives `{ dieAfterWriteTo: table }` and responds before that.
   */
  readonly crashAfterWriteModule: URL;
  /** At most one store of a backend may be in use at a time. */
  createStore(): Promise<ServiceStore>;
}

/** Prepares a backend for the tests of the surrounding `describe`; skips them if it is absent. */
export type UseBackend = () => ServiceBackend;

/** A SQLite file that all processes open. */
export const useSqlite: UseBackend = () => ({
  name: "SQLite",
  loadDivisor: 1,
  crashAfterWriteModule: new URL("./crash-after-sqlite-write.js", import.meta.url),
  createStore: async () => {
    const folder = await createTemporaryDirectory();
    return {
      directory: folder.path,
      environment: {},
      inspection: new SqliteInspection(folder.path),
      remove: () => folder.remove(),
    };
  },
});

/** MongoDB for the store and Redis for the rate limits. */
export const useMongoAndRedis: UseBackend = () => {
  const database = useTestDatabase();
  let redis: Backend | undefined;

  before(async function () {
    const backendOrReason = await openRedisBackend();
    if (typeof backendOrReason === "string") skipWhen(backendOrReason, this);
    else redis = backendOrReason;
  });
  before(async () => {
    // Creates the collections before processes start together: a stand-in takes seconds for it.
    const store = await openStore({ MNEME_STORE: "mongodb", MONGODB_URL: database().url });
    await store.close();
  });
  after(() => redis?.close());

  return {
    name: "MongoDB and Redis",
    loadDivisor: 5,
    crashAfterWriteModule: new URL("./crash-after-mongodb-write.js", import.meta.url),
    createStore: async () => {
      const { url, client } = database();
      if (!redis) throw new Error("Redis is there once the tests run");
      const environment = {
        MNEME_STORE: "mongodb",
        MONGODB_URL: url,
        REDIS_URL: redis.url,
        MNEME_SECRET: "a secret that all processes of the service share",
      };
      await abortAbandonedTransactions(database());
      await deleteAllDocuments(client.db());
      const folder = await createTemporaryDirectory();
      return {
        directory: folder.path,
        environment,
        inspection: new MongoInspection(client.db()),
        afterKill: () => abortAbandonedTransactions(database()),
        remove: () => folder.remove(),
      };
    },
  };
};

/** Runs `use` with a new, empty store. */
export async function withStore<T>(backend: ServiceBackend, use: (store: ServiceStore) => Promise<T>): Promise<T> {
  const store = await backend.createStore();
  try {
    return await use(store);
  } finally {
    await store.remove();
  }
}

/** A store that the test itself has open, besides the processes that it starts. */
export interface OpenServiceStore {
  readonly config: ServiceConfig;
  readonly store: Store;
}

/** Opens a new store before each test of the surrounding `describe`. @returns a function that returns it. */
export function useOpenStore(backend: ServiceBackend): () => OpenServiceStore {
  let current: OpenServiceStore | undefined;
  let remove: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    const serviceStore = await backend.createStore();
    remove = () => serviceStore.remove();
    current = { config: serviceStore, store: await openStore(environmentOf(serviceStore)) };
  });
  afterEach(async () => {
    await current?.store.close();
    await remove?.();
    [current, remove] = [undefined, undefined];
  });

  return () => {
    if (!current) throw new Error("The store is open once a test runs");
    return current;
  };
}

/** Starts the whole service in this process, on a new store of the backend. */
export async function startServiceOn(
  backend: ServiceBackend,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const store = await backend.createStore();
  const options = { redisTimeoutMs: PATIENT_TIMEOUT_MS };
  const service = await startService({ ...environmentOf(store), ...environment }, options);
  const close = async (): Promise<void> => {
    await service.close();
    await store.remove();
  };
  return { ...service, directory: store.directory, close };
}
