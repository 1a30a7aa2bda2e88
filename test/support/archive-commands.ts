import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { ArchiveEntry, Store } from "../../src/ports/index.js";
import { aConversation, aTranscript, aUser } from "../../src/testing/index.js";
import { DEFAULT_TIMEOUT_MS, waitUntil } from "./eventually.js";

const MAIN_PATH = new URL("../../src/main.js", import.meta.url).pathname;
const BATCH_SIZE = 100;

/** Runs a command and kills it when `shouldKill` returns true. @returns exit code and peak resident set in bytes. */
export async function runCommand(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  shouldKill: () => Promise<boolean> | boolean = () => false,
): Promise<{ code: number | null; peakBytes: number }> {
  const child = spawn(process.execPath, [MAIN_PATH, ...args], {
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  const exit = once(child, "exit") as Promise<[code: number | null]>;
  let peakBytes = 0;
  await waitUntil(async () => {
    peakBytes = Math.max(peakBytes, readPeakMemoryBytes(child.pid ?? 0));
    if (child.exitCode === null && (await shouldKill())) child.kill("SIGKILL");
    return child.exitCode !== null || child.signalCode !== null;
  }, 3 * DEFAULT_TIMEOUT_MS);
  const [code] = await exit;
  return { code, peakBytes };
}

/** Returns the peak resident set of a process; 0 if it has ended or there is no /proc. */
function readPeakMemoryBytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Stores conversations of a user. @param count a multiple of 100. */
export async function storeConversations(store: Store, userId: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += BATCH_SIZE) {
    const entries = Array.from({ length: BATCH_SIZE }, (_, index): ArchiveEntry => {
      const { state } = aConversation({ id: `talk-${first + index}`, userId });
      const texts = Array.from({ length: 20 }, (_line, lineNumber) => `Line ${lineNumber} of talk ${first + index}.`);
      return { kind: "conversation", state, segments: aTranscript(state.id, ...texts).segments };
    });
    await store.archive.put(entries, aUser().state.createdAt);
  }
}
