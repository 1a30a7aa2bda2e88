import { DomainError } from "../../domain/errors.js";
import type { EventLog } from "../../ports/driven/runtime/system.js";

/** The code of the error of a closed store. */
export const STORE_CLOSED = "store_closed";

/** Returns a DomainError `unavailable` with a one-line message. */
export function createUnavailableError(reason: string, code = "store_unavailable"): DomainError {
  return new DomainError("unavailable", code, `The store cannot be used now: ${reason}`);
}

/** Returns the message of an Error, or any other thrown value as text. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Each error code is logged once per interval, in milliseconds; the next line counts the failures in between. */
const FAILURE_LOG_INTERVAL_MS = 60_000;

/** Logs failures of the database during reads and writes. */
export class StoreFailureLogger {
  private readonly unloggedCountByCode = new Map<string, number>();
  private readonly intervalTimers = new Set<NodeJS.Timeout>();

  constructor(private readonly log: EventLog | undefined) {}

  /** Records the error of a read or write. Errors other than DomainError `unavailable` are not logged. */
  record(error: unknown): void {
    if (!(error instanceof DomainError) || error.kind !== "unavailable" || error.code === STORE_CLOSED) return;
    const unloggedCount = this.unloggedCountByCode.get(error.code);
    if (unloggedCount === undefined) this.logFailure(error, 1);
    else this.unloggedCountByCode.set(error.code, unloggedCount + 1);
  }

  close(): void {
    for (const timer of this.intervalTimers) clearTimeout(timer);
  }

  private logFailure(error: DomainError, count: number): void {
    this.log?.error("store.failed", { reason: error.code, error: error.message, count });
    this.unloggedCountByCode.set(error.code, 0);
    const timer = setTimeout(() => {
      this.intervalTimers.delete(timer);
      const unloggedCount = this.unloggedCountByCode.get(error.code) ?? 0;
      this.unloggedCountByCode.delete(error.code);
      if (unloggedCount > 0) this.logFailure(error, unloggedCount);
    }, FAILURE_LOG_INTERVAL_MS).unref();
    this.intervalTimers.add(timer);
  }
}
