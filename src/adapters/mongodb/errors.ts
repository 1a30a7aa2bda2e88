import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from "mongodb";
import { unavailable } from "../store-support/store-errors.js";

/** The code of a write whose commit was sent and never confirmed: it may have been done or not. */
export const COMMIT_UNKNOWN = "store_commit_unknown";
/** The code of a write that was not done in time; nothing of it is stored. */
export const WRITE_TIMEOUT = "store_write_timeout";

const DUPLICATE_KEY = 11_000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether no server answered, so that another command would only wait for one. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
}

/**
 * Whether a transaction that failed like this may succeed when it runs again: another one was faster, or the server was
 * away. A duplicate key is of a document that was committed after the snapshot of the transaction.
 */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof MongoError &&
    (error.hasErrorLabel("TransientTransactionError") || isDuplicateKey(error) || isUnreachable(error))
  );
}

/** Errors of the driver and the server become DomainError `unavailable`; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  return error instanceof MongoError ? unavailable(describeMongoError(error)) : error;
}

/**
 * @returns one line without credentials: the driver never puts them into its messages, but a server's message may repeat
 *   a command, so of its errors only the name is told.
 */
export function describeMongoError(error: MongoError): string {
  if (error instanceof MongoServerError)
    return `MongoDB refused a command (${error.codeName ?? error.code ?? "error"})`;
  return `MongoDB does not answer (${error.name})`;
}
