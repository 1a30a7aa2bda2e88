import type { Collection } from "mongodb";
import { QUOTA_KEPT_MS } from "../../domain/limits.js";
import type { QuotaResult, QuotaWindow, WindowCounter } from "../../ports/driven/window-counter.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { deleteBatch, insertIfAbsent } from "./single-writes.js";

export const windowCounterIndexes: readonly IndexDefinition[] = [{ keys: { until: 1 }, serves: "expired windows" }];

/** How many expired windows are deleted when a window begins: more than one, so that they do not accumulate. */
const EXPIRED_WINDOWS_BATCH = 8;

interface CountedWindow {
  /** Of the key and the time at which the window begins. */
  readonly _id: string;
  readonly used: number;
  readonly until: Date;
}

const NONE: QuotaResult = { isConsumed: false, remaining: 0 };

/** One document per window, counted by single atomic operations: what a caller reads first only saves writes. */
export class MongoWindowCounter implements WindowCounter {
  readonly #windows: Collection<CountedWindow>;

  constructor(private readonly database: Database) {
    this.#windows = database.collection("windowCounters");
  }

  tryConsume(key: string, limit: number, { from, until }: QuotaWindow, now: Date): Promise<QuotaResult> {
    const _id = JSON.stringify([key, from.getTime()]);
    return this.database.read(async () => {
      const used = (await this.#windows.findOne({ _id }))?.used ?? 0;
      if (used >= limit) return NONE;
      if (used === 0 && (await insertIfAbsent(this.#windows, { _id, used: 1, until }))) {
        await this.#deleteExpired(now);
        return { isConsumed: true, remaining: limit - 1 };
      }
      const counted = await this.#windows.findOneAndUpdate(
        { _id, used: { $lt: limit } },
        { $inc: { used: 1 } },
        { returnDocument: "after" },
      );
      return counted ? { isConsumed: true, remaining: limit - counted.used } : NONE;
    });
  }

  async #deleteExpired(now: Date): Promise<void> {
    const before = new Date(now.getTime() - QUOTA_KEPT_MS);
    await deleteBatch(this.#windows, { until: { $lte: before } }, EXPIRED_WINDOWS_BATCH);
  }
}
