import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { environmentOf, type ServicePlace } from "./service-place.js";

const worker = new URL("./store-worker.js", import.meta.url);

/** Starts a process that opens the store and runs a task of the worker. @param count for a task that has one. */
export function start(place: ServicePlace, task: string, count = NaN): ChildProcess {
  return fork(worker, [task, String(count)], { env: { ...process.env, ...environmentOf(place) } });
}

/** Runs a task of the worker in a process of its own and answers its result. */
export async function run(place: ServicePlace, task: string, count?: number): Promise<unknown> {
  const child = start(place, task, count);
  let result: unknown;
  child.on("message", (message: { result: unknown }) => (result = message.result));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The process ended with ${code}`);
  return result;
}

/** Where a process that is to be killed notes the pieces of live sessions that were acknowledged. */
export function acknowledgedFile(directory: string): string {
  return join(directory, "acknowledged.txt");
}

/** @returns a session and how many segments of it were acknowledged, in the order of the acknowledgements. */
export async function readAcknowledged(directory: string): Promise<(readonly [session: string, segments: number])[]> {
  const file = acknowledgedFile(directory);
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  return lines.map((line) => {
    const [session = "", segments] = line.split(" ");
    return [session, Number(segments)];
  });
}
