import { createDeletedMeanwhileError, notFound } from "../../domain/errors.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import { Memory, type MemoryPatch } from "../../domain/memory/memory.js";
import { checkNewMemories, checkNewMemory, type NewMemory } from "../../domain/memory/new-memory.js";
import type { SupersededFact } from "../../domain/memory/memory-state.js";
import type {
  MemoryUpsertResult,
  MemoryClassifier,
  MemoryRepository,
  PageRequest,
  MemoryFilter,
} from "../../ports/driven/index.js";
import type {
  RequestContext,
  MemoryBatchResult,
  MemoryUseCases,
  Page,
  FilteredListQuery,
} from "../../ports/driving/index.js";
import { deleteOnce } from "../deletion.js";
import type { IdempotencyService } from "../idempotency/idempotency-service.js";
import { readPage } from "../read-page.js";

export class Memories implements MemoryUseCases {
  constructor(
    private readonly memories: MemoryRepository,
    private readonly classifier: MemoryClassifier,
    private readonly idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">,
  ) {}

  async list(
    { userId }: RequestContext,
    { filter, page: pageRequest, includeTotal }: FilteredListQuery<MemoryFilter>,
  ): Promise<Page<Memory>> {
    const listing = {
      list: (range: PageRequest) => this.memories.list(userId, filter, range),
      count: () => this.memories.count(userId, filter),
    };
    return readPage(listing, pageRequest, includeTotal);
  }

  async get({ userId }: RequestContext, id: string): Promise<Memory> {
    return requireMemory(await this.memories.get(userId, id));
  }

  async getHistory(context: RequestContext, id: string): Promise<readonly SupersededFact[]> {
    return (await this.get(context, id)).history;
  }

  async create(context: RequestContext, input: NewMemory): Promise<Memory> {
    checkNewMemory(input);
    const [addition] = await this.add(context, [input]);
    return requireMemory(addition?.memory);
  }

  async createBatch(context: RequestContext, inputs: readonly NewMemory[]): Promise<MemoryBatchResult> {
    checkNewMemories(inputs);
    if (inputs.length === 0) return { memories: [], createdCount: 0 };
    const additions = await this.add(context, inputs);
    return {
      memories: additions.map(({ memory }) => memory),
      createdCount: additions.filter(({ outcome }) => outcome === "added").length,
    };
  }

  async update({ userId, now, idempotency }: RequestContext, id: string, patch: MemoryPatch): Promise<Memory> {
    Memory.checkPatch(patch);
    const edit = (memory: Memory) => memory.edit(patch, now);
    const updated = await this.memories.update(userId, id, (current) =>
      applyOnce(Memory, current, idempotency?.idempotencyId, edit),
    );
    return requireMemory(updated);
  }

  async restore({ userId, now }: RequestContext, id: string): Promise<Memory> {
    const restored = await this.memories.restore(userId, id, now);
    return restored ?? requireMemory(await this.memories.get(userId, id));
  }

  async delete(context: RequestContext, id: string): Promise<void> {
    if (!(await deleteOnce(context, id, this.memories, this.idempotencyService))) throw memoryNotFound();
  }

  private async add({ userId, now, ids }: RequestContext, inputs: readonly NewMemory[]): Promise<MemoryUpsertResult[]> {
    const newEntries = inputs.map((input) => ({ input, id: ids.generate() }));
    const memories = await Promise.all(
      newEntries.map(async ({ input, id }) => {
        const category = input.category ?? (await this.classifier.classify(input.content));
        return Memory.create(input, { id, userId, category, now });
      }),
    );
    const additions = await this.memories.addOrGet(userId, memories, (existing, input) =>
      // Content that the user enters becomes the user's own, also if it was extracted before (decision 5.5). A memory
      // that an earlier attempt of this request added stays as it is, with the changes made since.
      existing.state.id === input.state.id ? existing : existing.markUserOwned(now),
    );
    if (additions.some(({ outcome }) => outcome === "deleted")) throw createDeletedMeanwhileError();
    // A memory that an earlier attempt of this request added counts as added.
    return additions.map((addition, index) =>
      addition.memory.state.id === newEntries[index]?.id ? { ...addition, outcome: "added" } : addition,
    );
  }
}

function requireMemory(memory: Memory | undefined): Memory {
  if (!memory) throw memoryNotFound();
  return memory;
}

const memoryNotFound = () => notFound("Memory");
