import {
  MongoClient,
  MongoServerError,
  MongoServerSelectionError,
  type Db,
  type ServerDescription,
  type TopologyDescription,
} from "mongodb";
import { DomainError } from "../../domain/errors.js";

/** How long an operation waits for a server, a connection of the pool, or an answer. */
const SERVER_SELECTION_TIMEOUT_MS = 2_500;
const SOCKET_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2_000;
const HEARTBEAT_MS = 2_000;

/** Codes of the server: AuthenticationFailed, and UnsupportedMechanism of a user without SCRAM-SHA-256. */
const AUTHENTICATION_ERRORS: readonly unknown[] = [18, 334];

const DEFAULT_DATABASE = "mneme";
/** What the driver takes when the connection string names no database. */
const DRIVER_DEFAULT_DATABASE = "test";

export interface Connection {
  readonly client: MongoClient;
  readonly db: Db;
}

/**
 * Connects to a replica set or a sharded cluster: transactions need one.
 * @param url `mongodb://` or `mongodb+srv://`, with credentials, TLS options and the database name (`mneme` unless
 *   given).
 * @throws DomainError `unavailable` in one line that names the setting and the hosts, without credentials.
 */
export async function connect(url: string): Promise<Connection> {
  const client = createClient(url);
  try {
    await client.connect();
    const db = client.db(databaseNameOf(client, url));
    const { setName, msg } = await db.command({ hello: 1 });
    if (setName === undefined && msg !== "isdbgrid") {
      throw refuseSetting(
        `MongoDB at ${hostsOf(client)} is a standalone server, and transactions need a replica set: start mongod with --replSet and run rs.initiate()`,
        "store_standalone",
      );
    }
    return { client, db };
  } catch (error) {
    await client.close();
    if (error instanceof DomainError) throw error;
    throw refuseSetting(`MongoDB at ${hostsOf(client)} ${describeFailure(error)}`);
  }
}

function refuseSetting(reason: string, code = "store_unavailable"): DomainError {
  return new DomainError("unavailable", code, `MONGODB_URL: ${reason}`);
}

function hostsOf({ options }: MongoClient): string {
  return options.srvHost ?? options.hosts.map((host) => host.toString()).join(",");
}

/** @returns what the servers do, with the code of the error: messages may repeat a command or its arguments. */
function describeFailure(error: unknown): string {
  if (error instanceof MongoServerSelectionError) return describeTopology(error.reason);
  if (error instanceof MongoServerError) {
    if (AUTHENTICATION_ERRORS.includes(error.code)) return "refuses the credentials";
    return `refuses a command (${error.codeName ?? error.code ?? error.name})`;
  }
  return `does not answer (${codeOf(error)})`;
}

function describeTopology(topology: TopologyDescription | undefined): string {
  const servers: ServerDescription[] = [...(topology?.servers.values() ?? [])];
  const failed = servers.find(({ error }) => error !== null);
  if (failed) return `does not answer (${codeOf(failed.error)})`;
  return topology?.setName ? `has no primary of the replica set ${topology.setName}` : "has no primary";
}

/** The code of the innermost error that has one, such as ECONNREFUSED; else the name of the outermost. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  let code = error.name;
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if ("code" in inner && typeof inner.code === "string") code = inner.code;
  }
  return code;
}

function createClient(url: string): MongoClient {
  try {
    return new MongoClient(url, {
      appName: "mneme",
      readPreference: "primary",
      readConcern: { level: "majority" },
      writeConcern: { w: "majority", journal: true },
      serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      waitQueueTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      socketTimeoutMS: SOCKET_TIMEOUT_MS,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      ignoreUndefined: true,
    });
  } catch {
    // The constructor only parses. Messages of the parser may repeat the connection string, credentials included.
    throw refuseSetting("not a MongoDB connection string", "store_url_invalid");
  }
}

function databaseNameOf(client: MongoClient, url: string): string {
  const name = client.options.dbName;
  return name === DRIVER_DEFAULT_DATABASE && !/\/test(?:\?|$)/.test(url) ? DEFAULT_DATABASE : name;
}
