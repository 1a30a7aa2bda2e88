import { Redis } from "ioredis";
import { absenceOf, openBackend, type Backend } from "./backends.js";
import { LocalServer } from "./local-server.js";

const DOCKER_IMAGE = "redis:7-alpine";

/** Why no `redis-server` can be started here; undefined when one can. */
export const redisServerAbsence = (): string | undefined => absenceOf("redis-server", "--version");

/** Runs a command on a connection of its own. */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** The time of the server, in milliseconds since 1970, rounded down. */
export async function redisTimeMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

/**
 * Starts a `redis-server` that belongs to the test: on 127.0.0.1, without persistence.
 * @param options further options, as on the command line.
 */
export function startRedisServer(options: readonly string[] = [], port?: number): Promise<LocalServer> {
  const program = {
    path: "redis-server",
    args: (own: number): string[] => [
      ...["--bind", "127.0.0.1", "--port", String(own), "--save", "", "--appendonly", "no"],
      ...options,
    ],
    readyMessage: "Ready to accept connections",
    urlScheme: "redis",
  };
  return LocalServer.start(program, port);
}

/**
 * A Redis for tests that only send commands: that of `REDIS_URL`, or a container where Docker answers, or a
 * `redis-server` of its own. Tests must use keys of their own, because the first may hold other data.
 * @returns why there is none, where there is none.
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
    findAbsence: redisServerAbsence,
    startLocalServer: async () => {
      const server = await startRedisServer();
      return { url: server.url, close: () => server.close() };
    },
  });
}
