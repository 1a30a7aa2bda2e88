import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { DEFAULT_TIMEOUT_MS } from "./eventually.js";

const BUILD_COMMAND = /^node tools\/build\.ts src && /;

/** Splits a script into its commands, one element per logical line. */
export function splitCommands(script: string): readonly string[] {
  const lines = script.replaceAll("\\\n", " ").split("\n");
  return lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/**
 * Finds a port on which no program listens. It is outside the range that the system assigns for port 0, and the search
 * begins at a different port in each process, so that no other test takes it before the server does.
 */
export async function findUnusedPort(): Promise<number> {
  for (let port = 10_000 + (process.pid % 20_000); port < 32_000; port += 1) {
    const probe = createServer();
    try {
      probe.listen(port, "127.0.0.1");
      await once(probe, "listening");
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    } finally {
      probe.close();
    }
  }
  throw new Error("No port is free");
}

/** The result of a shell that ran commands. */
export interface TourResult {
  /** Standard output of all commands, without the output of the server. */
  readonly output: string;
  readonly errors: string;
  /** The HTTP status of each `curl`, in order; `000` if there was no response. */
  readonly statuses: readonly string[];
  readonly exitCode: number | null;
}

/** Runs commands as after a fresh installation of the project, with wrappers for npm and curl. */
export class ShellTour {
  private currentShell: ChildProcess | undefined;
  private runCount = 0;

  private constructor(
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param folder receives the programs, the logs and the data directory. */
  static async create(folder: string, port: number): Promise<ShellTour> {
    const programs = join(folder, "programs");
    await mkdir(programs, { recursive: true });
    for (const [name, text] of Object.entries({ curl: createCurlProgram(), npm: createNpmProgram() })) {
      await writeFile(join(programs, name), text);
      await chmod(join(programs, name), 0o700);
    }
    return new ShellTour(folder, {
      ...process.env,
      PATH: `${programs}${delimiter}${process.env["PATH"]}`,
      ACTUAL_PATH: process.env["PATH"],
      NODE: process.execPath,
      PORT: String(port),
      MNEME_DATA_DIR: join(folder, "data"),
      MNEME_LOG_LEVEL: "error",
      // A busy machine takes long to start the worker thread of the first conversation.
      MNEME_PROCESSING_WAIT_MS: "30000",
    });
  }

  /** Sends all commands to the shell at once. */
  runAllAtOnce(commands: readonly string[]): Promise<TourResult> {
    return this.run(["-u"], async (shell) => {
      shell.stdin?.end([...commands, "kill $!", "wait $!", "exit 0", ""].join("\n"));
      await once(shell, "exit");
    });
  }

  /** Sends each command to an interactive shell after the previous one has ended. */
  runOneByOne(commands: readonly string[]): Promise<TourResult> {
    return this.run(["--norc", "--noprofile", "-i", "-u"], async (shell) => {
      const endedCommands = createInterface({ input: shell.stdio[3] as Readable })[Symbol.asyncIterator]();
      for (const command of commands) {
        shell.stdin?.write(`${command}\necho ended >&3\n`);
        if ((await endedCommands.next()).done) throw new Error(`The shell ended at: ${command}`);
      }
      shell.stdin?.end("kill $!\nwait $!\nexit 0\n");
      await once(shell, "exit");
    });
  }

  /** Kills the shell and a server that it may have left running. */
  kill(): void {
    const { currentShell: shell } = this;
    this.currentShell = undefined;
    if (!shell?.pid) return;
    try {
      process.kill(-shell.pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  private async run(
    args: readonly string[],
    sendCommands: (shell: ChildProcess) => Promise<unknown>,
  ): Promise<TourResult> {
    this.runCount += 1;
    const [statusFile, serverFile] = ["statuses", "server"].map((name) =>
      join(this.folder, `${name}-${this.runCount}`),
    ) as [string, string];
    await writeFile(statusFile, "");
    const environment = { ...this.environment, STATUS_FILE: statusFile, SERVER_OUTPUT: serverFile };
    const shell = spawn("bash", args, { env: environment, detached: true, stdio: ["pipe", "pipe", "pipe", "pipe"] });
    this.currentShell = shell;
    let output = "";
    let errors = "";
    shell.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
    shell.stderr.on("data", (bytes: Buffer) => (errors += bytes.toString()));
    const closed = once(shell, "close");
    // A shell that has ended accepts no more commands: its exit code shows the failure.
    shell.stdin.on("error", (error) => (errors += String(error)));
    const timeout = setTimeout(() => this.kill(), DEFAULT_TIMEOUT_MS);
    try {
      await sendCommands(shell);
      this.kill();
      await closed;
    } catch (error) {
      throw new Error(`${String(error)}\n${output}\n${errors}`, { cause: error });
    } finally {
      clearTimeout(timeout);
    }
    const statuses = readFileSync(statusFile, "utf8").split("\n").filter(Boolean);
    return { output, errors, statuses, exitCode: shell.exitCode };
  }
}

/**
 * Calls the actual curl and records the HTTP status. A call with a time limit is repeated until there is a response,
 * which may come late on a busy machine.
 */
function createCurlProgram(): string {
  return `#!/usr/bin/env bash
tries=1
for word in "$@"; do if [ "$word" = --max-time ]; then tries=60; fi; done
while :; do
  { status=$(PATH="$ACTUAL_PATH" curl -w '%{stderr}\\n%{http_code}' "$@" 2>&1 1>&3 | tail -n 1); } 3>&1
  tries=$((tries - 1))
  if [ "$status" != 000 ] || [ "$tries" = 0 ]; then break; fi
done
echo "$status" >>"$STATUS_FILE"
`;
}

/**
 * Runs the two scripts of package.json that the tour uses, without compiling, which would change the files of
 * concurrent tests.
 */
function createNpmProgram(): string {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const [start, mneme] = ["start", "mneme"].map((name) => {
    const script = scripts[name] ?? "";
    if (!BUILD_COMMAND.test(script)) throw new Error(`npm run ${name} does not compile first: ${script}`);
    return script.replace(BUILD_COMMAND, "").replace(/^node /, '"$NODE" ');
  });
  return `#!/usr/bin/env bash
case "$*" in
  start) exec ${start} >"$SERVER_OUTPUT" ;;
  "run --silent mneme -- "*) shift 4; exec ${mneme} "$@" ;;
  *) echo "npm $*: not a command of the tour" >&2; exit 1 ;;
esac
`;
}
