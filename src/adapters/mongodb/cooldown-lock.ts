import type { Collection } from "mongodb";
import type { CooldownKey, CooldownLock } from "../../ports/driven/cooldown-lock.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { deleteBatch, insertIfAbsent } from "./single-writes.js";

export const cooldownLockIndexes: readonly IndexDefinition[] = [{ keys: { until: 1 }, serves: "expired locks" }];

/** How many expired locks are deleted when one is created: more than one, so that they do not accumulate. */
const EXPIRED_LOCKS_BATCH = 8;

interface Lock {
  /** Of the IDs of the user and the app. */
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** One document per lock, acquired by single atomic operations. */
export class MongoCooldownLock implements CooldownLock {
  readonly #locks: Collection<Lock>;

  constructor(private readonly database: Database) {
    this.#locks = database.collection("cooldownLocks");
  }

  tryAcquire({ userId, appId }: CooldownKey, holder: string, now: Date, durationMs: number): Promise<boolean> {
    const lock: Lock = { _id: JSON.stringify([userId, appId]), holder, until: new Date(now.getTime() + durationMs) };
    return this.database.read(async () => {
      if (await this.#acquireExisting(lock, now)) return true;
      if (!(await insertIfAbsent(this.#locks, lock))) return this.#acquireExisting(lock, now);
      await deleteBatch(this.#locks, { until: { $lte: now } }, EXPIRED_LOCKS_BATCH);
      return true;
    });
  }

  /** @returns false when another holder has it, or when it was never acquired. */
  async #acquireExisting({ _id, holder, until }: Lock, now: Date): Promise<boolean> {
    const { matchedCount } = await this.#locks.updateOne(
      { _id, $or: [{ holder }, { until: { $lte: now } }] },
      { $set: { holder }, $max: { until } },
    );
    return matchedCount > 0;
  }
}
