import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { PATIENCE_MS } from "./waiting.js";

const SHELL_BLOCK = /^```sh\n(?<commands>.*?)^```$/gms;
const BUILD = /^node tools\/build\.ts src && /;

/** The commands of the `sh` blocks of a Markdown text, one element a logical line. */
export function shellCommands(markdown: string): readonly string[] {
  const blocks = Array.from(markdown.matchAll(SHELL_BLOCK), ({ groups }) => groups?.["commands"] ?? "");
  const lines = blocks.join("").replaceAll("\\\n", " ").split("\n");
  return lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** The part of a Markdown text from a heading of the second level to the next one. */
export function sectionOf(markdown: string, heading: string): string {
  const start = markdown.indexOf(`\n## ${heading}\n`);
  if (start < 0) throw new Error(`There is no section "${heading}"`);
  const end = markdown.indexOf("\n## ", start + 1);
  return markdown.slice(start, end < 0 ? undefined : end);
}

/**
 * A port that no program listens on. It is outside the range that the system hands out for port 0, and begins at
 * another place in each process, so that no other test takes it before the server does.
 */
export async function freePort(): Promise<number> {
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

/** What a shell did with the commands that it was given. */
export interface TourResult {
  /** Standard output of all commands, but for what the server prints. */
  readonly output: string;
  readonly errors: string;
  /** The HTTP status of each `curl`, in order; `000` when there was no response. */
  readonly statuses: readonly string[];
  readonly exitCode: number | null;
}

/** Runs commands as a newcomer would who has just installed the project, with programs of its own for npm and curl. */
export class ShellTour {
  private shell: ChildProcess | undefined;
  private runs = 0;

  private constructor(
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param folder gets the programs, the logs and the data directory. */
  static async create(folder: string, port: number): Promise<ShellTour> {
    const programs = join(folder, "programs");
    await mkdir(programs, { recursive: true });
    for (const [name, text] of Object.entries({ curl: curlProgram(), npm: npmProgram() })) {
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

  /** Gives the shell all commands at once. */
  pasteAll(commands: readonly string[]): Promise<TourResult> {
    return this.run(["-u"], async (shell) => {
      shell.stdin?.end([...commands, "kill $!", "wait $!", "exit 0", ""].join("\n"));
      await once(shell, "exit");
    });
  }

  /** Gives an interactive shell each command when the one before it has ended. */
  pasteSlowly(commands: readonly string[]): Promise<TourResult> {
    return this.run(["--norc", "--noprofile", "-i", "-u"], async (shell) => {
      const ended = createInterface({ input: shell.stdio[3] as Readable })[Symbol.asyncIterator]();
      for (const command of commands) {
        shell.stdin?.write(`${command}\necho ended >&3\n`);
        if ((await ended.next()).done) throw new Error(`The shell ended at: ${command}`);
      }
      shell.stdin?.end("kill $!\nwait $!\nexit 0\n");
      await once(shell, "exit");
    });
  }

  /** Ends the shell, and the server that it may have left. */
  kill(): void {
    const { shell } = this;
    this.shell = undefined;
    if (!shell?.pid) return;
    try {
      process.kill(-shell.pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  private async run(
    words: readonly string[],
    converse: (shell: ChildProcess) => Promise<unknown>,
  ): Promise<TourResult> {
    this.runs += 1;
    const [statusFile, serverFile] = ["statuses", "server"].map((name) =>
      join(this.folder, `${name}-${this.runs}`),
    ) as [string, string];
    await writeFile(statusFile, "");
    const environment = { ...this.environment, STATUS_FILE: statusFile, SERVER_OUTPUT: serverFile };
    const shell = spawn("bash", words, { env: environment, detached: true, stdio: ["pipe", "pipe", "pipe", "pipe"] });
    this.shell = shell;
    let output = "";
    let errors = "";
    shell.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
    shell.stderr.on("data", (bytes: Buffer) => (errors += bytes.toString()));
    const closed = once(shell, "close");
    // A shell that has ended takes no more commands: its exit code tells.
    shell.stdin.on("error", (error) => (errors += String(error)));
    const tooLate = setTimeout(() => this.kill(), PATIENCE_MS);
    try {
      await converse(shell);
      this.kill();
      await closed;
    } catch (error) {
      throw new Error(`${String(error)}\n${output}\n${errors}`, { cause: error });
    } finally {
      clearTimeout(tooLate);
    }
    const statuses = readFileSync(statusFile, "utf8").split("\n").filter(Boolean);
    return { output, errors, statuses, exitCode: shell.exitCode };
  }
}

/**
 * Calls the actual curl and notes the HTTP status. A call with a time limit is repeated until there is a response: on a
 * busy machine it may come later.
 */
function curlProgram(): string {
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
 * Runs what package.json says for the two scripts of the tour, without compiling: that would change what other tests
 * run meanwhile.
 */
function npmProgram(): string {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const [start, mneme] = ["start", "mneme"].map((name) => {
    const script = scripts[name] ?? "";
    if (!BUILD.test(script)) throw new Error(`npm run ${name} does not compile first: ${script}`);
    return script.replace(BUILD, "").replace(/^node /, '"$NODE" ');
  });
  return `#!/usr/bin/env bash
case "$*" in
  start) exec ${start} >"$SERVER_OUTPUT" ;;
  "run --silent mneme -- "*) shift 4; exec ${mneme} "$@" ;;
  *) echo "npm $*: not a command of the tour" >&2; exit 1 ;;
esac
`;
}
