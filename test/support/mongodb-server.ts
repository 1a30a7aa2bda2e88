import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { MongoClient } from "mongodb";
import { absenceOf, openBackend, skipWhen, type Backend } from "./backends.js";
import { LocalServer } from "./local-server.js";
import { temporaryFolder } from "./temporary-directory.js";

const DOCKER_IMAGE = "mongo:8";
/** Where `.ci/run` installs SecantusDB. */
const INSTALLED_STAND_IN = ".cache/secantus/bin/secantusd-py";
const CACHE_SIZE = "256M";

/** The path of SecantusDB, the stand-in for MongoDB, or its name on the PATH. */
function findStandIn(): string {
  return process.env["SECANTUSD"] ?? (existsSync(INSTALLED_STAND_IN) ? INSTALLED_STAND_IN : "secantusd-py");
}

/** Why no stand-in can be started here; undefined when one can. */
export const standInAbsence = (): string | undefined => absenceOf(findStandIn(), "--help");

/**
 * Starts a stand-in that belongs to the test, which may kill it and start it again on the same data. It is a replica
 * set of one member, and a commit that it acknowledged is on disk.
 * @param options further options, as on the command line.
 */
export async function startStandIn(options: readonly string[] = []): Promise<LocalServer> {
  const { path: directory } = await temporaryFolder();
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

/** Runs commands by a client of its own. */
export async function withMongo<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** A database of the test's own, on a server that may hold others. */
export interface TestDatabase {
  /** Names the database. */
  readonly url: string;
  readonly name: string;
  /** Whether the server is not a real MongoDB: it lacks retryable writes, elections and some query plans. */
  readonly isStandIn: boolean;
  /** Of its own; closed after the tests. */
  readonly client: MongoClient;
}

/**
 * Gives the tests of the surrounding `describe` a database, on the server that all tests of this process share: that of
 * `MONGODB_URL`, or a container where Docker answers, or a stand-in. Skips them where there is none.
 * @returns the database, once the tests run.
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
 * Ends the transactions of processes that were killed: MongoDB keeps them for 60 s
 * (`transactionLifetimeLimitSeconds`), and a stand-in cannot drop a database meanwhile. A stand-in belongs to the test;
 * on a real server they are left to expire, because others may use it.
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

/** The URL of another database on the same server, with the same credentials. */
export function selectDatabase(url: string, name: string): string {
  const [, server = "", current = "", query = ""] = /^([a-z+]+:\/\/[^/?]+)\/?([^?]*)\??(.*)$/.exec(url) ?? [];
  const options = new URLSearchParams(query);
  // The database of the URL is where the credentials are looked up, unless an option names another.
  if (server.includes("@") && !options.has("authSource")) options.set("authSource", current || "admin");
  return `${server}/${name}${options.size > 0 ? `?${options.toString()}` : ""}`;
}

let shared: Promise<Backend | string> | undefined;

/** It ends with the process: a stand-in takes seconds to start, and a container longer. */
function openSharedBackend(): Promise<Backend | string> {
  shared ??= openBackend({
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
    findAbsence: standInAbsence,
    startLocalServer: async () => {
      const server = await startStandIn();
      return { url: server.url, close: () => server.close() };
    },
  });
  return shared;
}
