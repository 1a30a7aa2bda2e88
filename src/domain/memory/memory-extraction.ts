import { Memory } from "./memory.js";

/** The change of one memory: without `before` it is added, without `after` it is removed. */
export type MemoryChange =
  { readonly before?: Memory; readonly after: Memory } | { readonly before: Memory; readonly after?: undefined };

/** Reads the memories of a user that an extraction may affect. */
export interface MemoryLookup {
  /** All memories that refer to the conversation, also in their history (`Memory.conversationIds`). */
  readonly conversationMemories: readonly Memory[];
  findByContent(memory: Memory): Memory | undefined;
  findById(id: string): Memory | undefined;
  /** Whether a memory that had this ID (`Memory.allIds`) was deleted. */
  isDeleted(id: string): boolean;
}

/** The pending changes of a user's memories. Reads return the changed state; nothing is written yet. */
class MemoryChangeSet {
  private readonly entries = new Map<string, { readonly before: Memory | undefined; after: Memory | undefined }>();

  constructor(private readonly lookup: MemoryLookup) {}

  /** The present state of `MemoryLookup.conversationMemories`, without removed ones. */
  get conversationMemories(): Memory[] {
    return this.lookup.conversationMemories.flatMap(({ state }) => this.findById(state.id) ?? []);
  }

  /** The memories that have the conversation as a source, not counting their history. */
  findBySource(conversationId: string): Memory[] {
    return this.conversationMemories.filter((memory) => memory.hasSource(conversationId));
  }

  isDeleted(id: string): boolean {
    return this.lookup.isDeleted(id);
  }

  findById(id: string): Memory | undefined {
    const entry = this.entries.get(id);
    return entry ? entry.after : this.lookup.findById(id);
  }

  findByContent(memory: Memory): Memory | undefined {
    const { contentKey } = memory;
    for (const { after } of this.entries.values()) if (after?.contentKey === contentKey) return after;
    const stored = this.lookup.findByContent(memory);
    return stored && !this.entries.has(stored.state.id) ? stored : undefined;
  }

  put(memory: Memory): void {
    this.set(memory.state.id, memory);
  }

  remove({ state }: Memory): void {
    this.set(state.id, undefined);
  }

  /** Returns the changes in writing order: removals first, so that their contents are free, and additions last. */
  getChanges(): MemoryChange[] {
    const entries = [...this.entries.values()];
    const removed = entries.flatMap(({ before, after }) => (before && !after ? { before } : []));
    const changed = entries.flatMap(({ before, after }) =>
      before && after && after !== before ? { before, after } : [],
    );
    const added = entries.flatMap(({ before, after }) => (!before && after ? { after } : []));
    return [...removed, ...changed, ...added];
  }

  private set(id: string, after: Memory | undefined): void {
    const entry = this.entries.get(id);
    if (entry) entry.after = after;
    else this.entries.set(id, { before: this.lookup.findById(id), after });
  }
}

/**
 * Computes the changes after which `extracted` are the memories extracted from the conversation (decisions 4.13, 5.5,
 * 5.8):
 * - Each extracted memory has the conversation as a source. If the user owns it, it is otherwise unchanged.
 * - A memory that was not extracted again loses the source, unless the user owns it, and is removed when it has no
 *   other source.
 * - A memory that the user deleted is not added again.
 * - An extracted memory that was superseded is updated in the history of its successor.
 *
 * Removals come first.
 * @param extracted each with the conversation as its only source.
 */
export function computeExtractionChanges(
  conversationId: string,
  extracted: readonly Memory[],
  lookup: MemoryLookup,
  now: Date,
): MemoryChange[] {
  const changeSet = new MemoryChangeSet(lookup);
  const candidates = removeDuplicates(extracted.filter(({ state }) => !lookup.isDeleted(state.id)));
  const superseded = updateHistories(changeSet, conversationId, candidates, now);
  const current = candidates.filter((memory) => !superseded.has(memory));
  for (const memory of changeSet.findBySource(conversationId)) {
    const match = current.find((candidate) => isSameFact(memory, candidate, conversationId));
    if (!match && !memory.isUserOwned) removeSource(changeSet, memory, conversationId, now);
    else if (match && memory.hasOnlySource(conversationId) && getSupersededId(match) !== memory.lastSupersededId)
      restoreSuperseded(changeSet, memory);
  }
  const stored = current.map((memory) => ({ memory, id: storeExtracted(changeSet, memory, conversationId) }));
  for (const { memory, id } of stored) applySupersession(changeSet, id, memory, conversationId, now);
  return changeSet.getChanges();
}

/**
 * Returns what `computeExtractionChanges` may request from `MemoryLookup`, so that a store can read it in advance.
 * Memories that these requests return may also be requested by their ID.
 * @param conversationMemories `MemoryLookup.conversationMemories`.
 * @param extracted the extracted memories; none for `computeDetachChanges`.
 * @returns the IDs for `findById` and `isDeleted`, and the memories for `findByContent`.
 */
export function findLookupKeys(
  conversationMemories: readonly Memory[],
  extracted: readonly Memory[],
): { readonly ids: ReadonlySet<string>; readonly contents: readonly Memory[] } {
  const superseded = conversationMemories.flatMap(({ history }) => history.map(({ memory }) => Memory.restore(memory)));
  const supersededIds = extracted.flatMap((memory) => getSupersededId(memory) ?? []);
  const contents = [...superseded, ...extracted];
  return {
    ids: new Set([...[...conversationMemories, ...contents].flatMap(({ allIds }) => allIds), ...supersededIds]),
    contents,
  };
}

