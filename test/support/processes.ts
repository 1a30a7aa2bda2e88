import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

const worker = new URL("./sqlite-worker.js", import.meta.url);

export function start(directory: string, task: string): ChildProcess {
  return fork(worker, [directory, task]);
}

/** Runs a task of the worker in a process of its own and answers its result. */
export async function run(directory: string, task: string): Promise<unknown> {
  const child = start(directory, task);
  let result: unknown;
  child.on("message", (message: { result: unknown }) => (result = message.result));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The process ended with ${code}`);
  return result;
}
