import { DomainError } from "../../domain/errors.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import { STORE_CLOSED, STORE_DAMAGED } from "./errors.js";

/** One log line for each kind of failure in so long; the next one says how many there were meanwhile. */
const LOG_INTERVAL_MS = 60_000;

/** What has failed because of the file or its disk: logged for the operator, and remembered where it lasts. */
export class StoreFailures {
  private readonly unloggedByCode = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private seenDamage: DomainError | undefined;

  constructor(private readonly log: EventLog | undefined) {}

  /** Set by the first read or write that met a damaged page: no later success means that the file is sound. */
  get damage(): DomainError | undefined {
    return this.seenDamage;
  }

  /** Takes note of what a read or a write threw. */
  note(error: unknown): void {
    if (!(error instanceof DomainError) || error.kind !== "unavailable" || error.code === STORE_CLOSED) return;
    if (error.code === STORE_DAMAGED) this.seenDamage ??= error;
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
