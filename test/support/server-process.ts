import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServiceConfig } from "./service-config.js";
import { isUsingStore } from "./sqlite-file.js";
import { ApiClient } from "./api-client.js";
import { waitUntil } from "./eventually.js";

const MAIN_PATH = "dist/src/main.js";

/** A data directory, or the configuration of another store. */
type ServerTarget = string | ServiceConfig;

const runningServers = new Set<ServerProcess>();

export interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * A program with arguments that starts the server: a tracer, or a namespace. It must replace itself by the server
   * (`exec`), otherwise the server does not receive signals.
   */
  readonly launcher?: readonly string[];
  /** A module that the server loads first, to measure from inside; `sendMessage` sends messages to it. */
  readonly preloadModule?: URL;
  /** A file that receives the output instead of a pipe to this process. */
  readonly outputFile?: string;
}

/** A separate `mneme serve` process on a store, as a user would start it. */
export class ServerProcess {
  private constructor(
    readonly url: string,
    readonly pid: number,
    private readonly document: object,
    private readonly child: ChildProcess,
    private readonly exited: Promise<unknown>,
    private readonly target: ServerTarget,
    /** Returns the output so far: the URL and the log. */
    readonly readOutput: () => string,
    /** Returns the error output so far: empty, except for what ends a process. It is also printed here. */
    readonly readErrors: () => string,
  ) {}

  /** @throws Error if the process ends before it listens. */
  static async start(target: ServerTarget, options: ServerOptions = {}): Promise<ServerProcess> {
    const child = spawnServer(target, options);
    const exited = once(child, "exit");
    const readOutput = collectOutput(child, options);
    const readErrors = collectErrors(child);
    const failure = new Promise<never>((_, reject) => {
      child.once("error", reject);
      child.once("exit", (code) =>
        reject(new Error(`The server ended with ${code} before it listened: ${readOutput()}`)),
      );
    });
    const findUrl = (): string | undefined => /"url": "([^"]+)"/.exec(readOutput())?.[1];
    await Promise.race([waitUntil(() => findUrl() !== undefined), failure]);
    const url = findUrl() ?? "";
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
    const server = new ServerProcess(url, child.pid ?? NaN, document, child, exited, target, readOutput, readErrors);
    runningServers.add(server);
    void exited.then(() => runningServers.delete(server));
    return server;
  }

  /** Starts `count` servers on one store. */
  static startAll(target: ServerTarget, count: number, options: ServerOptions = {}): Promise<ServerProcess[]> {
    return Promise.all(Array.from({ length: count }, () => ServerProcess.start(target, options)));
  }

  /** Starts a server and kills it after the given time, as a power failure would, whatever its progress. */
  static async startAndKill(target: ServerTarget, milliseconds: number): Promise<void> {
    const child = spawnServer(target);
    const exited = once(child, "exit");
    collectErrors(child);
    await Promise.race([exited, sleep(milliseconds)]);
    child.kill("SIGKILL");
    const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null];
    if (signal !== "SIGKILL") throw new Error(`The server ended by itself, with ${code}`);
    await runAfterKill(target);
  }

  /** Kills the servers that a failed test left running. */
  static async killAll(): Promise<void> {
    await Promise.all([...runningServers].map((server) => server.killProcess()));
  }

  /** Returns a client with this credential, or without one; it throws for responses that the document lacks. */
  clientFor(credential?: string): ApiClient {
    return new ApiClient(this.url, this.document, credential);
  }

  /** Sends a message to the preloaded module. @returns its next message. */
  async sendMessage(question: unknown): Promise<unknown> {
    const response = once(this.child, "message");
    this.child.send(question as object);
    const [message] = (await response) as [unknown];
    return message;
  }

  /**
   * Suspends the process until `resume()`, at a moment when it does not access this store: a process that is suspended
   * during an access would lock out the others.
   */
  async suspendOutside(store: string): Promise<void> {
    for (;;) {
      this.child.kill("SIGSTOP");
      await waitUntil(() => isProcessStopped(this.pid));
      if (!isUsingStore(store, this.pid)) return;
      this.resume();
      await sleep(1);
    }
  }

  resume(): void {
    this.child.kill("SIGCONT");
  }

  /** Kills the process, as a power failure would. */
  async kill(): Promise<void> {
    await this.killProcess();
    await runAfterKill(this.target);
  }

  private async killProcess(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.exited;
  }

  /** Stops the process by SIGTERM. @returns its exit code. */
  async stop(): Promise<unknown> {
    this.child.kill("SIGTERM");
    const [code] = (await this.exited) as [unknown];
    return code;
  }
}

