import type { SystemCall } from "./system-calls.js";

/** What a trace says of a server's promise to answer a write when it is on disk. */
export interface Commits {
  /** How many writes were answered with success. */
  readonly acknowledged: number;
  /** Of these, how many before anything that was written to the store's log since their request had been synced. */
  readonly beforeAnySync: number;
  /** Of these, how many before all of it had been: of many clients at a time, some of it may be of later commits. */
  readonly beforeLastSync: number;
  /** How often a file was synced from the first of these requests to the last answer. */
  readonly syncs: number;
}

const isSync = ({ name }: SystemCall): boolean => name === "fsync" || name === "fdatasync";
const isWrite = ({ name }: SystemCall): boolean => /write/.test(name);
const isLog = ({ on }: SystemCall): boolean => on.endsWith("mneme.db-wal");

/** Reads the acknowledgements of POST requests out of a server's trace. */
export function commitsOf(calls: readonly SystemCall[]): Commits {
  const requests = calls.filter(({ name, data }) => name === "read" && data.startsWith("POST "));
  const answers = calls.filter((call) => isWrite(call) && /^HTTP\/1\.1 2/.test(call.data));
  const acknowledged = answers.flatMap((answer) => {
    const request = requests.findLast(({ on, begun }) => on === answer.on && begun < answer.begun);
    const isItsOwn =
      request && !answers.some(({ on, begun }) => on === answer.on && begun > request.begun && begun < answer.begun);
    return isItsOwn ? [{ request, answer }] : [];
  });
  const count = (test: (write: (typeof acknowledged)[number]) => boolean): number => acknowledged.filter(test).length;
  const [first, last] = [requests[0]?.begun ?? 0, acknowledged.at(-1)?.answer.begun ?? 0];
  return {
    acknowledged: acknowledged.length,
    beforeAnySync: count(({ request, answer }) => !syncedWrites(calls, request.returned, answer.begun).includes(true)),
    beforeLastSync: count(({ request, answer }) => syncedWrites(calls, request.returned, answer.begun).at(-1) !== true),
    syncs: calls.filter((call) => isSync(call) && call.begun > first && call.begun < last).length,
  };
}

/** Whether something was written to the log in this stretch of the trace, and all of it was synced within it. */
export function isSynced(calls: readonly SystemCall[], from: number, to: number): boolean {
  return syncedWrites(calls, from, to).at(-1) === true;
}

/** Of each write to the log in this stretch of the trace, in order: whether it was synced within it. */
function syncedWrites(calls: readonly SystemCall[], from: number, to: number): boolean[] {
  const log = calls.filter((call) => isLog(call) && call.begun > from && call.begun < to);
  const lastSync = log.findLast((call) => isSync(call) && call.returned < to);
  return log.filter(isWrite).map(({ returned }) => lastSync !== undefined && lastSync.begun > returned);
}
