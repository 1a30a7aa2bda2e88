import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { RedisContainer } from "@testcontainers/redis";
import { Redis } from "ioredis";
import { absenceOf } from "./backends.js";
import { until } from "./waiting.js";

const DOCKER_TIMEOUT_MS = 2_000;
const DOCKER_IMAGE = "redis:7-alpine";
/** Another process may take the free port before the server does. */
const MAX_START_ATTEMPTS = 5;

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

/** A port of 127.0.0.1 at which nothing listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port");
  return address.port;
}

/** A `redis-server` that belongs to the test: on 127.0.0.1, without persistence. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private readonly words: readonly string[],
    private child: ChildProcess,
  ) {}

  /** @param words further options, as on the command line. */
  static async start(words: readonly string[] = [], port?: number): Promise<RedisServer> {
    for (let attempt = 1; ; attempt += 1) {
      const chosen = port ?? (await findFreePort());
      try {
        return new RedisServer(chosen, words, await launch(chosen, words));
      } catch (error) {
        if (port !== undefined || attempt === MAX_START_ATTEMPTS) throw error;
      }
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Stops it in whatever it is doing, until `resume`. */
  async pause(): Promise<void> {
    this.child.kill("SIGSTOP");
    // proc(5): the state follows the name, which stands in parentheses.
    await until(() => /\) T [^)]*$/.test(readFileSync(`/proc/${this.child.pid ?? 0}/stat`, "utf8")));
  }

  resume(): void {
    this.child.kill("SIGCONT");
  }

  /** Ends it as a loss of power would. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exited;
  }

  /** Starts it again at the same port, after `kill`. */
  async restart(): Promise<void> {
    this.child = await launch(this.port, this.words);
  }
}

/** @returns when it accepts connections. @throws Error when it ends before. */
async function launch(port: number, words: readonly string[]): Promise<ChildProcess> {
  const own = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", [...own, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const endWithUs = (): boolean => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`redis-server ended before it was ready: ${printed}`)));
    child.stdout.on("data", (bytes: Buffer) => {
      printed += bytes.toString();
      if (printed.includes("Ready to accept connections")) resolve();
    });
  });
  return child;
}

export interface RedisBackend {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * A Redis for tests that only send commands: that of `REDIS_URL`, or a container where Docker answers, or a
 * `redis-server` of its own. Tests must use keys of their own, because the first may hold other data.
 * @returns why there is none, where there is none.
 */
export async function openRedisBackend(): Promise<RedisBackend | string> {
  const url = process.env["REDIS_URL"];
  if (url) return { url, close: () => Promise.resolve() };
  if (await isDockerAnswering()) {
    const container = await new RedisContainer(DOCKER_IMAGE).start();
    return {
      url: container.getConnectionUrl(),
      close: async () => {
        await container.stop();
      },
    };
  }
  const absence = redisServerAbsence();
  if (absence !== undefined) return `REDIS_URL is not set, Docker does not answer, and ${absence}`;
  const server = await RedisServer.start();
  return { url: server.url, close: () => server.kill() };
}

async function isDockerAnswering(): Promise<boolean> {
  const version = promisify(execFile)("docker", ["version"], { timeout: DOCKER_TIMEOUT_MS });
  return version.then(
    () => true,
    () => false,
  );
}
