import type { Collection } from "mongodb";
import type { AcquireOptions, DistributedSemaphore } from "../../ports/driven/distributed-semaphore.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";

/** All queries use the ID. */
export const semaphoreIndexes: readonly IndexDefinition[] = [];

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

/** One document per semaphore, with the queue of its holders. */
export class MongoDistributedSemaphore implements DistributedSemaphore {
  readonly #queues: Collection<Queue>;

  constructor(private readonly database: Database) {
    this.#queues = database.collection("semaphores");
  }

  async acquire(line: string, holder: string, { limit, now, leaseMs }: AcquireOptions): Promise<boolean> {
    const own: Position = { holder, until: new Date(now.getTime() + leaseMs) };
    const positions = await this.#update(line, (current) => {
      const live = selectLive(current, now);
      const index = indexOf(holder, live);
      return index < 0 ? [...live, own] : live.with(index, own);
    });
    return indexOf(holder, positions) < limit;
  }

  async isHeld(line: string, holder: string, { limit, now }: Pick<AcquireOptions, "limit" | "now">): Promise<boolean> {
    const queue = await this.database.read(() => this.#queues.findOne({ _id: line }));
    const index = indexOf(holder, selectLive(queue?.positions ?? [], now));
    return index >= 0 && index < limit;
  }

  async release(line: string, holder: string): Promise<void> {
    await this.#update(line, (current) => current.filter((position) => position.holder !== holder));
  }

  #update(line: string, change: (current: readonly Position[]) => readonly Position[]): Promise<readonly Position[]> {
    return this.database.write(`semaphore ${line}`, async (transaction) => {
      const options = optionsOf(transaction);
      const positions = change((await this.#queues.findOne({ _id: line }, options))?.positions ?? []);
      transaction.noteWrite();
      if (positions.length > 0)
        await this.#queues.replaceOne({ _id: line }, { positions }, { ...options, upsert: true });
      else await this.#queues.deleteOne({ _id: line }, options);
      return positions;
    });
  }
}

function selectLive(positions: readonly Position[], now: Date): readonly Position[] {
  return positions.filter(({ until }) => until > now);
}

function indexOf(holder: string, positions: readonly Position[]): number {
  return positions.findIndex((position) => position.holder === holder);
}
