import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A system call, with the lines of the trace at which it started and returned. */
export interface SystemCall {
  readonly name: string;
  /** The object of its first argument: a file's path, or `TCP:[…]`, `pipe:[…]`. */
  readonly target: string;
  /** The beginning of the data that it read or wrote. */
  readonly data: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** In milliseconds. */
const TIMEOUT_MS = 240_000;

/**
 * Returns the command prefix that traces all reads, writes and syncs of a program into a file. The tracer runs beside
 * the program, which remains a child of this process.
 */
export const tracerCommand = (file: string): readonly string[] => [
  "strace",
  "-f",
  "-D",
  "-yy",
  "-s",
  "48",
  "-e",
  "signal=none",
  "-e",
  `trace=${TRACED_CALLS.join(",")}`,
  "-o",
  file,
];

const TRACED_CALLS = ["fsync", "fdatasync", "write", "writev", "pwrite64", "read"];

/** Returns the calls in order, after the traced program has ended. @throws Error if the trace does not end. */
export async function readSystemCalls(file: string): Promise<SystemCall[]> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += 50) {
    const lines = (await readFile(file, "utf8")).split("\n");
    const programPid = /^\d+/.exec(lines[0] ?? "")?.[0];
    if (programPid !== undefined && lines.some((line) => new RegExp(`^${programPid} +\\+\\+\\+ `).test(line))) {
      return parseCalls(lines);
    }
    await sleep(50);
  }
  throw new Error("The trace does not end");
}

/** A call that is interleaved with one of another thread takes two lines. */
function parseCalls(lines: readonly string[]): SystemCall[] {
  const unfinished = new Map<string, { readonly text: string; readonly begun: number }>();
  const calls: SystemCall[] = [];
  for (const [lineNumber, line] of lines.entries()) {
    const [, thread = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, first] = /^(.*) <unfinished \.\.\.>$/.exec(text) ?? [];
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    if (first !== undefined) unfinished.set(thread, { text: first, begun: lineNumber });
    else if (rest === undefined) calls.push(...parseCall(text, lineNumber, lineNumber));
    else
      calls.push(
        ...parseCall(
          (unfinished.get(thread)?.text ?? "") + rest,
          unfinished.get(thread)?.begun ?? lineNumber,
          lineNumber,
        ),
      );
  }
  return calls.sort((a, b) => a.startLine - b.startLine);
}

/** Returns nothing for a failed call, and for a line that is not a call. */
function parseCall(text: string, startLine: number, endLine: number): SystemCall[] {
  const [, name, target, data] = /^(\w+)\(\d+<(TCP:\[[^\]]*\]|[^>]*)>(?:, )?(.*)\) += \d+$/.exec(text) ?? [];
  if (name === undefined || target === undefined || data === undefined) return [];
  return [{ name, target, data: /"([^"]*)/.exec(data)?.[1] ?? "", startLine, endLine }];
}
