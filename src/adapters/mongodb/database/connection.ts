import {
  MongoClient,
  MongoServerError,
  MongoServerSelectionError,
  type Db,
  type ServerDescription,
  type TopologyDescription,
} from "mongodb";
import { DomainError } from "../../../domain/errors.js";

/**
 * Timeouts for a server, a pool connection and a response. The driver's defaults are 30 seconds for a server and no
 * limit for the others. Options of the connection string take precedence.
 */
const DEFAULT_TIMEOUTS = {
  serverSelectionTimeoutMS: 2_500,
  waitQueueTimeoutMS: 10_000,
  socketTimeoutMS: 10_000,
  connectTimeoutMS: 2_000,
  heartbeatFrequencyMS: 2_000,
};

/** Server error codes: AuthenticationFailed, and UnsupportedMechanism of a user without SCRAM-SHA-256. */
const AUTHENTICATION_ERRORS: readonly unknown[] = [18, 334];

const DEFAULT_DATABASE = "mneme";
/** The database that the driver uses if the connection string names none. */
const DRIVER_DEFAULT_DATABASE = "test";

export interface MongoConnection {
  readonly client: MongoClient;
  readonly db: Db;
}

/**
 * Connects to a replica set or a sharded cluster, which transactions require.
 * @param url `mongodb://` or `mongodb+srv://`, with credentials, TLS and other options, and the database name (default
 *   `mneme`).
 * @throws DomainError `unavailable` in one line that names the setting and the hosts, without credentials.
 */
export async function connectToMongo(url: string): Promise<MongoConnection> {
  const client = createClient(url);
  try {
    await client.connect();
    const db = client.db(getDatabaseName(client, url));
    const { setName, msg } = await db.command({ hello: 1 });
    if (setName === undefined && msg !== "isdbgrid") {
      throw createSettingError(
        `MongoDB at ${getHosts(client)} is a standalone server, and transactions need a replica set: start mongod with --replSet and run rs.initiate()`,
        "store_standalone",
      );
    }
    return { client, db };
  } catch (error) {
    await client.close();
    if (error instanceof DomainError) throw error;
    throw createSettingError(`MongoDB at ${getHosts(client)} ${describeFailure(error)}`);
  }
}

function createSettingError(reason: string, code = "store_unavailable"): DomainError {
  return new DomainError("unavailable", code, `MONGODB_URL: ${reason}`);
}

function getHosts({ options }: MongoClient): string {
  return options.srvHost ?? options.hosts.map((host) => host.toString()).join(",");
}

/** Describes the failure with the code of the error only, because messages may repeat a command or its arguments. */
function describeFailure(error: unknown): string {
  if (error instanceof MongoServerSelectionError) return describeTopology(error.reason);
  if (error instanceof MongoServerError) {
    if (AUTHENTICATION_ERRORS.includes(error.code)) return "refuses the credentials";
    return `refuses a command (${error.codeName ?? error.code ?? error.name})`;
  }
  return `does not answer (${getErrorCode(error)})`;
}

function describeTopology(topology: TopologyDescription | undefined): string {
  const servers: ServerDescription[] = [...(topology?.servers.values() ?? [])];
  const failed = servers.find(({ error }) => error !== null);
  if (failed) return `does not answer (${getErrorCode(failed.error)})`;
  return topology?.setName ? `has no primary of the replica set ${topology.setName}` : "has no primary";
}

/** Returns the code of the innermost error that has one, such as ECONNREFUSED, or the name of the outermost error. */
function getErrorCode(error: unknown): string {
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
      ...selectDefaultTimeouts(url),
      ignoreUndefined: true,
    });
  } catch {
    // The constructor only parses. Its messages may repeat the connection string, including credentials.
    throw createSettingError("not a MongoDB connection string", "store_url_invalid");
  }
}

/** Returns the timeouts that the connection string does not set. Its option names are case-insensitive. */
function selectDefaultTimeouts(url: string): Partial<typeof DEFAULT_TIMEOUTS> {
  const configured = new Set([...new URLSearchParams(url.split("?")[1]).keys()].map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(DEFAULT_TIMEOUTS).filter(([name]) => !configured.has(name.toLowerCase())));
}

function getDatabaseName(client: MongoClient, url: string): string {
  const name = client.options.dbName;
  return name === DRIVER_DEFAULT_DATABASE && !/\/test(?:\?|$)/.test(url) ? DEFAULT_DATABASE : name;
}
