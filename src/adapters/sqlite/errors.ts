import { DomainError } from "../../domain/errors.js";

interface SqliteError extends Error {
  readonly code: "ERR_SQLITE_ERROR";
  /** Extended result code: the primary one is its low byte. */
  readonly errcode: number;
}

const CONSTRAINT = 19;
const FULL = 13;
const busy = new Set([5, 6, 15]); // BUSY, LOCKED, PROTOCOL: somebody else is at it
/** What is wrong with the place, not with the call: NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const failures = new Set([...busy, 7, 8, 10, 11, FULL, 14, 26]);

const primary = ({ errcode }: SqliteError): number => errcode & 0xff;

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && busy.has(primary(error));
}

export function isConstraint(error: unknown): boolean {
  return isSqliteError(error) && primary(error) === CONSTRAINT;
}

/** Why nothing of a transaction was stored: whatever it was, the caller may try again. */
export function asRefusal(error: unknown): DomainError {
  return error instanceof DomainError ? error : unavailable(error instanceof Error ? error.message : String(error));
}

/** The failures of the place become DomainError `unavailable`; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (!isSqliteError(error) || !failures.has(primary(error))) return error;
  return unavailable(primary(error) === FULL ? "its disk is full" : error.message);
}

export function unavailable(reason: string): DomainError {
  return new DomainError("unavailable", "store_unavailable", `The store cannot be used now: ${reason}`);
}
