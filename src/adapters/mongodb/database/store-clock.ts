import type { Db } from "mongodb";
import type { Clock } from "../../../ports/driven/runtime/system.js";

const SYNC_INTERVAL_MS = 10_000;

/**
 * The clock of the MongoDB server, so that processes with different clocks agree on leases, cooldowns and windows.
 * Measures the offset with `hello` and Cristian's algorithm, which assumes that the server read its clock in the middle
 * of the call. The error is at most half of the duration of the call.
 */
export class StoreClock implements Clock {
  #offsetMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly db: Db,
    private readonly localClock: Clock,
  ) {}

  now(): Date {
    return new Date(this.localClock.now().getTime() + this.#offsetMs);
  }

  monotonicMs(): number {
    return this.localClock.monotonicMs();
  }

  /** Measures the offset now and every ten seconds until `close()`. @throws MongoError if the first attempt fails. */
  async start(): Promise<void> {
    await this.#measure();
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #measure(): Promise<void> {
    const startedAtMs = this.localClock.monotonicMs();
    const { localTime } = await this.db.command({ hello: 1 });
    const elapsedMs = this.localClock.monotonicMs() - startedAtMs;
    if (localTime instanceof Date) {
      this.#offsetMs = Math.round(localTime.getTime() + elapsedMs / 2 - this.localClock.now().getTime());
    }
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      // While the server does not respond, the last offset is the best estimate.
      this.#measure().then(
        () => this.#schedule(),
        () => this.#schedule(),
      );
    }, SYNC_INTERVAL_MS).unref();
  }
}