/**
 * Computes the changes for a deleted conversation: removes everything that only this conversation supports, also from
 * histories (decisions 4.11, 5.5).
 */
export function computeDetachChanges(conversationId: string, lookup: MemoryLookup, now: Date): MemoryChange[] {
  const changeSet = new MemoryChangeSet(lookup);
  updateHistories(changeSet, conversationId, [], now);
  for (const memory of changeSet.findBySource(conversationId)) removeSource(changeSet, memory, conversationId, now);
  return changeSet.getChanges();
}

/**
 * Updates histories that refer to the conversation.
 * @returns the candidates that were superseded and stay so.
 */
function updateHistories(
  changeSet: MemoryChangeSet,
  conversationId: string,
  candidates: readonly Memory[],
  now: Date,
): ReadonlySet<Memory> {
  const superseded = new Set<Memory>();
  for (const superseding of changeSet.conversationMemories) {
    const updated = superseding.mapHistory((fact) => {
      if (!fact.hasSource(conversationId)) return fact;
      const match = candidates.find((candidate) => isSameFact(fact, candidate, conversationId));
      if (!match) return fact.removeSource(conversationId, now);
      superseded.add(match);
      return mergeExtracted(fact, match);
    });
    changeSet.put(updated);
  }
  return superseded;
}

/** Removes the source. A memory without any source is removed, and the memory that it superseded last is restored. */
function removeSource(changeSet: MemoryChangeSet, memory: Memory, conversationId: string, now: Date): void {
  const remaining = memory.removeSource(conversationId, now);
  if (remaining) {
    changeSet.put(remaining);
    return;
  }
  changeSet.remove(memory);
  reinstate(changeSet, memory.releaseSuperseded().restored);
}

function restoreSuperseded(changeSet: MemoryChangeSet, superseding: Memory): void {
  const { memory, restored } = superseding.releaseSuperseded();
  changeSet.put(memory);
  reinstate(changeSet, restored);
}

/** Restores a superseded memory, or merges it into a memory with the same content (decision 5.5). */
function reinstate(changeSet: MemoryChangeSet, superseded: Memory | undefined): void {
  const restored = superseded && assignUndeletedId(changeSet, superseded);
  if (!restored) return;
  const existing = changeSet.findByContent(restored) ?? changeSet.findById(restored.state.id);
  changeSet.put(existing ? existing.merge(restored) : restored);
}

/**
 * Gives the memory the first of its IDs that is not deleted: another conversation may have extracted it under another
 * ID. Undefined when all are deleted.
 */
function assignUndeletedId(changeSet: MemoryChangeSet, { state }: Memory): Memory | undefined {
  const candidateIds = [state.id, ...state.sources.map(({ foundAs }) => foundAs)];
  const id = candidateIds.find((candidateId) => !changeSet.isDeleted(candidateId));
  return id === undefined ? undefined : Memory.restore({ ...state, id });
}

/** Adds the memory, or merges it into an existing one. @returns the ID of the stored memory. */
function storeExtracted(changeSet: MemoryChangeSet, memory: Memory, conversationId: string): string {
  const existing =
    changeSet.findByContent(memory) ??
    changeSet.findBySource(conversationId).find((candidate) => isSameFact(candidate, memory, conversationId)) ??
    changeSet.findById(memory.state.id);
  const next = existing ? mergeExtracted(existing, memory) : memory;
  changeSet.put(next);
  return next.state.id;
}

/**
 * Supersedes the memory that `extracted` names, if the rules still permit it: the named memory may have changed since
 * the summariser saw it.
 */
function applySupersession(
  changeSet: MemoryChangeSet,
  id: string,
  extracted: Memory,
  conversationId: string,
  now: Date,
): void {
  const supersededId = getSupersededId(extracted);
  const superseding = changeSet.findById(id);
  const superseded = supersededId === undefined ? undefined : changeSet.findById(supersededId);
  if (!superseding || !superseded || !superseding.hasOnlySource(conversationId)) return;
  // A memory does not contradict its own conversation.
  if (superseded.hasSource(conversationId) || !superseding.canSupersede(superseded, extracted.state.createdAt)) return;
  changeSet.remove(superseded);
  changeSet.put(superseding.supersede(superseded, now));
}

const getSupersededId = (extracted: Memory): string | undefined => extracted.state.sources[0]?.supersedes;

/** Whether both are the same fact of the conversation, even if the user or another conversation changed the wording. */
function isSameFact(memory: Memory, extracted: Memory, conversationId: string): boolean {
  return (
    memory.contentKey === extracted.contentKey ||
    memory.state.sources.some(
      (source) => source.conversationId === conversationId && source.foundAs === extracted.state.id,
    )
  );
}

/**
 * Merges an extracted memory into an existing one: updates the content if only this conversation supports it, otherwise
 * adds only the source.
 */
function mergeExtracted(existing: Memory, extracted: Memory): Memory {
  const [source] = extracted.state.sources;
  if (!source) return existing;
  if (existing.hasOnlySource(source.conversationId)) return existing.updateContent(extracted);
  return existing.isUserOwned && existing.hasSource(source.conversationId) ? existing : existing.addSource(source);
}

/** Keeps the first memory of each content. */
function removeDuplicates(memories: readonly Memory[]): Memory[] {
  const byContent = new Map<string, Memory>();
  for (const memory of memories) if (!byContent.has(memory.contentKey)) byContent.set(memory.contentKey, memory);
  return [...byContent.values()];
}
