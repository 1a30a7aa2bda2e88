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
  return error instanceof MongoNetworkError || error instanceof MongoServerSelectionError || isSocketError(error);
}

/** The driver passes some errors of Node's sockets on as they are. */
function isSocketError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

/**
 * Whether a transaction that failed like this may succeed when it runs again: another one was faster, or the server was
 * away. A duplicate key is of a document that was committed after the snapshot of the transaction.
 */
export function isTransient(error: unknown): boolean {
  const isLabelled = error instanceof MongoError && error.hasErrorLabel("TransientTransactionError");
  return isLabelled || isDuplicateKey(error) || isUnreachable(error);
}

/**
 * Whether a commit that failed like this may have been done. Only the server knows: the driver (7.9) throws a TypeError
 * for some errors of sockets.
 */
export function isCommitInDoubt(error: unknown): boolean {
  return !(error instanceof MongoServerError) || error.hasErrorLabel("UnknownTransactionCommitResult");
}

/** Errors of the driver and the server become DomainError `unavailable`; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof MongoServerError) {
    return unavailable(`MongoDB refused a command (${error.codeName ?? error.code ?? "error"})`);
  }
  // The driver never puts credentials into its messages, but a server's message may repeat a command.
  if (error instanceof MongoError) return unavailable(`MongoDB does not answer (${error.name})`);
  return isSocketError(error) ? unavailable(`MongoDB does not answer (${error.code ?? error.name})`) : error;
}
