import type { Store } from "../../src/ports/index.js";
import { skipWhen, type Backend } from "./backends.js";
import { abortAbandonedTransactions, useTestDatabase } from "./mongodb-server.js";
import { MongoInspection } from "./mongodb-inspection.js";
import { deleteAllDocuments } from "./mongodb-store.js";
import { openStore } from "./open-store.js";
import { PATIENT_TIMEOUT_MS } from "./redis-limiters.js";
import { openRedisBackend } from "./redis-server.js";
import { environmentOf, type ServicePlace } from "./service-place.js";
import { startService, type TestService } from "./service.js";
import { SqliteInspection } from "./sqlite-inspection.js";
import type { StoreInspection } from "./store-inspection.js";
import { temporaryFolder } from "./temporary-directory.js";

/** An empty store that any number of processes may use. */
export interface ServiceStore extends ServicePlace {
  /** Looks into the store, past every process that uses it. */
  readonly inspection: StoreInspection;
  /** Removes what is stored. Its processes must have ended. */
  remove(): Promise<void>;
}

/** A store, and what else processes need to share their work, as tests over several processes use it. */
export interface ServiceBackend {
  readonly name: string;
  /** Numbers of concurrent requests are divided by it, because a stand-in takes long for each. */
  readonly loadDivisor: number;
  /**
   * A module for a server to load before its own: the server dies as soon as the next transaction that writes to a
   * table is committed. It is asked `{ dieAfterWriteTo: table }` and answers before it does.
   */
  readonly deathAfterWrite: URL;
  /** The stores of one backend are used one after the other. */
  createStore(): Promise<ServiceStore>;
}

/** Prepares a backend for the tests of the surrounding `describe`; skips them where it is absent. */
export type UseBackend = () => ServiceBackend;

/** One file that all processes open. */
export const useSqlite: UseBackend = () => ({
  name: "SQLite",
  loadDivisor: 1,
  deathAfterWrite: new URL("./death-after-write.js", import.meta.url),
  createStore: async () => {
    const folder = await temporaryFolder();
    return {
      directory: folder.path,
      environment: {},
      inspection: new SqliteInspection(folder.path),
      remove: () => folder.remove(),
    };
  },
});

/** A MongoDB for everything that is stored, and a Redis for the rate limits. */
export const useMongoAndRedis: UseBackend = () => {
  const database = useTestDatabase();
  let redis: Backend | undefined;

  before(async function () {
    const opened = await openRedisBackend();
    if (typeof opened === "string") skipWhen(opened, this);
    else redis = opened;
  });
  before(async () => {
    // Processes that start together find the collections: to create them takes a stand-in seconds.
    const store = await openStore({ MNEME_STORE: "mongodb", MONGODB_URL: database().url });
    await store.close();
  });
  after(() => redis?.close());

  return {
    name: "MongoDB and Redis",
    loadDivisor: 5,
    deathAfterWrite: new URL("./death-after-mongodb-write.js", import.meta.url),
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
      const folder = await temporaryFolder();
      return {
        directory: folder.path,
        environment,
        inspection: new MongoInspection(client.db()),
        remove: () => folder.remove(),
      };
    },
  };
};

/** Gives the work a store of its own, empty. */
export async function withStore<T>(backend: ServiceBackend, work: (store: ServiceStore) => Promise<T>): Promise<T> {
  const store = await backend.createStore();
  try {
    return await work(store);
  } finally {
    await store.remove();
  }
}

/** A store that the test has open beside the processes that it starts. */
export interface OpenServiceStore {
  readonly place: ServicePlace;
  readonly store: Store;
}

/** Opens a new store before each test of the surrounding `describe`. @returns it, once a test runs. */
export function useOpenStore(backend: ServiceBackend): () => OpenServiceStore {
  let current: OpenServiceStore | undefined;
  let remove: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    const place = await backend.createStore();
    remove = () => place.remove();
    current = { place, store: await openStore(environmentOf(place)) };
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

/** The whole service in this process, on a new store of the backend. */
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
