import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { ArchiveEntry, Store } from "../../src/ports/index.js";
import { aConversation, aTranscript, aUser } from "../../src/testing/index.js";
import { PATIENCE_MS, until } from "./waiting.js";

const main = new URL("../../src/main.js", import.meta.url).pathname;
const BATCH = 100;

/** Runs a command, and kills it when `isDue` says so. @returns its exit code and its greatest resident set in bytes. */
export async function runCommand(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
  isDue: () => Promise<boolean> | boolean = () => false,
): Promise<{ code: number | null; peakBytes: number }> {
  const child = spawn(process.execPath, [main, ...words], {
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  const exit = once(child, "exit") as Promise<[code: number | null]>;
  let peakBytes = 0;
  await until(async () => {
    peakBytes = Math.max(peakBytes, residentBytes(child.pid ?? 0));
    if (child.exitCode === null && (await isDue())) child.kill("SIGKILL");
    return child.exitCode !== null || child.signalCode !== null;
  }, 3 * PATIENCE_MS);
  const [code] = await exit;
  return { code, peakBytes };
}

/** The greatest resident set of a process so far; 0 when it has ended, or where there is no /proc. */
function residentBytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Stores `count` conversations of a user, a multiple of 100. */
export async function putConversations(store: Store, userId: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const entries = Array.from({ length: BATCH }, (_, index): ArchiveEntry => {
      const { state } = aConversation({ id: `talk-${first + index}`, userId });
      const texts = Array.from({ length: 20 }, (_each, line) => `Line ${line} of talk ${first + index}.`);
      return { kind: "conversation", state, segments: aTranscript(state.id, ...texts).segments };
    });
    await store.archive.put(entries, aUser().state.createdAt);
  }
}
