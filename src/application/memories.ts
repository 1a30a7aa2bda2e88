import { notFound } from "../domain/errors.js";
import { Memory, type MemoryPatch, type NewMemory } from "../domain/memory.js";
import type { MemoryAddition, MemoryClassifier, MemoryRepository } from "../ports/driven/index.js";
import type { Call, ListMemories, MemoriesCreated, MemoryUseCases, Page } from "../ports/driving/index.js";

export class Memories implements MemoryUseCases {
  constructor(
    private readonly memories: MemoryRepository,
    private readonly classifier: MemoryClassifier,
  ) {}

  async list({ userId }: Call, { filter, stretch, withTotal }: ListMemories): Promise<Page<Memory>> {
    // One more than asked for tells whether there is a next page.
    const [found, total] = await Promise.all([
      this.memories.list(userId, filter, { ...stretch, limit: stretch.limit + 1 }),
      withTotal ? this.memories.count(userId, filter) : null,
    ]);
    const items = found.slice(0, stretch.limit);
    const last = items.at(-1);
    return { items, next: last && found.length > items.length ? last.sortKey : null, total };
  }

  async get({ userId }: Call, id: string): Promise<Memory> {
    return present(await this.memories.get(userId, id));
  }

  async create(call: Call, input: NewMemory): Promise<Memory> {
    Memory.checkNew(input);
    const [addition] = await this.add(call, [input]);
    return present(addition?.memory);
  }

  async createBatch(call: Call, inputs: readonly NewMemory[]): Promise<MemoriesCreated> {
    Memory.checkBatch(inputs);
    if (inputs.length === 0) return { memories: [], createdCount: 0 };
    const additions = await this.add(call, inputs);
    return {
      memories: additions.map(({ memory }) => memory),
      createdCount: additions.filter(({ outcome }) => outcome === "added").length,
    };
  }

  async update({ userId, now }: Call, id: string, patch: MemoryPatch): Promise<Memory> {
    Memory.checkPatch(patch);
    return present(await this.memories.update(userId, id, (before) => before.edit(patch, now)));
  }

  async delete({ userId }: Call, id: string): Promise<void> {
    if (!(await this.memories.bury(userId, id))) throw memoryNotFound();
  }

  private async add({ userId, now, ids }: Call, inputs: readonly NewMemory[]): Promise<MemoryAddition[]> {
    const births = inputs.map((input) => ({ input, id: ids.fresh() }));
    const memories = await Promise.all(
      births.map(async ({ input, id }) => {
        const category = input.category ?? (await this.classifier.categoryOf(input.content));
        return Memory.create(input, { id, userId, category, now });
      }),
    );
    // Decision 5.5: what the user says is theirs, whoever said it first.
    return this.memories.addOrGet(userId, memories, (existing) => existing.adopt(now));
  }
}

function present(memory: Memory | undefined): Memory {
  if (!memory) throw memoryNotFound();
  return memory;
}

const memoryNotFound = () => notFound("Memory");
