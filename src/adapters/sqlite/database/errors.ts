import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../../domain/errors.js";
import { getErrorMessage, createUnavailableError } from "../../store-support/store-errors.js";

interface SqliteError extends Error {
  readonly code: "ERR_SQLITE_ERROR";
  /** Extended result code; its low byte is the primary one. */
  readonly errcode: number;
}

const CONSTRAINT_CODE = 19;
const BUSY_CODES = new Set([5, 6, 15]); // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: another connection has a lock

/** The code of the error for a damaged file, which can only be restored from a backup. */
export const STORE_DAMAGED = "store_damaged";

const STORE_FULL = "store_full";
const BUSY_FAILURE = ["store_busy", "another process keeps it busy"] as const;

/** Failures of the file or disk rather than of the statement, by SQLite's primary result code. */
const FAILURE_BY_CODE: Readonly<Record<number, readonly [code: string, meaning: string]>> = {
  5: BUSY_FAILURE,
  6: BUSY_FAILURE,
  7: ["store_out_of_memory", "there is no memory left"],
  8: ["store_read_only", "its file is read-only"],
  10: ["store_io_error", "its disk fails"],
  11: [STORE_DAMAGED, "its file is damaged"],
  13: [STORE_FULL, "its disk is full"],
  14: ["store_not_opened", "its file cannot be opened"],
  15: BUSY_FAILURE,
  26: [STORE_DAMAGED, "its file is damaged"],
};

const getPrimaryCode = ({ errcode }: SqliteError): number => errcode & 0xff;

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

export function isBusyError(error: unknown): boolean {
  return isSqliteError(error) && BUSY_CODES.has(getPrimaryCode(error));
}

/** Whether the file is damaged, or not a database. */
export function isDamageError(error: unknown): boolean {
  return isSqliteError(error) && FAILURE_BY_CODE[getPrimaryCode(error)]?.[0] === STORE_DAMAGED;
}

export function isConstraintError(error: unknown): boolean {
  return isSqliteError(error) && getPrimaryCode(error) === CONSTRAINT_CODE;
}

/** Returns the error of a write whose transaction stored nothing, so that the caller may retry it. */
export function toRejectedWriteError(error: unknown): DomainError {
  return error instanceof DomainError ? error : createUnavailableError(getErrorMessage(error));
}

/** Maps failures of the file or disk to DomainError `unavailable`; returns any other error unchanged. */
export function mapSqliteError(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const failure = FAILURE_BY_CODE[getPrimaryCode(error)];
  if (!failure) return error;
  const [code, meaning] = failure;
  return createUnavailableError(code === STORE_FULL ? meaning : `${meaning}: ${error.message}`, code);
}

/** How long to retry, in milliseconds, while other processes hold the lock. */
const DEFAULT_BUSY_TIMEOUT_MS = 10_000;
const MAX_BUSY_RETRY_DELAY_MS = 25;
const GOLDEN_RATIO_FRACTION = 0.618_033_988_749_895;

let jitterCount = 0;

/**
 * Runs `attempt`, and retries it while another connection holds the lock. Waits without blocking the event loop.
 * @throws DomainError `unavailable` after `timeoutMs` of waiting, or when the file cannot be used; any other error of
 *   `attempt` as it is.
 */
export async function retryWhileBusy<T>(attempt: () => T, timeoutMs = DEFAULT_BUSY_TIMEOUT_MS): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    if (!isBusyError(error)) throw mapSqliteError(error);
  }
  for (const delayMs of generateDelays(timeoutMs)) {
    await sleep(delayMs);
    try {
      return attempt();
    } catch (error) {
      if (!isBusyError(error)) throw mapSqliteError(error);
    }
  }
  throw createUnavailableError("another process keeps it busy", "store_busy");
}

function* generateDelays(timeoutMs: number): Generator<number> {
  let waitedMs = 0;
  for (let baseDelayMs = 1; waitedMs < timeoutMs; baseDelayMs = Math.min(baseDelayMs * 2, MAX_BUSY_RETRY_DELAY_MS)) {
    const delayMs = baseDelayMs * nextJitterFactor();
    waitedMs += delayMs;
    yield delayMs;
  }
}

/** Returns a factor from 0.5 to 1.5, from a low-discrepancy sequence that differs by process, to spread the retries. */
function nextJitterFactor(): number {
  jitterCount += 1;
  return (
    0.5 + ((jitterCount * GOLDEN_RATIO_FRACTION + process.pid * GOLDEN_RATIO_FRACTION * GOLDEN_RATIO_FRACTION) % 1)
  );
}
