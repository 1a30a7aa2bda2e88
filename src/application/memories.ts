import { deletedSince, notFound } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import { Memory, type MemoryPatch, type NewMemory, type SupersededFact } from "../domain/memory.js";
import type { MemoryUpsertResult, MemoryClassifier, MemoryRepository, PageRequest } from "../ports/driven/index.js";
import type { Call, ListMemories, MemoriesCreated, MemoryUseCases, Page } from "../ports/driving/index.js";
import { deleteOnce } from "./deletion.js";
import type { KeyedCalls } from "./keyed-calls.js";
import { readPage } from "./page.js";

export class Memories implements MemoryUseCases {
  constructor(
    private readonly memories: MemoryRepository,
    private readonly classifier: MemoryClassifier,
    private readonly answers: Pick<KeyedCalls, "forget">,
  ) {}

  async list({ userId }: Call, { filter, page: stretch, withTotal }: ListMemories): Promise<Page<Memory>> {
    const listing = {
      list: (part: PageRequest) => this.memories.list(userId, filter, part),
      count: () => this.memories.count(userId, filter),
    };
    return readPage(listing, stretch, withTotal);
  }

  async get({ userId }: Call, id: string): Promise<Memory> {
    return present(await this.memories.get(userId, id));
  }

  async history(call: Call, id: string): Promise<readonly SupersededFact[]> {
    return (await this.get(call, id)).history;
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

  async update({ userId, now, keyed }: Call, id: string, patch: MemoryPatch): Promise<Memory> {
    Memory.checkPatch(patch);
    const edit = (memory: Memory) => memory.edit(patch, now);
    const after = await this.memories.update(userId, id, (before) => changeOnce(Memory, before, keyed?.callId, edit));
    return present(after);
  }

  async restore({ userId, now }: Call, id: string): Promise<Memory> {
    const restored = await this.memories.restore(userId, id, now);
    return restored ?? present(await this.memories.get(userId, id));
  }

  async delete(call: Call, id: string): Promise<void> {
    if (!(await deleteOnce(call, id, this.memories, this.answers))) throw memoryNotFound();
  }

  private async add({ userId, now, ids }: Call, inputs: readonly NewMemory[]): Promise<MemoryUpsertResult[]> {
    const births = inputs.map((input) => ({ input, id: ids.fresh() }));
    const memories = await Promise.all(
      births.map(async ({ input, id }) => {
        const category = input.category ?? (await this.classifier.categoryOf(input.content));
        return Memory.create(input, { id, userId, category, now });
      }),
    );
    const additions = await this.memories.addOrGet(userId, memories, (existing, given) =>
      // Decision 5.5: what the user says is theirs, whoever said it first. What an earlier try of this call has added
      // is said already, and what they made of it since stays.
      existing.state.id === given.state.id ? existing : existing.adopt(now),
    );
    if (additions.some(({ outcome }) => outcome === "deleted")) throw deletedSince();
    // What an earlier try of this call has added was added by it.
    return additions.map((addition, index) =>
      addition.memory.state.id === births[index]?.id ? { ...addition, outcome: "added" } : addition,
    );
  }
}

function present(memory: Memory | undefined): Memory {
  if (!memory) throw memoryNotFound();
  return memory;
}

const memoryNotFound = () => notFound("Memory");
