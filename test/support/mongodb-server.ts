import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { MongoClient } from "mongodb";
import { findProgramAbsence, openBackend, skipWhen, type Backend } from "./backends.js";
import { LocalServer } from "./local-server.js";
import { createTemporaryDirectory } from "./temporary-directory.js";

const DOCKER_IMAGE = "mongo:8";
/** The path at which `.ci/run` installs SecantusDB. */
const INSTALLED_STAND_IN = ".cache/secantus/bin/secantusd-py";
const CACHE_SIZE = "256M";
/** A stand-in on a busy machine responds late. */
const PATIENT_TIMEOUTS = new URLSearchParams({
  serverSelectionTimeoutMS: "60000",
  waitQueueTimeoutMS: "60000",
  socketTimeoutMS: "60000",
  connectTimeoutMS: "60000",
});

/** The path of SecantusDB, the stand-in for MongoDB, or its name on the PATH. */
function findStandIn(): string {
  return process.env["SECANTUSD"] ?? (existsSync(INSTALLED_STAND_IN) ? INSTALLED_STAND_IN : "secantusd-py");
}

/** Returns why no stand-in can start here; undefined if one can. */
export const findStandInAbsence = (): string | undefined => findProgramAbsence(findStandIn(), "--help");

/**
 * Starts a stand-in that belongs to the test, which may kill it and restart it on the same data. It is a replica set of
 * one member and syncs a commit to disk before it acknowledges it.
 * @param options further command-line options.
 */
export async function startStandIn(options: readonly string[] = []): Promise<LocalServer> {
  const { path: directory } = await createTemporaryDirectory();
  return LocalServer.start({
    path: findStandIn(),
    args: (port) => [
      ...["--host", "127.0.0.1", "--port", String(port), "--storage-path", directory],
      ...["--cache-size", CACHE_SIZE, "--sync-on-commit", ...options],
    ],
    readyMessage: "secantus listening on",
    urlScheme: "mongodb",
    directory,
  });
}

/** Runs `use` with a separate client. */
export async function withMongo<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** A database for one test, on a server that may hold others. */
export interface TestDatabase {
  /** Contains the name of the database. */
  readonly url: string;
  readonly name: string;
  /** Whether the server is not a real MongoDB: it lacks retryable writes, elections and some query plans. */
  readonly isStandIn: boolean;
  /** Belongs to this database; closed after the tests. */
  readonly client: MongoClient;
}

/**
 * Gives the tests of the surrounding `describe` a database, on the server that all tests of this process share: the one
 * of `MONGODB_URL`, a container if Docker responds, or a stand-in. Skips the tests if there is none.
 * @returns a function that returns the database while the tests run.
 */
export function useTestDatabase(): () => TestDatabase {
  let database: TestDatabase | undefined;

  before(async function () {
    const backend = await openSharedBackend();
    if (typeof backend === "string") skipWhen(backend, this);
    else database = await createTestDatabase(backend.url);
  });

  after(async () => {
    if (database) await abortAbandonedTransactions(database);
    await database?.client.db().dropDatabase();
    await database?.client.close();
  });

  return () => {
    if (!database) throw new Error("The database is there once the tests run");
    return database;
  };
}

/**
 * Aborts the transactions of killed processes: MongoDB keeps them for 60 s (`transactionLifetimeLimitSeconds`), and a
 * stand-in cannot drop a database meanwhile. A stand-in belongs to the test; on a real server the transactions are left
 * to expire, because it may have other clients.
 */
export async function abortAbandonedTransactions({ isStandIn, client }: TestDatabase): Promise<void> {
  if (isStandIn) await client.db("admin").command({ killAllSessions: [] });
}

async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `mneme_${randomUUID()}`;
  const url = selectDatabase(serverUrl, name);
  const client = new MongoClient(url);
  try {
    const build = await client.db().admin().buildInfo();
    return { url, name, isStandIn: "secantusVersion" in build, client };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Returns the URL of another database on the same server, with the same credentials. */
export function selectDatabase(url: string, name: string): string {
  const [, server = "", current = "", query = ""] = /^([a-z+]+:\/\/[^/?]+)\/?([^?]*)\??(.*)$/.exec(url) ?? [];
  const options = new URLSearchParams(query);
  // The driver looks up the credentials in the database of the URL, unless an option names another.
  if (server.includes("@") && !options.has("authSource")) options.set("authSource", current || "admin");
  return `${server}/${name}${options.size > 0 ? `?${options.toString()}` : ""}`;
}

let sharedBackend: Promise<Backend | string> | undefined;

/** Shared until the process ends: a stand-in takes seconds to start, and a container longer. */
function openSharedBackend(): Promise<Backend | string> {
  sharedBackend ??= openBackend({
    variable: "MONGODB_URL",
    startContainer: async () => {
      const { MongoDBContainer } = await import("@testcontainers/mongodb");
      const container = await new MongoDBContainer(DOCKER_IMAGE).start();
      return {
        // The replica set names its member by an address inside the container.
        url: `${container.getConnectionString()}/?directConnection=true`,
        close: async () => {
          await container.stop();
        },
      };
    },
    findAbsence: findStandInAbsence,
    startLocalServer: async () => {
      const server = await startStandIn();
      return { url: `${server.url}/?${PATIENT_TIMEOUTS.toString()}`, close: () => server.close() };
    },
  });
  return sharedBackend;
}
