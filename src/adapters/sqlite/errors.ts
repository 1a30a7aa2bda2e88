import { DomainError } from "../../domain/errors.js";
import { messageOf, unavailable } from "../store-support/store-errors.js";

interface SqliteError extends Error {
  readonly code: "ERR_SQLITE_ERROR";
  /** Extended result code: the primary one is its low byte. */
  readonly errcode: number;
}

const CONSTRAINT = 19;
const busy = new Set([5, 6, 15]); // BUSY, LOCKED, PROTOCOL: somebody else is at it

/** The code of a store whose file is damaged: it can only be restored from a backup. */
export const STORE_DAMAGED = "store_damaged";

const STORE_FULL = "store_full";
const BUSY = ["store_busy", "another process keeps it busy"] as const;

/** Failures of the file or disk rather than of the statement, by SQLite's primary result code. */
const failures: Readonly<Record<number, readonly [code: string, meaning: string]>> = {
  5: BUSY,
  6: BUSY,
  7: ["store_out_of_memory", "there is no memory left"],
  8: ["store_read_only", "its file is read-only"],
  10: ["store_io_error", "its disk fails"],
  11: [STORE_DAMAGED, "its file is damaged"],
  13: [STORE_FULL, "its disk is full"],
  14: ["store_not_opened", "its file cannot be opened"],
  15: BUSY,
  26: [STORE_DAMAGED, "its file is damaged"],
};

const primary = ({ errcode }: SqliteError): number => errcode & 0xff;

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && busy.has(primary(error));
}

/** Whether the file is damaged, or no database at all. */
export function isDamage(error: unknown): boolean {
  return isSqliteError(error) && failures[primary(error)]?.[0] === STORE_DAMAGED;
}

export function isConstraint(error: unknown): boolean {
  return isSqliteError(error) && primary(error) === CONSTRAINT;
}

/** Why nothing of a transaction was stored: whatever it was, the caller may try again. */
export function asRefusal(error: unknown): DomainError {
  return error instanceof DomainError ? error : unavailable(messageOf(error));
}

/** The failures of the place become DomainError `unavailable`; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const failure = failures[primary(error)];
  if (!failure) return error;
  const [code, meaning] = failure;
  return unavailable(code === STORE_FULL ? meaning : `${meaning}: ${error.message}`, code);
}
