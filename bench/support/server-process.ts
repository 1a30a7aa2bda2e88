import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** `sysconf(_SC_CLK_TCK)`, the unit of CPU times in `/proc`; 100 on every Linux. */
const TICKS_PER_SECOND = 100;

/** As in the scripts of package.json: limits the young generation, which V8 would let grow to 50 MB. */
const NODE_ARGUMENTS = ["--max-semi-space-size=4"];

export interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Program and arguments that start Node, such as strace; the server must stay a direct child process. */
  readonly wrapper?: readonly string[];
}

/** A server in a process of its own. */
export class ServerProcess {
  private constructor(
    /** The URL or other text that the server sent when it started to listen. */
    readonly readyMessage: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts a module that sends `{url}` to its parent process when it listens. */
  static async start(module: string, { environment = {}, wrapper = [] }: ServerOptions = {}): Promise<ServerProcess> {
    const [program = process.execPath, ...wrapperArguments] = wrapper;
    const child = fork(fileURLToPath(new URL(module, import.meta.url)), {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      ...(wrapper.length > 0
        ? { execPath: program, execArgv: [...wrapperArguments, process.execPath, ...NODE_ARGUMENTS] }
        : { execArgv: NODE_ARGUMENTS }),
    });
    const [message] = (await once(child, "message")) as [{ url: string }];
    return new ServerProcess(message.url, child);
  }

  /** Resident memory, in MB. */
  async readResidentMegabytes(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  /** CPU time used since the start, in seconds. */
  async readCpuSeconds(): Promise<number> {
    const fields = (await readFile(`/proc/${this.child.pid}/stat`, "utf8")).replace(/^.*\) /s, "").split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await exited;
  }
}
