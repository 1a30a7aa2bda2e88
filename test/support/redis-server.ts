import { Redis } from "ioredis";
import { findProgramAbsence, openBackend, type Backend } from "./backends.js";
import { LocalServer } from "./local-server.js";

const DOCKER_IMAGE = "redis:7-alpine";

/** Returns why no `redis-server` can start here; undefined if one can. */
export const findRedisServerAbsence = (): string | undefined => findProgramAbsence("redis-server", "--version");

/** Runs `use` with a separate connection. */
export async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

/** Returns the time of the server, in milliseconds since 1970, rounded down. */
export async function readRedisTimeMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

/**
 * Starts a `redis-server` that belongs to the test, on 127.0.0.1 and without persistence.
 * @param options further command-line options.
 */
export function startRedisServer(options: readonly string[] = [], port?: number): Promise<LocalServer> {
  const program = {
    path: "redis-server",
    args: (serverPort: number): string[] => [
      ...["--bind", "127.0.0.1", "--port", String(serverPort), "--save", "", "--appendonly", "no"],
      ...options,
    ],
    readyMessage: "Ready to accept connections",
    urlScheme: "redis",
  };
  return LocalServer.start(program, port);
}

/**
 * Opens a Redis for tests that only send commands: the one of `REDIS_URL`, a container if Docker responds, or a
 * separate `redis-server`. Tests must use unique keys, because the first one may hold other data.
 * @returns the reason if none is available.
 */
export function openRedisBackend(): Promise<Backend | string> {
  return openBackend({
    variable: "REDIS_URL",
    startContainer: async () => {
      const { RedisContainer } = await import("@testcontainers/redis");
      const container = await new RedisContainer(DOCKER_IMAGE).start();
      return {
        url: container.getConnectionUrl(),
        close: async () => {
          await container.stop();
        },
      };
    },
    findAbsence: findRedisServerAbsence,
    startLocalServer: async () => {
      const server = await startRedisServer();
      return { url: server.url, close: () => server.close() };
    },
  });
}
