import { DomainError } from "../../domain/errors.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import { STORE_CLOSED } from "./store-errors.js";

/** Each kind of failure is logged once per interval; the next line counts the failures in between. */
const LOG_INTERVAL_MS = 60_000;

/** Logs failures of the database that reads and writes meet. */
export class StoreFailures {
  private readonly unloggedByCode = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly log: EventLog | undefined) {}

  /** Records the error of a read or write. Errors other than DomainError `unavailable` are not logged. */
  note(error: unknown): void {
    if (!(error instanceof DomainError) || error.kind !== "unavailable" || error.code === STORE_CLOSED) return;
    const unlogged = this.unloggedByCode.get(error.code);
    if (unlogged === undefined) this.write(error, 1);
    else this.unloggedByCode.set(error.code, unlogged + 1);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private write(error: DomainError, count: number): void {
    this.log?.error("store.failed", { reason: error.code, error: error.message, count });
    this.unloggedByCode.set(error.code, 0);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const unlogged = this.unloggedByCode.get(error.code) ?? 0;
      this.unloggedByCode.delete(error.code);
      if (unlogged > 0) this.write(error, unlogged);
    }, LOG_INTERVAL_MS).unref();
    this.timers.add(timer);
  }
}
