import { MemoryBook, type KnownMemories, type MemoryChange } from "./memory-book.js";
import { Memory } from "./memory.js";

/**
 * What is to be done so that `found` are the memories extracted from the conversation (decisions 4.13, 5.5, 5.8): each
 * has it among its sources; what the user has made theirs stays as it is; what was not found again loses the source, and
 * goes when it has no other; what the user deleted does not come back. What something newer has superseded is found
 * again in its history. Those that go come first.
 * @param found each with the conversation as its only source.
 */
export function extractionChanges(
  conversationId: string,
  found: readonly Memory[],
  known: KnownMemories,
  now: Date,
): MemoryChange[] {
  const book = new MemoryBook(known);
  const wanted = distinct(found.filter(({ state }) => !known.isDeleted(state.id)));
  const former = renewHistories(book, conversationId, wanted, now);
  const present = wanted.filter((memory) => !former.has(memory));
  for (const memory of book.saidBy(conversationId)) {
    const again = present.find((each) => isSame(memory, each, conversationId));
    if (!again && !memory.isTheUsers) withdraw(book, memory, conversationId, now);
    else if (again && memory.isOnlySaidBy(conversationId) && claimOf(again) !== memory.lastSuperseded)
      giveBack(book, memory);
  }
  const kept = present.map((memory) => ({ memory, id: keep(book, memory, conversationId) }));
  for (const { memory, id } of kept) supersede(book, id, memory, conversationId, now);
  return book.changes();
}

/**
 * Says what `extractionChanges` may ask `KnownMemories` for, so that a store can read it in advance. Memories that these
 * questions return may also be asked for by their ID.
 * @param own `KnownMemories.ofConversation`.
 * @param found the extracted memories; none for `releaseChanges`.
 * @returns the IDs for `byId` and `isDeleted`, and the memories for `byContent`.
 */
export function findLookupKeys(
  own: readonly Memory[],
  found: readonly Memory[],
): { readonly ids: ReadonlySet<string>; readonly contents: readonly Memory[] } {
  const former = own.flatMap(({ history }) => history.map(({ memory }) => Memory.restore(memory)));
  const claims = found.flatMap((memory) => claimOf(memory) ?? []);
  const contents = [...former, ...found];
  return { ids: new Set([...[...own, ...contents].flatMap(({ names }) => names), ...claims]), contents };
}

/** What is to be done when the conversation goes (decisions 4.11, 5.5): none of its words stay, in no history either. */
export function releaseChanges(conversationId: string, known: KnownMemories, now: Date): MemoryChange[] {
  const book = new MemoryBook(known);
  renewHistories(book, conversationId, [], now);
  for (const memory of book.saidBy(conversationId)) withdraw(book, memory, conversationId, now);
  return book.changes();
}

/** @returns those of `wanted` that something newer had superseded, and that stay so. */
function renewHistories(
  book: MemoryBook,
  conversationId: string,
  wanted: readonly Memory[],
  now: Date,
): ReadonlySet<Memory> {
  const former = new Set<Memory>();
  for (const holder of book.ofConversation) {
    const renewed = holder.changeHistory((fact) => {
      if (!fact.hasSource(conversationId)) return fact;
      const again = wanted.find((each) => isSame(fact, each, conversationId));
      if (!again) return fact.loseSource(conversationId, now);
      former.add(again);
      return foundAgain(fact, again);
    });
    book.put(renewed);
  }
  return former;
}

/** What nobody says any more goes, and what it had superseded comes back. */
function withdraw(book: MemoryBook, memory: Memory, conversationId: string, now: Date): void {
  const after = memory.loseSource(conversationId, now);
  if (after) {
    book.put(after);
    return;
  }
  book.remove(memory);
  comeBack(book, memory.relinquish().back);
}

function giveBack(book: MemoryBook, holder: Memory): void {
  const { memory, back } = holder.relinquish();
  book.put(memory);
  comeBack(book, back);
}

/** As it was; one with what says the same meanwhile (decision 5.5). */
function comeBack(book: MemoryBook, former: Memory | undefined): void {
  const back = former && survivorOf(book, former);
  if (!back) return;
  const holder = book.byContent(back) ?? book.byId(back.state.id);
  book.put(holder ? holder.absorb(back) : back);
}

/** By a name that the user has not deleted, for another conversation may have said it again; undefined by none. */
function survivorOf(book: MemoryBook, { state }: Memory): Memory | undefined {
  const names = [state.id, ...state.sources.map(({ foundAs }) => foundAs)];
  const id = names.find((name) => !book.isDeleted(name));
  return id === undefined ? undefined : Memory.restore({ ...state, id });
}

/** @returns the id of what says it from now on. */
function keep(book: MemoryBook, memory: Memory, conversationId: string): string {
  const before =
    book.byContent(memory) ??
    book.saidBy(conversationId).find((each) => isSame(each, memory, conversationId)) ??
    book.byId(memory.state.id);
  const after = before ? foundAgain(before, memory) : memory;
  book.put(after);
  return after.state.id;
}

/** A claim is held to the rules when it is written: what it names may have changed since a summariser saw it. */
function supersede(book: MemoryBook, id: string, found: Memory, conversationId: string, now: Date): void {
  const claim = claimOf(found);
  const holder = book.byId(id);
  const old = claim === undefined ? undefined : book.byId(claim);
  if (!holder || !old || !holder.isOnlySaidBy(conversationId)) return;
  // What the conversation says itself it does not contradict.
  if (old.hasSource(conversationId) || !holder.maySupersede(old, found.state.createdAt)) return;
  book.remove(old);
  book.put(holder.supersede(old, now));
}

const claimOf = (found: Memory): string | undefined => found.state.sources[0]?.supersedes;

/** Whether it is what the conversation has said, though the user or another conversation may word it otherwise. */
function isSame(memory: Memory, found: Memory, conversationId: string): boolean {
  return (
    memory.contentKey === found.contentKey ||
    memory.state.sources.some((source) => source.conversationId === conversationId && source.foundAs === found.state.id)
  );
}

/** Nothing but a source is added to what others say too; what only this conversation says, it may say better. */
function foundAgain(before: Memory, found: Memory): Memory {
  const [source] = found.state.sources;
  if (!source) return before;
  if (before.isOnlySaidBy(source.conversationId)) return before.restate(found);
  return before.isTheUsers && before.hasSource(source.conversationId) ? before : before.addSource(source);
}

/** The first of those that say the same. */
function distinct(found: readonly Memory[]): Memory[] {
  const byContent = new Map<string, Memory>();
  for (const memory of found) if (!byContent.has(memory.contentKey)) byContent.set(memory.contentKey, memory);
  return [...byContent.values()];
}
