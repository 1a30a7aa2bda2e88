import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServicePlace } from "./service-place.js";
import { isIn } from "./store-file.js";
import { Client } from "./client.js";
import { until } from "./waiting.js";

const MAIN = "dist/src/main.js";

/** A data directory, or what chooses another store. */
type Place = string | ServicePlace;

const running = new Set<ServerProcess>();

export interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * A program and its arguments that the server is started through: a tracer, a namespace of its own. It must leave
   * the server in its own process (`exec`), or signals miss it.
   */
  readonly through?: readonly string[];
  /** A module that it loads before its own, to measure from inside; `ask` reaches what that module listens to. */
  readonly inside?: URL;
  /** A file that takes what it prints, in place of a pipe to us. */
  readonly output?: string;
}

/** A `mneme serve` of its own, on a data directory, as a user would start it. */
export class ServerProcess {
  private constructor(
    readonly url: string,
    readonly pid: number,
    private readonly document: object,
    private readonly child: ChildProcess,
    private readonly exited: Promise<unknown>,
    /** All that it has printed so far: where it listens, and its log. */
    readonly printed: () => string,
    /** All that it has printed so far as errors: nothing, but for what ends a process. We print it too. */
    readonly complained: () => string,
  ) {}

  /** @throws Error when it ends before it listens. */
  static async start(place: Place, options: ServerOptions = {}): Promise<ServerProcess> {
    const child = launch(place, options);
    const exited = once(child, "exit");
    const printed = outputOf(child, options);
    const complained = errorsOf(child);
    const failed = new Promise<never>((_, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it listened: ${printed()}`)));
    });
    const told = (): string | undefined => /"url": "([^"]+)"/.exec(printed())?.[1];
    await Promise.race([until(() => told() !== undefined), failed]);
    const url = told() ?? "";
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
    const server = new ServerProcess(url, child.pid ?? NaN, document, child, exited, printed, complained);
    running.add(server);
    void exited.then(() => running.delete(server));
    return server;
  }

  /** So many on one store. */
  static startAll(place: Place, count: number, options: ServerOptions = {}): Promise<ServerProcess[]> {
    return Promise.all(Array.from({ length: count }, () => ServerProcess.start(place, options)));
  }

  /** Starts one and ends it as a loss of power would, so many milliseconds later, however far it has come. */
  static async cutShort(place: Place, milliseconds: number): Promise<void> {
    const child = launch(place);
    const exited = once(child, "exit");
    errorsOf(child);
    await Promise.race([exited, sleep(milliseconds)]);
    child.kill("SIGKILL");
    const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null];
    if (signal !== "SIGKILL") throw new Error(`The server ended by itself, with ${code}`);
  }

  /** Ends those that a failed test has left. */
  static async killAll(): Promise<void> {
    await Promise.all([...running].map((server) => server.kill()));
  }

  /** A client with this credential, or with none; it fails for an answer that the server's own document lacks. */
  as(credential?: string): Client {
    return new Client(this.url, this.document, credential);
  }

  /** Asks the module that was loaded `inside`. @returns its next message. */
  async ask(question: unknown): Promise<unknown> {
    const answered = once(this.child, "message");
    this.child.send(question as object);
    const [answer] = (await answered) as [unknown];
    return answer;
  }

  /**
   * Stops it in whatever it is doing, until it is thawed, but for reading and writing in this store: who is stopped
   * there keeps the others out.
   */
  async freezeOutside(store: string): Promise<void> {
    for (;;) {
      this.child.kill("SIGSTOP");
      await until(() => isStopped(this.pid));
      if (!isIn(store, this.pid)) return;
      this.thaw();
      await sleep(1);
    }
  }

  thaw(): void {
    this.child.kill("SIGCONT");
  }

  /** Ends it as a loss of power would. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.exited;
  }

  /** Asks it to end. @returns its exit code. */
  async stop(): Promise<unknown> {
    this.child.kill("SIGTERM");
    const [code] = (await this.exited) as [unknown];
    return code;
  }
}

/** proc(5): its state follows its name, which stands in parentheses. */
function isStopped(pid: number): boolean {
  return /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

/** All that it has printed so far. */
function outputOf({ stdout }: ChildProcess, { output }: ServerOptions): () => string {
  if (output !== undefined) return () => readFileSync(output, "utf8");
  let printed = "";
  stdout?.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  return () => printed;
}

function errorsOf({ stderr }: ChildProcess): () => string {
  let complained = "";
  stderr?.on("data", (bytes: Buffer) => {
    complained += bytes.toString();
    process.stderr.write(bytes);
  });
  return () => complained;
}

function launch(place: Place, { environment, through = [], inside, output }: ServerOptions = {}): ChildProcess {
  const loaded = inside ? ["--import", inside.href] : [];
  const [program, ...words] = [...through, process.execPath, ...loaded, MAIN, "serve", "--json"];
  return spawn(program, words, {
    env: environmentOf(place, environment),
    stdio: [
      "ignore",
      output === undefined ? "pipe" : openSync(output, "a"),
      "pipe",
      ...(inside ? (["ipc"] as const) : []),
    ],
  });
}

/** Runs a `mneme` command on a data directory. @returns what it printed. */
export async function mneme(place: Place, ...words: string[]): Promise<string> {
  return command(place, words);
}

/** As `mneme`, with options. */
export async function command(place: Place, words: readonly string[], options?: ServerOptions): Promise<string> {
  return (await outcomeOf(place, words, options)).stdout.trim();
}

/** As `command`, with what it logged. */
export function outcomeOf(
  place: Place,
  words: readonly string[],
  { environment, through = [], input }: ServerOptions & { readonly input?: string } = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const [program, ...first] = [...through, process.execPath, MAIN];
  const running = promisify(execFile)(program, [...first, ...words], { env: environmentOf(place, environment) });
  running.child.stdin?.end(input ?? "");
  return running;
}

/** Makes a key with all scopes, by the command. @returns its secret. */
export async function createKey(place: Place, userId = "ada"): Promise<string> {
  const words = await mneme(place, "keys", "create", "--user", userId, "--name", "test", "--scopes", "all");
  return words.split("\n").at(-1) ?? "";
}

function environmentOf(place: Place, environment: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { directory, environment: chosen } = typeof place === "string" ? { directory: place, environment: {} } : place;
  return {
    ...process.env,
    MNEME_DATA_DIR: directory,
    MNEME_LOG_LEVEL: "error",
    MNEME_RATE_LIMIT_PER_MINUTE: "0",
    MNEME_RATE_LIMIT_PER_DAY: "0",
    MNEME_FAILED_CREDENTIALS_PER_MINUTE: "0",
    MNEME_NOTIFICATIONS_PER_HOUR: "0",
    // A busy machine takes long to start the worker thread of the first conversation.
    MNEME_PROCESSING_WAIT_MS: "30000",
    // Tests that use these say so: servers of the environment are for the tests of their adapters.
    MONGODB_URL: "",
    REDIS_URL: "",
    PORT: "0",
    ...chosen,
    ...environment,
  };
}
