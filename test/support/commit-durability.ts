import type { SystemCall } from "./syscall-trace.js";

/** Measures, from a trace, whether a server acknowledges a write only after it is on disk. */
export interface CommitDurability {
  /** The number of successful responses to writes. */
  readonly acknowledged: number;
  /** Acknowledged writes without a sync of any log write since their request. */
  readonly beforeAnySync: number;
  /** Acknowledged writes with unsynced log writes; with many clients these may belong to later commits. */
  readonly beforeLastSync: number;
  /** The number of syncs from the first request to the last response. */
  readonly syncs: number;
}

const isSyncCall = ({ name }: SystemCall): boolean => name === "fsync" || name === "fdatasync";
const isWriteCall = ({ name }: SystemCall): boolean => /write/.test(name);
const isOnWriteAheadLog = ({ target }: SystemCall): boolean => target.endsWith("mneme.db-wal");

/** Extracts the acknowledgements of POST requests from a server's trace. */
export function measureCommitDurability(calls: readonly SystemCall[]): CommitDurability {
  const requests = calls.filter(({ name, data }) => name === "read" && data.startsWith("POST "));
  const responses = calls.filter((call) => isWriteCall(call) && /^HTTP\/1\.1 2/.test(call.data));
  const acknowledged = responses.flatMap((response) => {
    const request = requests.findLast(
      ({ target, startLine }) => target === response.target && startLine < response.startLine,
    );
    const isAnswered =
      request &&
      !responses.some(
        ({ target, startLine }) =>
          target === response.target && startLine > request.startLine && startLine < response.startLine,
      );
    return isAnswered ? [{ request, answer: response }] : [];
  });
  const count = (isCounted: (write: (typeof acknowledged)[number]) => boolean): number =>
    acknowledged.filter(isCounted).length;
  const [first, last] = [requests[0]?.startLine ?? 0, acknowledged.at(-1)?.answer.startLine ?? 0];
  return {
    acknowledged: acknowledged.length,
    beforeAnySync: count(
      ({ request, answer }) => !listWriteSyncs(calls, request.endLine, answer.startLine).includes(true),
    ),
    beforeLastSync: count(
      ({ request, answer }) => listWriteSyncs(calls, request.endLine, answer.startLine).at(-1) !== true,
    ),
    syncs: calls.filter((call) => isSyncCall(call) && call.startLine > first && call.startLine < last).length,
  };
}

/** Whether this range of the trace has a write to the log and syncs its last one. */
export function areWritesSynced(calls: readonly SystemCall[], from: number, to: number): boolean {
  return listWriteSyncs(calls, from, to).at(-1) === true;
}

/** Returns for each write to the log in this range of the trace, in order, whether the range also syncs it. */
function listWriteSyncs(calls: readonly SystemCall[], from: number, to: number): boolean[] {
  const logCalls = calls.filter((call) => isOnWriteAheadLog(call) && call.startLine > from && call.startLine < to);
  const lastSync = logCalls.findLast((call) => isSyncCall(call) && call.endLine < to);
  return logCalls.filter(isWriteCall).map(({ endLine }) => lastSync !== undefined && lastSync.startLine > endLine);
}
