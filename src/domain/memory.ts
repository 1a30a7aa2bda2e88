import type { DigestMemory } from "./digest.js";
import { broken, DomainError } from "./errors.js";
import { folded } from "./folded-text.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { memoryBatch, memoryContent, memoryTags } from "./limits.js";
import type { MemoryCategory } from "./memory-category.js";
import { ensure, ensureEach } from "./rules.js";
import { descending } from "./sort-key.js";
import { isBlank } from "./white-space.js";

/** Contract 2.7. */
export const visibilities = ["public", "private"] as const;
export type Visibility = (typeof visibilities)[number];

/** A conversation that says it. */
export interface MemorySource {
  readonly conversationId: string;
  /** Where it was said. */
  readonly segmentIds: readonly string[];
  /** The id that this conversation gives it: the memory's own, unless another had said it before. */
  readonly foundAs: string;
  /** The id of the memory that this conversation contradicts by it (decision 5.8); absent when none. */
  readonly supersedes?: string;
}

/** What was taken for true until something newer took its place (decision 5.8). */
export interface SupersededFact {
  /** As it was, and as it comes back when what took its place goes. */
  readonly memory: FactState;
  readonly supersededAt: Date;
}

/** A memory without its history. */
export interface FactState extends KeyedChanges {
  readonly id: string;
  readonly userId: string;
  readonly content: string;
  readonly category: MemoryCategory;
  readonly tags: readonly string[];
  readonly visibility: Visibility;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether the user changed its words. */
  readonly edited: boolean;
  readonly manuallyAdded: boolean;
  /** Whether the user has had it in hand: wrote it, changed it, accepted or rejected it. */
  readonly reviewed: boolean;
  /** False for one that the user rejected; null while they have said nothing. */
  readonly userReview: boolean | null;
  /** One a conversation; none for what nobody but the user has said. */
  readonly sources: readonly MemorySource[];
}

export interface MemoryState extends FactState {
  /** Its history, oldest first: each took the place of those before it. Absent without any. */
  readonly superseded?: readonly SupersededFact[];
}

export interface NewMemory {
  readonly content: string;
  readonly tags?: readonly string[];
  /** Any text: what is no visibility is a broken rule (decision 5.2). */
  readonly visibility?: string;
  /** Absent or null when it is to be found out. */
  readonly category?: MemoryCategory | null;
}

/** A `null` leaves the field as it is (decision 2.4). */
export interface MemoryPatch {
  readonly content?: string | null;
  readonly tags?: readonly string[] | null;
  readonly visibility?: Visibility | null;
  readonly category?: MemoryCategory | null;
  /** False rejects it: it is listed and found no more (decisions 5.1, 5.6). */
  readonly userReview?: boolean | null;
}

/** Decision 5.3: what says more about a person weighs more. */
const weights: Readonly<Record<MemoryCategory, number>> = {
  core: 900,
  manual: 850,
  work: 800,
  lifestyle: 750,
  habits: 700,
  hobbies: 650,
  skills: 600,
  interests: 550,
  learnings: 500,
  workflow: 450,
  interesting: 400,
  auto: 300,
  other: 200,
  system: 100,
};

/** Something worth knowing about the user. Contract 2.7, decisions 5. */
export class Memory {
  private constructor(readonly state: MemoryState) {}

  /** What the user writes themselves. @throws DomainError `invalid`, as `checkNew`. */
  static create(input: NewMemory, birth: { id: string; userId: string; category: MemoryCategory; now: Date }): Memory {
    const visibility = Memory.checkNew(input);
    return new Memory({
      id: birth.id,
      userId: birth.userId,
      content: input.content,
      category: birth.category,
      tags: input.tags ?? [],
      visibility,
      createdAt: birth.now,
      updatedAt: birth.now,
      edited: false,
      manuallyAdded: true,
      reviewed: true,
      userReview: true,
      sources: [],
    });
  }

  /** @throws DomainError `invalid` when the content breaks its limit. */
  static extracted(
    found: DigestMemory,
    birth: { id: string; userId: string; conversationId: string; saidAt: Date; now: Date },
  ): Memory {
    ensure({ content: memoryContent }, found);
    return new Memory({
      id: birth.id,
      userId: birth.userId,
      content: found.content,
      category: found.category,
      tags: [],
      visibility: "private",
      createdAt: birth.saidAt,
      updatedAt: birth.now,
      edited: false,
      manuallyAdded: false,
      reviewed: false,
      userReview: null,
      sources: [
        {
          conversationId: birth.conversationId,
          segmentIds: found.segmentIds,
          foundAs: birth.id,
          ...(found.supersedes === undefined ? {} : { supersedes: found.supersedes }),
        },
      ],
    });
  }

  static restore(state: MemoryState): Memory {
    return new Memory(state);
  }

  /** The rules of a new memory (decisions 2.2, 5.2). @throws DomainError `invalid`. @returns its visibility. */
  static checkNew(input: NewMemory): Visibility {
    ensure(limits, limited(input));
    if (isBlank(input.content)) throw contentBlank();
    return visibilityOf(input.visibility);
  }

