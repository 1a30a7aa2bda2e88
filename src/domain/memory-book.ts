import type { Memory } from "./memory.js";

/** What becomes of one memory: one without `before` is new, one without `after` goes. */
export type MemoryChange =
  { readonly before?: Memory; readonly after: Memory } | { readonly before: Memory; readonly after?: undefined };

/** A user's memories, as far as an extraction has to do with them. */
export interface KnownMemories {
  /** All that hold words of the conversation, in their history too (`Memory.conversationIds`). */
  readonly ofConversation: readonly Memory[];
  byContent(memory: Memory): Memory | undefined;
  byId(id: string): Memory | undefined;
  /** Whether a memory of this id, or one that went by it, was deleted. */
  isDeleted(id: string): boolean;
}

/** A user's memories as they become, step by step, while none is written yet. */
export class MemoryBook {
  private readonly entries = new Map<string, { readonly before: Memory | undefined; after: Memory | undefined }>();

  constructor(private readonly known: KnownMemories) {}

  /** As they are now: those that there were. */
  get ofConversation(): Memory[] {
    return this.known.ofConversation.flatMap(({ state }) => this.byId(state.id) ?? []);
  }

  /** Those that have it among their own sources. */
  saidBy(conversationId: string): Memory[] {
    return this.ofConversation.filter((memory) => memory.hasSource(conversationId));
  }

  isDeleted(id: string): boolean {
    return this.known.isDeleted(id);
  }

  byId(id: string): Memory | undefined {
    const entry = this.entries.get(id);
    return entry ? entry.after : this.known.byId(id);
  }

  byContent(memory: Memory): Memory | undefined {
    const { contentKey } = memory;
    for (const { after } of this.entries.values()) if (after?.contentKey === contentKey) return after;
    const found = this.known.byContent(memory);
    return found && !this.entries.has(found.state.id) ? found : undefined;
  }

  put(after: Memory): void {
    this.set(after.state.id, after);
  }

  remove({ state }: Memory): void {
    this.set(state.id, undefined);
  }

  /** Those that go first, so that their contents are free, and those that are new last. */
  changes(): MemoryChange[] {
    const entries = [...this.entries.values()];
    const gone = entries.flatMap(({ before, after }) => (before && !after ? { before } : []));
    const changed = entries.flatMap(({ before, after }) =>
      before && after && after !== before ? { before, after } : [],
    );
    const added = entries.flatMap(({ before, after }) => (!before && after ? { after } : []));
    return [...gone, ...changed, ...added];
  }

  private set(id: string, after: Memory | undefined): void {
    const entry = this.entries.get(id);
    if (entry) entry.after = after;
    else this.entries.set(id, { before: this.known.byId(id), after });
  }
}
