import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

const MAIN = "dist/src/main.js";

const running = new Set<ServerProcess>();

/** A `mneme serve` of its own, on a data directory, as a user would start it. */
export class ServerProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly exited: Promise<unknown>,
  ) {}

  /** @throws Error when it ends before it listens. */
  static async start(directory: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
    const child = spawn(process.execPath, [MAIN, "serve", "--json"], {
      env: environmentOf(directory, environment),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const url = await new Promise<string>((resolve, reject) => {
      let printed = "";
      child.stdout.on("data", (bytes: Buffer) => {
        printed += bytes.toString();
        const told = /"url": "([^"]+)"/.exec(printed)?.[1];
        if (told !== undefined) resolve(told);
      });
      child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it listened: ${printed}`)));
    });
    const server = new ServerProcess(url, child, exited);
    running.add(server);
    void exited.then(() => running.delete(server));
    return server;
  }

  /** Ends those that a failed test has left. */
  static async killAll(): Promise<void> {
    await Promise.all([...running].map((server) => server.kill()));
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

/** Runs a `mneme` command on a data directory. @returns what it printed. */
export async function mneme(directory: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...words], { env: environmentOf(directory) });
  return stdout.trim();
}

function environmentOf(directory: string, environment: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    MNEME_DATA_DIR: directory,
    MNEME_LOG_LEVEL: "error",
    MNEME_RATE_LIMIT_PER_MINUTE: "0",
    MNEME_RATE_LIMIT_PER_DAY: "0",
    PORT: "0",
    ...environment,
  };
}
