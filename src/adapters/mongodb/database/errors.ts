import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from "mongodb";
import { createUnavailableError } from "../../store-support/store-errors.js";

/** The code of a write whose commit was sent but not confirmed: it may or may not be stored. */
export const COMMIT_UNKNOWN = "store_commit_unknown";
/** The code of a write that timed out before its commit; nothing is stored. */
export const WRITE_TIMEOUT = "store_write_timeout";

const DUPLICATE_KEY = 11_000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether no server responded, so that another command would only wait for one. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof MongoNetworkError || error instanceof MongoServerSelectionError || isSocketError(error);
}

/** The driver does not wrap some socket errors of Node. */
function isSocketError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

/**
 * Whether a retry of the transaction may succeed: it conflicted with another one or the server was unreachable. A
 * duplicate key belongs to a document that was committed after the snapshot of the transaction.
 */
export function isTransient(error: unknown): boolean {
  const isLabelled = error instanceof MongoError && error.hasErrorLabel("TransientTransactionError");
  return isLabelled || isDuplicateKey(error) || isUnreachable(error);
}

/**
 * Whether a commit may have succeeded despite this error: true unless the server reports the outcome. The driver (7.9)
 * throws a TypeError for some socket errors.
 */
export function isCommitInDoubt(error: unknown): boolean {
  return !(error instanceof MongoServerError) || error.hasErrorLabel("UnknownTransactionCommitResult");
}

/** Maps errors of the driver and the server to DomainError `unavailable`; returns other errors unchanged. */
export function mapMongoError(error: unknown): unknown {
  if (error instanceof MongoServerError) {
    return createUnavailableError(`MongoDB refused a command (${error.codeName ?? error.code ?? "error"})`);
  }
  // Messages of the server may repeat a command, so only names and codes are reported.
  if (error instanceof MongoError) return createUnavailableError(`MongoDB does not answer (${error.name})`);
  return isSocketError(error) ? createUnavailableError(`MongoDB does not answer (${error.code ?? error.name})`) : error;
}
