import { MongoClient, type Db } from "mongodb";
import { unavailable } from "../store-support/store-errors.js";

/** How long an operation waits for a server, a connection of the pool, or an answer. */
const SERVER_SELECTION_TIMEOUT_MS = 2_500;
const SOCKET_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2_000;
const HEARTBEAT_MS = 2_000;

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
 * @throws DomainError `unavailable` in one line without credentials.
 */
export async function connect(url: string): Promise<Connection> {
  const client = createClient(url);
  try {
    await client.connect();
    const db = client.db(databaseNameOf(client, url));
    const { setName, msg } = await db.command({ hello: 1 });
    if (setName === undefined && msg !== "isdbgrid") {
      throw unavailable(
        "MONGODB_URL leads to a standalone server, and transactions need a replica set: start mongod with --replSet and run rs.initiate()",
        "store_standalone",
      );
    }
    return { client, db };
  } catch (error) {
    await client.close();
    throw error;
  }
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
    throw unavailable("MONGODB_URL is not a MongoDB connection string", "store_url_invalid");
  }
}

function databaseNameOf(client: MongoClient, url: string): string {
  const name = client.options.dbName;
  return name === DRIVER_DEFAULT_DATABASE && !/\/test(?:\?|$)/.test(url) ? DEFAULT_DATABASE : name;
}
