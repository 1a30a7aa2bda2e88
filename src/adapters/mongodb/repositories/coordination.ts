import type { Collection } from "mongodb";
import { QUOTA_WINDOW_RETENTION_MS } from "../../../domain/limits.js";
import type {
  CooldownKey,
  CooldownLock,
  AcquireOptions,
  DistributedSemaphore,
  QuotaResult,
  QuotaWindow,
  WindowCounter,
  TokenBudget,
} from "../../../ports/driven/store/coordination.js";
import type { MongoDatabase } from "../database/database.js";
import { deleteBatch, insertIfAbsent } from "../database/single-writes.js";
import { toSessionOptions } from "../documents/documents.js";

/** Expired locks that are deleted when one is created: more than one, so that they do not accumulate. */
const EXPIRED_LOCKS_BATCH = 8;

interface LockDocument {
  /** Contains the IDs of the user and the app. */
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** One document per lock, acquired by single atomic operations. */
export class MongoCooldownLock implements CooldownLock {
  readonly #locks: Collection<LockDocument>;

  constructor(private readonly database: MongoDatabase) {
    this.#locks = database.collection("cooldownLocks");
  }

  tryAcquire({ userId, appId }: CooldownKey, holder: string, now: Date, durationMs: number): Promise<boolean> {
    const lock: LockDocument = {
      _id: JSON.stringify([userId, appId]),
      holder,
      until: new Date(now.getTime() + durationMs),
    };
    return this.database.run(async () => {
      if (await this.#acquireExisting(lock, now)) return true;
      if (!(await insertIfAbsent(this.#locks, lock))) return this.#acquireExisting(lock, now);
      await deleteBatch(this.#locks, { until: { $lte: now } }, EXPIRED_LOCKS_BATCH);
      return true;
    });
  }

  /** @returns false if another holder has the lock or the lock was never created. */
  async #acquireExisting({ _id, holder, until }: LockDocument, now: Date): Promise<boolean> {
    const { matchedCount } = await this.#locks.updateOne(
      { _id, $or: [{ holder }, { until: { $lte: now } }] },
      { $set: { holder }, $max: { until } },
    );
    return matchedCount > 0;
  }
}

interface Position {
  readonly holder: string;
  /** When its lease expires. */
  readonly until: Date;
}

interface Queue {
  /** The name of the semaphore. */
  readonly _id: string;
  /** Ordered by arrival. */
  readonly positions: readonly Position[];
}

/** One document per semaphore with the queue of its holders. */
export class MongoDistributedSemaphore implements DistributedSemaphore {
  readonly #queues: Collection<Queue>;

  constructor(private readonly database: MongoDatabase) {
    this.#queues = database.collection("semaphores");
  }

  async acquire(name: string, holder: string, { limit, now, leaseMs }: AcquireOptions): Promise<boolean> {
    const own: Position = { holder, until: new Date(now.getTime() + leaseMs) };
    const positions = await this.#update(name, (current) => {
      const live = selectUnexpired(current, now);
      const index = findHolderIndex(holder, live);
      return index < 0 ? [...live, own] : live.with(index, own);
    });
    return findHolderIndex(holder, positions) < limit;
  }

  async isHeld(name: string, holder: string, { limit, now }: Pick<AcquireOptions, "limit" | "now">): Promise<boolean> {
    const queue = await this.database.run(() => this.#queues.findOne({ _id: name }));
    const index = findHolderIndex(holder, selectUnexpired(queue?.positions ?? [], now));
    return index >= 0 && index < limit;
  }

  async release(name: string, holder: string): Promise<void> {
    await this.#update(name, (current) => current.filter((position) => position.holder !== holder));
  }

  #update(name: string, change: (current: readonly Position[]) => readonly Position[]): Promise<readonly Position[]> {
    return this.database.write(`semaphore ${name}`, async (transaction) => {
      const options = toSessionOptions(transaction);
      const positions = change((await this.#queues.findOne({ _id: name }, options))?.positions ?? []);
      transaction.markWritten();
      if (positions.length > 0)
        await this.#queues.replaceOne({ _id: name }, { positions }, { ...options, upsert: true });
      else await this.#queues.deleteOne({ _id: name }, options);
      return positions;
    });
  }
}

function selectUnexpired(positions: readonly Position[], now: Date): readonly Position[] {
  return positions.filter(({ until }) => until > now);
}

function findHolderIndex(holder: string, positions: readonly Position[]): number {
  return positions.findIndex((position) => position.holder === holder);
}

/** Expired windows that are deleted when a window begins: more than one, so that they do not accumulate. */
const EXPIRED_WINDOWS_BATCH = 8;

interface WindowDocument {
  /** Contains the key and the start of the window in milliseconds. */
  readonly _id: string;
  readonly used: number;
  readonly until: Date;
}

const QUOTA_EXHAUSTED: QuotaResult = { isConsumed: false, remaining: 0 };

/** One document per window, counted by single atomic operations; the read before them only saves writes. */
export class MongoWindowCounter implements WindowCounter {
  readonly #windows: Collection<WindowDocument>;

  constructor(private readonly database: MongoDatabase) {
    this.#windows = database.collection("windowCounters");
  }

  tryConsume(key: string, limit: number, { from, until }: QuotaWindow, now: Date): Promise<QuotaResult> {
    const _id = JSON.stringify([key, from.getTime()]);
    return this.database.run(async () => {
      const used = (await this.#windows.findOne({ _id }))?.used ?? 0;
      if (used >= limit) return QUOTA_EXHAUSTED;
      if (used === 0 && (await insertIfAbsent(this.#windows, { _id, used: 1, until }))) {
        await this.#deleteExpired(now);
        return { isConsumed: true, remaining: limit - 1 };
      }
      const updated = await this.#windows.findOneAndUpdate(
        { _id, used: { $lt: limit } },
        { $inc: { used: 1 } },
        { returnDocument: "after" },
      );
      return updated ? { isConsumed: true, remaining: limit - updated.used } : QUOTA_EXHAUSTED;
    });
  }

  async #deleteExpired(now: Date): Promise<void> {
    const expiredBefore = new Date(now.getTime() - QUOTA_WINDOW_RETENTION_MS);
    await deleteBatch(this.#windows, { until: { $lte: expiredBefore } }, EXPIRED_WINDOWS_BATCH);
  }
}

interface TokenUsageDocument {
  /** The user's ID. */
  readonly _id: string;
  /** The latest day requested. */
  readonly day: string;
  readonly spent: number;
}

/** One document per user. */
export class MongoTokenBudget implements TokenBudget {
  readonly #usageDocuments: Collection<TokenUsageDocument>;

  constructor(private readonly database: MongoDatabase) {
    this.#usageDocuments = database.collection("tokenBudgets");
  }

  tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean> {
    return this.#update(userId, (current) => {
      const usage = current && current.day >= day ? current : { day, spent: 0 };
      const consumed = usage.spent + tokens;
      return consumed <= budget ? { day: usage.day, spent: consumed } : undefined;
    });
  }

  async adjust(userId: string, day: string, tokens: number): Promise<void> {
    await this.#update(userId, (current) =>
      current?.day === day ? { day, spent: Math.max(0, current.spent + tokens) } : undefined,
    );
  }

  /** @param change returns undefined to keep the current usage. @returns whether the usage was written. */
  #update(
    userId: string,
    change: (current: TokenUsageDocument | undefined) => Omit<TokenUsageDocument, "_id"> | undefined,
  ): Promise<boolean> {
    return this.database.write(`token budget ${userId}`, async (transaction) => {
      const options = toSessionOptions(transaction);
      const next = change((await this.#usageDocuments.findOne({ _id: userId }, options)) ?? undefined);
      if (!next) return false;
      transaction.markWritten();
      await this.#usageDocuments.replaceOne({ _id: userId }, next, { ...options, upsert: true });
      return true;
    });
  }
}
