import { Redis } from "ioredis";

/** Timeout for connecting, for a command and for a silent connection. */
const DEFAULT_SOCKET_TIMEOUT_MS = 1000;
const RECONNECT_STEP_MS = 50;
const MAX_RECONNECT_DELAY_MS = 1000;

/**
 * Creates a client that fails commands at once while it is disconnected, never repeats a command, and reconnects
 * automatically. The caller connects it with `connect`.
 * @param url `redis://` or `rediss://`, with credentials if the server requires them.
 * @param timeoutMs how long callers wait for a reply; the client keeps the connection at least that long.
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
    // The server became a replica: after a failover, the same host name resolves to another server.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
}

/**
 * Returns why Redis failed, without credentials: the messages of some Redis errors repeat the arguments of a command,
 * including AUTH.
 * @returns the code of a network error, or the first word of a Redis error, such as `READONLY`.
 */
export function getFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error.name === "ReplyError") return /^[A-Z]+/.exec(error.message)?.[0] ?? "ERR";
  return error.name === "Error" ? "connection_closed" : error.name;
}
