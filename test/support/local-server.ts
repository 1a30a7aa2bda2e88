import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { waitUntil } from "./eventually.js";

/** Another process may take the free port before the server does. */
const MAX_START_ATTEMPTS = 5;
const MAX_OUTPUT_CHARACTERS = 65_536;

/** Finds a port of 127.0.0.1 on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port");
  return address.port;
}

export interface ServerProgram {
  /** The path of the program, or its name on the PATH. */
  readonly path: string;
  /** Must make the program listen on this port of 127.0.0.1. */
  readonly args: (port: number) => readonly string[];
  /** Printed by the program once it accepts connections. */
  readonly readyMessage: string;
  readonly urlScheme: string;
  /** Where the program stores its data; removed by `close`. */
  readonly directory?: string;
}

/** A server process that belongs to the test. It ends with the test process at the latest. */
export class LocalServer {
  #child: ChildProcess | undefined;

  private constructor(
    readonly program: ServerProgram,
    readonly port: number,
  ) {
    process.once("exit", this.#removeTraces);
  }

  /** Resolves when the server accepts connections. @throws Error with its output if it ends before. */
  static async start(program: ServerProgram, port?: number): Promise<LocalServer> {
    for (let attempt = 1; ; attempt += 1) {
      const server = new LocalServer(program, port ?? (await findFreePort()));
      try {
        await server.restart();
        return server;
      } catch (error) {
        await server.close();
        if (port !== undefined || attempt === MAX_START_ATTEMPTS) throw error;
      }
    }
  }

  get url(): string {
    return `${this.program.urlScheme}://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? NaN;
  }

  /** Suspends the process until `resume()`. */
  async pause(): Promise<void> {
    this.#child?.kill("SIGSTOP");
    // proc(5): the state follows the process name, which is in parentheses.
    await waitUntil(() => /\) T [^)]*$/.test(readFileSync(`/proc/${this.pid}/stat`, "utf8")));
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Kills the process by SIGKILL. Its data remain for `restart()`. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  /** Starts the process on the same port and data, after `kill()`. */
  async restart(): Promise<void> {
    const { path, args, readyMessage } = this.program;
    const child = spawn(path, args(this.port), { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      let output = "";
      const readOutput = (bytes: Buffer): void => {
        output = (output + bytes.toString()).slice(-MAX_OUTPUT_CHARACTERS);
        if (output.includes(readyMessage)) resolve();
      };
      child.stdout.on("data", readOutput);
      child.stderr.on("data", readOutput);
      child.once("error", reject);
      child.once("close", () => reject(new Error(`${path} ended before it was ready: ${output}`)));
    });
    // The test process may end while a server that its tests share is running.
    const pipes = [child.stdout, child.stderr] as unknown as NodeJS.RefCounted[];
    for (const handle of [child, ...pipes]) handle.unref();
  }

  /** Kills the process and removes its data. */
  async close(): Promise<void> {
    await this.kill();
    process.off("exit", this.#removeTraces);
    this.#removeTraces();
  }

  readonly #removeTraces = (): void => {
    this.#child?.kill("SIGKILL");
    const { directory } = this.program;
    // A process that was just killed may still create a file.
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  };
}
