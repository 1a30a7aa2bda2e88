import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Of `/proc`: `sysconf(_SC_CLK_TCK)`, the same on every Linux. */
const TICKS_A_SECOND = 100;

/** As in the scripts of package.json: by itself V8 lets the young generation grow to 50 MB, without a use for it. */
const NODE_ARGUMENTS = ["--max-semi-space-size=4"];

export interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** A program and its arguments that Node is started through; the server must stay our child. */
  readonly through?: readonly string[];
}

/** A server in a process of its own. */
export class ServerProcess {
  private constructor(
    /** Where it is, or what else it tells its parent when it listens. */
    readonly told: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts a module that tells its parent `{url}` when it listens. */
  static async start(module: string, { environment = {}, through = [] }: ServerOptions = {}): Promise<ServerProcess> {
    const [program = process.execPath, ...words] = through;
    const child = fork(fileURLToPath(new URL(module, import.meta.url)), {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      ...(through.length > 0
        ? { execPath: program, execArgv: [...words, process.execPath, ...NODE_ARGUMENTS] }
        : { execArgv: NODE_ARGUMENTS }),
    });
    const [message] = (await once(child, "message")) as [{ url: string }];
    return new ServerProcess(message.url, child);
  }

  /** Resident memory, in MB. */
  async residentMemory(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  /** What it has taken of the processor so far, in seconds. */
  async cpuSeconds(): Promise<number> {
    const fields = (await readFile(`/proc/${this.child.pid}/stat`, "utf8")).replace(/^.*\) /s, "").split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  }

  async stop(): Promise<void> {
    const gone = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await gone;
  }
}
