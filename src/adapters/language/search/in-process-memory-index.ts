import type { Embedder } from "../../../ports/driven/embedder.js";
import type { MemoryFeed, SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { MemoryHit, MemoryIndex } from "../../../ports/driven/memory-index.js";
import { giveWay, isHoldingUp } from "../text/give-way.js";
import { follow } from "./following.js";
import { IndexRoom } from "./index-room.js";
import { prepareReading, read, type ReadText } from "./reading.js";
import type { SparseVector } from "./sparse-vector.js";
import { tidied } from "./tidying.js";
import { UserIndex } from "./user-index.js";
import { UserIndexes } from "./user-indexes.js";
import type { VectorSource } from "./vector-source.js";

/** For how many memories vectors are asked at once. */
const SLICE = 50;

/** One user's. */
class HeldMemories {
  index: UserIndex;
  mark: string | undefined;

  constructor(private readonly dimensions: number | undefined) {
    this.index = new UserIndex(dimensions);
  }

  get bytes(): number {
    return this.index.bytes;
  }

  clear(): void {
    this.index = new UserIndex(this.dimensions);
  }
}

/** Search over memories by an index a user in this process: see `UserIndexes`. */
export class InProcessMemoryIndex implements MemoryIndex {
  readonly #indexes: UserIndexes<HeldMemories>;

  /** @param room what it shares with other indexes. */
  constructor(
    private readonly feed: MemoryFeed,
    private readonly embedder: Embedder,
    private readonly vectors: VectorSource,
    private readonly room: IndexRoom = new IndexRoom(),
  ) {
    prepareReading();
    this.#indexes = new UserIndexes(
      room,
      () => new HeldMemories(this.embedder.dimensions),
      (userId, held) => this.#bringUpToDate(userId, held),
    );
  }

  /** What all indexes take that share the room, in bytes, about. */
  get bytes(): number {
    return this.room.bytes;
  }

  /** How many users have an index now. */
  get users(): number {
    return this.#indexes.size;
  }

  async search(userId: string, query: string, limit: number): Promise<readonly MemoryHit[]> {
    const text = read(query);
    const vector = await this.vectors.ofQuery(text);
    return this.#indexes.use(userId, async ({ index }) => {
      await giveWay();
      return index.search(text, vector, limit, this.room.scratch);
    });
  }

  #bringUpToDate(userId: string, held: HeldMemories): Promise<void> {
    return follow(this.feed, userId, held.mark, {
      begin: () => this.#begin(userId, held),
      letGo: (ids) => this.#letGo(userId, held, ids),
      takeIn: (present) => this.#takeIn(userId, held, present),
      settle: async (mark) => {
        await tidied(held.index);
        this.#indexes.weigh(userId, held);
        held.mark = mark;
      },
    });
  }

  async #begin(userId: string, held: HeldMemories): Promise<void> {
    const { ids } = held.index;
    held.clear();
    if (ids.length > 0) await this.vectors.forget(userId, ids);
  }

  async #letGo(userId: string, { index }: HeldMemories, gone: readonly string[]): Promise<void> {
    for (const id of gone) {
      index.remove(id);
      if (isHoldingUp()) await giveWay();
    }
    if (gone.length > 0) await this.vectors.forget(userId, gone);
  }

  async #takeIn(userId: string, held: HeldMemories, present: readonly SearchableMemory[]): Promise<void> {
    const { index } = held;
    for (let i = 0; i < present.length; i += SLICE) {
      const slice: (SearchableMemory & ReadText)[] = [];
      for (const { id, content } of present.slice(i, i + SLICE)) {
        const text = { id, ...read(content) };
        index.put(id, text);
        slice.push(text);
        if (isHoldingUp()) await giveWay();
      }
      // They are there by now, so that no vector comes too early.
      const vectors = await this.vectors.of(userId, slice, (id, vector) => this.#embed(userId, id, vector));
      slice.forEach(({ id }, at) => index.embed(id, vectors[at]));
      await this.#indexes.makeRoom(userId, held);
    }
  }

  /** In the index that the user has by then, if any: whoever waits for a vector keeps none in memory. */
  #embed(userId: string, id: string, vector: SparseVector): void {
    const held = this.#indexes.find(userId);
    if (!held) return;
    held.index.embed(id, vector);
    this.#indexes.weigh(userId, held);
  }
}