async function runAfterKill(target: ServerTarget): Promise<void> {
  if (typeof target !== "string") await target.afterKill?.();
}

/** proc(5): the state follows the process name, which is in parentheses. */
function isProcessStopped(pid: number): boolean {
  return /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

/** Returns a function that returns the output so far. */
/** Limits the young generation, as `npm start`, the `mneme` program and the container image do. */
const NODE_FLAG = "--max-semi-space-size=4";

function collectOutput({ stdout }: ChildProcess, { outputFile }: ServerOptions): () => string {
  if (outputFile !== undefined) return () => readFileSync(outputFile, "utf8");
  let outputText = "";
  stdout?.on("data", (bytes: Buffer) => (outputText += bytes.toString()));
  return () => outputText;
}

function collectErrors({ stderr }: ChildProcess): () => string {
  let errors = "";
  stderr?.on("data", (bytes: Buffer) => {
    errors += bytes.toString();
    process.stderr.write(bytes);
  });
  return () => errors;
}

function spawnServer(
  target: ServerTarget,
  { environment, launcher = [], preloadModule, outputFile }: ServerOptions = {},
): ChildProcess {
  const nodeArgs = [NODE_FLAG, ...(preloadModule ? ["--import", preloadModule.href] : [])];
  const [program, ...args] = [...launcher, process.execPath, ...nodeArgs, MAIN_PATH, "serve", "--json"];
  return spawn(program, args, {
    env: environmentOf(target, environment),
    stdio: [
      "ignore",
      outputFile === undefined ? "pipe" : openSync(outputFile, "a"),
      "pipe",
      ...(preloadModule ? (["ipc"] as const) : []),
    ],
  });
}

/** Runs a `mneme` command on a store. @returns its output. */
export async function runMneme(target: ServerTarget, ...args: string[]): Promise<string> {
  return runCommandWith(target, args);
}

/** Like `runMneme`, with options. */
export async function runCommandWith(
  target: ServerTarget,
  args: readonly string[],
  options?: ServerOptions,
): Promise<string> {
  return (await runCommandWithOutput(target, args, options)).stdout.trim();
}

/** Like `runCommandWith`, with the error output, which contains the log. */
export function runCommandWithOutput(
  target: ServerTarget,
  args: readonly string[],
  { environment, launcher = [], input }: ServerOptions & { readonly input?: string } = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const [program, ...launcherArgs] = [...launcher, process.execPath, MAIN_PATH];
  const execution = promisify(execFile)(program, [...launcherArgs, ...args], {
    env: environmentOf(target, environment),
  });
  execution.child.stdin?.end(input ?? "");
  return execution;
}

/** Creates a key with all scopes by the `mneme` command. @returns the key. */
export async function createKey(target: ServerTarget, userId = "ada"): Promise<string> {
  const output = await runMneme(target, "keys", "create", "--user", userId, "--name", "test", "--scopes", "all");
  return output.split("\n").at(-1) ?? "";
}

function environmentOf(target: ServerTarget, environment: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { directory, environment: storeEnvironment } =
    typeof target === "string" ? { directory: target, environment: {} } : target;
  return {
    ...process.env,
    MNEME_DATA_DIR: directory,
    MNEME_LOG_LEVEL: "error",
    MNEME_RATE_LIMIT_PER_MINUTE: "0",
    MNEME_RATE_LIMIT_PER_DAY: "0",
    MNEME_AUTH_FAILURES_PER_MINUTE: "0",
    MNEME_NOTIFICATIONS_PER_HOUR: "0",
    // A busy machine takes long to start the worker thread of the first conversation.
    MNEME_PROCESSING_WAIT_MS: "30000",
    // Tests that use these set them: the servers of the environment are for the tests of their adapters.
    MONGODB_URL: "",
    REDIS_URL: "",
    PORT: "0",
    ...storeEnvironment,
    ...environment,
  };
}
