import { Memory } from "./memory.js";

/** What becomes of one memory: one without `before` is new, one without `after` goes. */
export type MemoryChange =
  { readonly before?: Memory; readonly after: Memory } | { readonly before: Memory; readonly after?: undefined };

/** A user's memories, as far as an extraction has to do with them. */
export interface KnownMemories {
  /** All that have the conversation among their sources. */
  readonly ofConversation: readonly Memory[];
  byContent(memory: Memory): Memory | undefined;
  byId(id: string): Memory | undefined;
  /** Whether a memory of this id, or one that went by it, was deleted. */
  isBuried(id: string): boolean;
}

/**
 * What is to be done so that `found` are the memories extracted from the conversation (decisions 4.13, 5.5, 5.8): each
 * has it among its sources; what the user has made theirs stays as it is; what was not found again loses the source, and
 * goes when it has no other; what the user deleted does not come back. Those that go come first.
 * @param found each with the conversation as its only source.
 */
export function extractionChanges(
  conversationId: string,
  found: readonly Memory[],
  known: KnownMemories,
  now: Date,
): MemoryChange[] {
  const wanted = found.filter(({ state }) => !known.isBuried(state.id));
  const stale = known.ofConversation.filter(
    (memory) => !memory.isTheUsers && !wanted.some((each) => isSame(memory, each, conversationId)),
  );
  const lost = stale.map((before) => changeOf(before, before.loseSource(conversationId, now)));
  const kept = new Map<string, MemoryChange>();
  for (const memory of wanted) {
    if (kept.has(memory.contentKey)) continue;
    const before =
      known.byContent(memory) ??
      known.ofConversation.find((each) => isSame(each, memory, conversationId)) ??
      known.byId(memory.state.id);
    kept.set(memory.contentKey, before ? { before, after: foundAgain(before, memory) } : { after: memory });
  }
  return [...lost, ...kept.values()].filter(({ before, after }) => before !== after);
}

/** What is to be done when the conversation goes (decisions 4.11, 5.5). */
export function releaseChanges(conversationId: string, known: readonly Memory[], now: Date): MemoryChange[] {
  return known.map((before) => changeOf(before, before.loseSource(conversationId, now)));
}

const changeOf = (before: Memory, after: Memory | undefined): MemoryChange => (after ? { before, after } : { before });

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
  const isKnown = before.hasSource(source.conversationId);
  if (before.isTheUsers) return isKnown ? before : before.addSource(source);
  const isItsOwn = isKnown && before.state.sources.length === 1;
  if (!isItsOwn) return before.addSource(source);
  const { id, createdAt } = before.state;
  return Memory.restore({ ...found.state, id, createdAt });
}
