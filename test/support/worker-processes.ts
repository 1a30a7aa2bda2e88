import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { environmentOf, type ServiceConfig } from "./service-config.js";

const WORKER_URL = new URL("./store-worker.js", import.meta.url);

/** Starts a process that opens the store and runs a task of the worker. @param count for a task that needs one. */
export function startWorker(config: ServiceConfig, task: string, count = NaN): ChildProcess {
  return fork(WORKER_URL, [task, String(count)], { env: { ...process.env, ...environmentOf(config) } });
}

/** Runs a task of the worker in a separate process and returns its result. */
export async function runWorkerTask(config: ServiceConfig, task: string, count?: number): Promise<unknown> {
  const child = startWorker(config, task, count);
  let result: unknown;
  child.on("message", (message: { result: unknown }) => (result = message.result));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The process ended with ${code}`);
  return result;
}

/** Returns the file in which a process that is to be killed records the acknowledged segments. */
export function acknowledgedFilePath(directory: string): string {
  return join(directory, "acknowledged.txt");
}

/** @returns sessions with their numbers of acknowledged segments, in the order of the acknowledgements. */
export async function readAcknowledged(directory: string): Promise<(readonly [session: string, segments: number])[]> {
  const file = acknowledgedFilePath(directory);
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  return lines.map((line) => {
    const [session = "", segments] = line.split(" ");
    return [session, Number(segments)];
  });
}
