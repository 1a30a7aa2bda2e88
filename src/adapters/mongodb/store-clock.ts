import type { Db } from "mongodb";
import type { Clock } from "../../ports/driven/clock.js";

const SYNC_INTERVAL_MS = 10_000;

/**
 * The clock of the MongoDB server, so that processes whose clocks differ agree on leases, cooldowns and windows. The
 * offset is measured by `hello`, as Cristian's algorithm does: the server's time belongs to the middle of the call. It
 * is off by at most half of the call's duration.
 */
export class StoreClock implements Clock {
  #offsetMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly db: Db,
    private readonly local: Clock,
  ) {}

  now(): Date {
    return new Date(this.local.now().getTime() + this.#offsetMs);
  }

  monotonicMs(): number {
    return this.local.monotonicMs();
  }

  /** Measures the offset now and then every ten seconds until `close()`. @throws MongoError when the first one fails. */
  async start(): Promise<void> {
    await this.#measure();
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #measure(): Promise<void> {
    const begin = this.local.monotonicMs();
    const { localTime } = await this.db.command({ hello: 1 });
    const elapsedMs = this.local.monotonicMs() - begin;
    if (localTime instanceof Date) {
      this.#offsetMs = Math.round(localTime.getTime() + elapsedMs / 2 - this.local.now().getTime());
    }
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      // While the server does not answer, the last offset is the best estimate.
      this.#measure().then(
        () => this.#schedule(),
        () => this.#schedule(),
      );
    }, SYNC_INTERVAL_MS).unref();
  }
}
