import { Redis } from "ioredis";

/** How long the connection stays silent, or is being made, before it is given up. */
const DEFAULT_SOCKET_TIMEOUT_MS = 1000;
const RECONNECT_STEP_MS = 50;
const MAX_RECONNECT_DELAY_MS = 1000;

/**
 * A client that fails at once while there is no connection, never repeats a command, and reconnects by itself. It
 * connects when `connect` is called.
 * @param url `redis://` or `rediss://`, with credentials where the server asks for them.
 * @param timeoutMs how long callers wait for an answer; the connection is not given up before.
 */
export function createRedisClient(url: string, timeoutMs: number): Redis {
  const socketTimeoutMs = Math.max(DEFAULT_SOCKET_TIMEOUT_MS, timeoutMs);
  return new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: socketTimeoutMs,
    connectTimeout: socketTimeoutMs,
    socketTimeout: socketTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * RECONNECT_STEP_MS, MAX_RECONNECT_DELAY_MS),
    // A server that became a replica: after a failover the same name leads to another server.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
}

/**
 * Why Redis failed, without credentials: the messages of some errors of Redis repeat the arguments of the command, AUTH
 * included.
 * @returns the code of a network error, or the first word of an error of Redis, such as `READONLY`.
 */
export function failureReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error.name === "ReplyError") return /^[A-Z]+/.exec(error.message)?.[0] ?? "ERR";
  return error.name === "Error" ? "connection_closed" : error.name;
}