  /**
   * The rules of new memories that come together (decisions 2.2, 5.4).
   * @throws DomainError `invalid`, naming by its index which of them breaks a limit.
   */
  static checkBatch(inputs: readonly NewMemory[]): void {
    ensureEach(limits, inputs.map(limited), memoryBatch);
    if (inputs.some(({ content }) => isBlank(content))) {
      throw broken("contents_blank", "All memories must have non-empty content");
    }
    for (const { visibility } of inputs) visibilityOf(visibility);
  }

  /** The rules of a patch that need no memory: they are answered before a 404 (decision 2.3). */
  static checkPatch(patch: MemoryPatch): void {
    const { content, tags, visibility, category, userReview } = patch;
    if ([content, tags, visibility, category, userReview].every((field) => field === undefined)) {
      throw broken("patch_empty", "At least one field (content, tags, visibility, category) must be provided");
    }
    if (tags != null) ensure({ tags: memoryTags }, { tags: [...tags] });
    if (content == null) return;
    ensure({ content: memoryContent }, { content });
    if (isBlank(content)) throw contentBlank();
  }

  /** Decision 5.1: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return descending(this.state.createdAt) + this.state.id;
  }

  get isListed(): boolean {
    return this.state.userReview !== false;
  }

  /** From when on extraction neither changes nor removes it (decisions 4.11, 5.8). */
  get isTheUsers(): boolean {
    const { manuallyAdded, edited, reviewed } = this.state;
    return manuallyAdded || edited || reviewed;
  }

  /** Decision 5.5: of two memories of a user no two have the same. */
  get contentKey(): string {
    return folded(this.state.content);
  }

  /**
   * All ids that it and its history go by, its own first: none of them may come back when it is deleted (decision
   * 4.13).
   */
  get names(): readonly string[] {
    const { id, sources } = this.state;
    const former = this.former.flatMap(({ names }) => names);
    return [...new Set([id, ...sources.map(({ foundAs }) => foundAs), ...former])];
  }

  /** Its history, newest first (decision 5.8). */
  get history(): readonly SupersededFact[] {
    return this.superseded.toReversed();
  }

  /** All conversations whose words it holds, its history's too. */
  get conversationIds(): readonly string[] {
    const own = this.state.sources.map(({ conversationId }) => conversationId);
    return [...new Set([...own, ...this.former.flatMap(({ conversationIds }) => conversationIds)])];
  }

  /** The IDs of the memories that it superseded. */
  get formerIds(): readonly string[] {
    return this.superseded.map(({ memory }) => memory.id);
  }

  /** The id of what it has taken the place of last. */
  get lastSuperseded(): string | undefined {
    return this.superseded.at(-1)?.memory.id;
  }

  /**
   * Decision 5.3. A greater text means more: `01` for what the user added and `00` for the rest, three digits of its
   * category's weight, ten of the Unix second of its creation, with underscores between.
   */
  get scoring(): string {
    const { manuallyAdded, category, createdAt } = this.state;
    const second = Math.max(0, Math.floor(createdAt.getTime() / 1000));
    return [
      manuallyAdded ? "01" : "00",
      String(weights[category]).padStart(3, "0"),
      String(second).padStart(10, "0"),
    ].join("_");
  }

  /** @throws DomainError `invalid`, as `checkPatch`. */
  edit(patch: MemoryPatch, now: Date): Memory {
    Memory.checkPatch(patch);
    const { content, tags, visibility, category, userReview } = patch;
    const changes = {
      ...(content == null ? {} : { content, edited: true }),
      ...(tags == null ? {} : { tags }),
      ...(visibility == null ? {} : { visibility }),
      ...(category == null ? {} : { category }),
      ...(userReview == null ? {} : { userReview }),
    };
    return Object.keys(changes).length > 0 ? this.with({ ...changes, reviewed: true, updatedAt: now }) : this;
  }

  /** The user says it too: it is theirs from now on, even if they had rejected it (decision 5.5). */
  adopt(now: Date): Memory {
    const { manuallyAdded, userReview } = this.state;
    if (manuallyAdded && userReview === true) return this;
    return this.with({ manuallyAdded: true, reviewed: true, userReview: true, updatedAt: now });
  }

  /** Takes the place of what the same conversation gave before. */
  addSource(source: MemorySource): Memory {
    const others = this.state.sources.filter(({ conversationId }) => conversationId !== source.conversationId);
    return this.with({ sources: [...others, source] });
  }

  hasSource(conversationId: string): boolean {
    return this.state.sources.some((source) => source.conversationId === conversationId);
  }

  /** Whether nobody else says it, nor has the user had it in hand. */
  isOnlySaidBy(conversationId: string): boolean {
    return !this.isTheUsers && this.hasSource(conversationId) && this.state.sources.length === 1;
  }

