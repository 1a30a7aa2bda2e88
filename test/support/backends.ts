import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import type { Context, Hook, Test } from "mocha";

const DOCKER_TIMEOUT_MS = 2_000;

/**
 * Skips the test with a printed reason if a prerequisite is absent; fails it if all prerequisites must be present
 * (`REQUIRE_BACKENDS=1`, as in CI).
 * @param reason why the test cannot run here; undefined if it can.
 */
export function skipWhen(reason: string | undefined, test: Context): void {
  if (reason === undefined) return;
  if (process.env["REQUIRE_BACKENDS"] === "1") throw new Error(`REQUIRE_BACKENDS is set, and ${reason}`);
  skip(reason, test);
}

/** Skips the test with a printed reason, also if `REQUIRE_BACKENDS` is set. */
export function skip(reason: string, test: Context): never {
  const runnable = test.test as Hook | Test | undefined;
  const skipped = runnable?.type === "hook" ? runnable.parent : runnable;
  console.log(`      skipped: ${skipped?.fullTitle()}, for ${reason}`);
  test.skip();
}

/** Returns why a program cannot run here; undefined if it can. */
export function findProgramAbsence(program: string, ...args: string[]): string | undefined {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return undefined;
  } catch (error) {
    return `"${[program, ...args].join(" ")}" does not run here: ${(error as Error).message.split("\n")[0]}`;
  }
}

/** A server that tests connect to. */
export interface Backend {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface BackendSources {
  /** The environment variable with the URL of a running server. It may hold other data. */
  readonly variable: string;
  readonly startContainer: () => Promise<Backend>;
  /** @returns why `startLocalServer` cannot work here; undefined if it can. */
  readonly findAbsence: () => string | undefined;
  readonly startLocalServer: () => Promise<Backend>;
}

/**
 * Opens the first available of: the server that the environment names, a container if Docker responds, a local program.
 * @returns the reason if none is available.
 */
export async function openBackend(sources: BackendSources): Promise<Backend | string> {
  const { variable, startContainer, findAbsence, startLocalServer } = sources;
  const url = process.env[variable];
  if (url) return { url, close: () => Promise.resolve() };
  if (await isDockerAnswering()) return startContainer();
  const absence = findAbsence();
  if (absence !== undefined) return `${variable} is not set, Docker does not answer, and ${absence}`;
  return startLocalServer();
}

async function isDockerAnswering(): Promise<boolean> {
  const version = promisify(execFile)("docker", ["version"], { timeout: DOCKER_TIMEOUT_MS });
  return version.then(
    () => true,
    () => false,
  );
}
