import { threadId } from "node:worker_threads";

/** Tasks that the tests of the thread pool run in worker threads. */

export const double = ({ value }: { readonly value: number }): number => value * 2;

export const ownThread = (): number => threadId;

export function fail({ message }: { readonly message: string }): never {
  throw new RangeError(message);
}

/** Uses CPU time. @returns the ID of the thread that ran it. */
export function spin({ cpuMs }: { readonly cpuMs: number }): number {
  const startUsage = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(startUsage);
    if ((user + system) / 1000 >= cpuMs) return threadId;
  }
}

/** Backtracks exponentially: it never ends in practice. */
export const matchForever = (): boolean => /^(a+)+$/.test(`${"a".repeat(60)}b`);

/** Allocates ever larger single objects: V8 ends the process if such an allocation exceeds its heap limit. */
export function growMap(): number {
  const map = new Map<string, number>();
  for (let i = 0; ; i += 1) map.set(`key ${i}`, i);
}

export function growObjects(): number {
  const objects: object[] = [];
  for (;;) objects.push({ at: objects.length });
}

export function growBuffers(): number {
  const buffers: Float64Array[] = [];
  for (;;) buffers.push(new Float64Array(100_000).fill(1));
}

export const endThread = (): never => process.exit(3);

/** Signals that it has started, and waits until the test releases it. */
export function waitFor({ flags }: { readonly flags: Int32Array<SharedArrayBuffer> }): number {
  Atomics.store(flags, 0, 1);
  Atomics.wait(flags, 1, 0);
  return threadId;
}