  /** Decision 5.5. Undefined when nobody says it any more: neither another conversation nor the user. */
  loseSource(conversationId: string, now: Date): Memory | undefined {
    if (!this.hasSource(conversationId)) return this;
    const sources = this.state.sources.filter((source) => source.conversationId !== conversationId);
    return sources.length > 0 || this.isTheUsers ? this.with({ sources, updatedAt: now }) : undefined;
  }

  /**
   * Decision 5.8: never what the user has had in hand, nor what was said later.
   * @param saidAt when that was said which contradicts it.
   */
  maySupersede(old: Memory, saidAt: Date): boolean {
    return old.state.id !== this.state.id && !old.isTheUsers && old.isListed && old.state.createdAt <= saidAt;
  }

  /** What it takes the place of is its history from now on, with the history that this has. */
  supersede(old: Memory, now: Date): Memory {
    const taken = { memory: withoutHistory(old.state), supersededAt: now };
    return this.withHistory([...this.superseded, ...old.superseded, taken]);
  }

  /** The other way round: without a history, beside what it had superseded last, which has what there was before. */
  relinquish(): { readonly memory: Memory; readonly back: Memory | undefined } {
    const last = this.superseded.at(-1);
    const back = last && new Memory(last.memory).withHistory(this.superseded.slice(0, -1));
    return { memory: this.withHistory([]), back };
  }

  /**
   * Restores a superseded memory. The restored memory is marked as reviewed, so that no conversation supersedes or
   * removes it again, and takes the older part of the history; this memory keeps the newer part.
   * @returns undefined when the history holds no memory with this ID.
   */
  restoreFormer(id: string, now: Date): { readonly holder: Memory; readonly restored: Memory } | undefined {
    const place = this.superseded.findLastIndex(({ memory }) => memory.id === id);
    const fact = this.superseded[place];
    if (!fact) return undefined;
    const former = new Memory(fact.memory).withHistory(this.superseded.slice(0, place));
    return {
      holder: this.withHistory(this.superseded.slice(place + 1)),
      restored: former.with({ reviewed: true, userReview: true, updatedAt: now }),
    };
  }

  /** @param change answers undefined for what is to be no part of its history any more. */
  changeHistory(change: (former: Memory) => Memory | undefined): Memory {
    const kept = this.superseded.flatMap((fact) => {
      const before = new Memory(fact.memory);
      const after = change(before);
      if (after === before) return fact;
      return after ? { ...fact, memory: withoutHistory(after.state) } : [];
    });
    const isAsBefore = kept.length === this.superseded.length && kept.every((fact, i) => fact === this.superseded[i]);
    return isAsBefore ? this : this.withHistory(kept);
  }

  /** What comes back and says the same is one with it (decision 5.5): nothing but its sources and history is added. */
  absorb(back: Memory): Memory {
    const others = back.state.sources.filter(({ conversationId }) => !this.hasSource(conversationId));
    const whole = this.with({ sources: [...this.state.sources, ...others] });
    return whole.withHistory([...back.superseded, ...this.superseded]);
  }

  /** As the same conversation says it now: its id, its time and its history stay. */
  restate(found: Memory): Memory {
    const { id, createdAt } = this.state;
    return new Memory({ ...found.state, id, createdAt }).withHistory(this.superseded);
  }

  private get superseded(): readonly SupersededFact[] {
    return this.state.superseded ?? [];
  }

  private get former(): readonly Memory[] {
    return this.superseded.map(({ memory }) => new Memory(memory));
  }

  private withHistory(superseded: readonly SupersededFact[]): Memory {
    const fact = withoutHistory(this.state);
    return new Memory(superseded.length > 0 ? { ...fact, superseded: superseded.slice(-FORMER_KEPT) } : fact);
  }

  private with(change: Partial<MemoryState>): Memory {
    return new Memory({ ...this.state, ...change });
  }
}

function withoutHistory(state: MemoryState): FactState {
  const fact = { ...state };
  delete fact.superseded;
  return fact;
}

const limits = { content: memoryContent, tags: memoryTags };

const limited = ({ content, tags = [] }: NewMemory) => ({ content, tags: [...tags] });

function visibilityOf(visibility = "private"): Visibility {
  const known = visibilities.find((each) => each === visibility);
  if (!known) throw broken("visibility", "visibility must be 'public' or 'private'");
  return known;
}

const contentBlank = (): DomainError => broken("content_blank", "content cannot be empty");

/** How long a history is at most, whatever conversations say of each other. */
const FORMER_KEPT = 100;
/** How many removals of one user's memories a store remembers at most, for those who follow its changes. */
export const REMOVALS_KEPT = 1_000;
/** How many memories that are new or changed a store tells those of at once: some milliseconds' work for it. */
export const MEMORIES_A_LOOK = 1_000;

/** Decision 5.5: an edit must not make two memories one. */
export function contentTaken(): DomainError {
  return new DomainError("conflict", "content_taken", "Another memory has this content");
}
