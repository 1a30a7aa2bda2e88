import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** One call of a process to the system, with the lines of the trace at which it was begun and had returned. */
export interface SystemCall {
  readonly name: string;
  /** What its first argument stands for: a file's path, or `TCP:[…]`, `pipe:[…]`. */
  readonly on: string;
  /** The beginning of what it read or wrote. */
  readonly data: string;
  readonly begun: number;
  readonly returned: number;
}

/** In milliseconds. */
const PATIENCE = 240_000;

/**
 * The words of a tracer that notes all reads, writes and syncs of the program after them in a file. It stays beside
 * the program, which remains our child.
 */
export const tracing = (file: string): readonly string[] => [
  "strace",
  "-f",
  "-D",
  "-yy",
  "-s",
  "48",
  "-e",
  "signal=none",
  "-e",
  `trace=${traced.join(",")}`,
  "-o",
  file,
];

const traced = ["fsync", "fdatasync", "write", "writev", "pwrite64", "read"];

/** The calls in their order, when the traced program has ended. @throws Error when its end is not seen. */
export async function systemCalls(file: string): Promise<SystemCall[]> {
  for (let waited = 0; waited < PATIENCE; waited += 50) {
    const lines = (await readFile(file, "utf8")).split("\n");
    const program = /^\d+/.exec(lines[0] ?? "")?.[0];
    if (program !== undefined && lines.some((line) => new RegExp(`^${program} +\\+\\+\\+ `).test(line))) {
      return callsOf(lines);
    }
    await sleep(50);
  }
  throw new Error("The trace does not end");
}

/** A call during which another thread made one stands in two lines. */
function callsOf(lines: readonly string[]): SystemCall[] {
  const unfinished = new Map<string, { readonly text: string; readonly begun: number }>();
  const calls: SystemCall[] = [];
  for (const [at, line] of lines.entries()) {
    const [, thread = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, first] = /^(.*) <unfinished \.\.\.>$/.exec(text) ?? [];
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    if (first !== undefined) unfinished.set(thread, { text: first, begun: at });
    else if (rest === undefined) calls.push(...parsed(text, at, at));
    else calls.push(...parsed((unfinished.get(thread)?.text ?? "") + rest, unfinished.get(thread)?.begun ?? at, at));
  }
  return calls.sort((a, b) => a.begun - b.begun);
}

/** None for one that failed, and for what is no call. */
function parsed(text: string, begun: number, returned: number): SystemCall[] {
  const [, name, on, data] = /^(\w+)\(\d+<(TCP:\[[^\]]*\]|[^>]*)>(?:, )?(.*)\) += \d+$/.exec(text) ?? [];
  if (name === undefined || on === undefined || data === undefined) return [];
  return [{ name, on, data: /"([^"]*)/.exec(data)?.[1] ?? "", begun, returned }];
}
