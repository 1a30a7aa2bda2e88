import type { ExtractedMemory } from "../conversation/summary-result.js";
import { type DomainError, conflict, invalidInput } from "../errors.js";
import { normalizeText, isBlank } from "../text/normalize-text.js";
import { memoryContent, memoryTags } from "../limits.js";
import type { MemoryCategory } from "./memory-category.js";
import type { MemoryCoreState, MemorySource, MemoryState, SupersededFact, Visibility } from "./memory-state.js";
import { checkNewMemory, type NewMemory } from "./new-memory.js";
import { ensure } from "../rules.js";
import { encodeDescending } from "../time/timestamps.js";

/** A `null` leaves the field unchanged. */
export interface MemoryPatch {
  readonly content?: string | null;
  readonly tags?: readonly string[] | null;
  readonly visibility?: Visibility | null;
  readonly category?: MemoryCategory | null;
  /** False rejects it: lists and search leave it out. */
  readonly userReview?: boolean | null;
}

/** Weights of the categories in `rankKey` (decision 5.3): categories that say more about a person weigh more. */
const CATEGORY_WEIGHTS: Readonly<Record<MemoryCategory, number>> = {
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

/** A fact about the user. */
export class Memory {
  private constructor(readonly state: MemoryState) {}

  /** Creates a memory of the user. @throws DomainError `invalid`, as `checkNewMemory`. */
  static create(
    input: NewMemory,
    context: { id: string; userId: string; category: MemoryCategory; now: Date },
  ): Memory {
    const visibility = checkNewMemory(input);
    return new Memory({
      id: context.id,
      userId: context.userId,
      content: input.content,
      category: context.category,
      tags: input.tags ?? [],
      visibility,
      createdAt: context.now,
      updatedAt: context.now,
      edited: false,
      manuallyAdded: true,
      reviewed: true,
      userReview: true,
      sources: [],
    });
  }

  /** @throws DomainError `invalid` when the content breaks its limit. */
  static fromExtraction(
    extracted: ExtractedMemory,
    context: { id: string; userId: string; conversationId: string; saidAt: Date; now: Date },
  ): Memory {
    ensure({ content: memoryContent }, extracted);
    return new Memory({
      id: context.id,
      userId: context.userId,
      content: extracted.content,
      category: extracted.category,
      tags: [],
      visibility: "private",
      createdAt: context.saidAt,
      updatedAt: context.now,
      edited: false,
      manuallyAdded: false,
      reviewed: false,
      userReview: null,
      sources: [
        {
          conversationId: context.conversationId,
          segmentIds: extracted.segmentIds,
          foundAs: context.id,
          ...(extracted.supersedes === undefined ? {} : { supersedes: extracted.supersedes }),
        },
      ],
    });
  }

  static restore(state: MemoryState): Memory {
    return new Memory(state);
  }

  /** Checks the rules of a patch that do not depend on the memory; a violation takes precedence over absence. */
  static checkPatch(patch: MemoryPatch): void {
    const { content, tags, visibility, category, userReview } = patch;
    if ([content, tags, visibility, category, userReview].every((field) => field === undefined)) {
      throw invalidInput("patch_empty");
    }
    if (tags != null) ensure({ tags: memoryTags }, { tags: [...tags] });
    if (content == null) return;
    ensure({ content: memoryContent }, { content });
    if (isBlank(content)) throw invalidInput("content_blank");
  }

  /** Lists are in ascending order of this key. */
  get sortKey(): string {
    return encodeDescending(this.state.createdAt) + this.state.id;
  }

  get isListed(): boolean {
    return this.state.userReview !== false;
  }

  /** Whether the user has taken it over. Extraction does not change or remove such a memory. */
  get isUserOwned(): boolean {
    const { manuallyAdded, edited, reviewed } = this.state;
    return manuallyAdded || edited || reviewed;
  }

  /** The normalised content. No two memories of a user have the same key (decision 5.5). */
  get contentKey(): string {
    return normalizeText(this.state.content);
  }

  /**
   * All IDs of the memory and its history, its own first. None of them may return after it is deleted (decision 4.13).
   */
  get allIds(): readonly string[] {
    const { id, sources } = this.state;
    const supersededIds = this.supersededMemories.flatMap(({ allIds }) => allIds);
    return [...new Set([id, ...sources.map(({ foundAs }) => foundAs), ...supersededIds])];
  }

  /** Its history, newest first. */
  get history(): readonly SupersededFact[] {
    return this.superseded.toReversed();
  }

  /** All conversations that it and its history refer to. */
  get conversationIds(): readonly string[] {
    const own = this.state.sources.map(({ conversationId }) => conversationId);
    return [...new Set([...own, ...this.supersededMemories.flatMap(({ conversationIds }) => conversationIds)])];
  }

  /** The IDs of the memories that it superseded. */
  get supersededIds(): readonly string[] {
    return this.superseded.map(({ memory }) => memory.id);
  }

  /** ID of the memory that it superseded last. */
  get lastSupersededId(): string | undefined {
    return this.superseded.at(-1)?.memory.id;
  }

  /**
   * A sort key for importance; a greater text means more important. Joins with underscores `01` for a memory that the
   * user added and `00` for others, three digits of the category's weight, and ten digits of the creation time in Unix
   * seconds.
   */
  get rankKey(): string {
    const { manuallyAdded, category, createdAt } = this.state;
    const second = Math.max(0, Math.floor(createdAt.getTime() / 1000));
    return [
      manuallyAdded ? "01" : "00",
      String(CATEGORY_WEIGHTS[category]).padStart(3, "0"),
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

  /** The user added the same content: the memory is theirs from now on, even if they had rejected it (decision 5.5). */
  markUserOwned(now: Date): Memory {
    const { manuallyAdded, userReview } = this.state;
    if (manuallyAdded && userReview === true) return this;
    return this.with({ manuallyAdded: true, reviewed: true, userReview: true, updatedAt: now });
  }

  /** Adds the source, replacing an earlier one of the same conversation. */
  addSource(source: MemorySource): Memory {
    const otherSources = this.state.sources.filter(({ conversationId }) => conversationId !== source.conversationId);
    return this.with({ sources: [...otherSources, source] });
  }

  hasSource(conversationId: string): boolean {
    return this.state.sources.some((source) => source.conversationId === conversationId);
  }

  /** Whether this conversation is its only source and the user does not own it. */
  hasOnlySource(conversationId: string): boolean {
    return !this.isUserOwned && this.hasSource(conversationId) && this.state.sources.length === 1;
  }

  /** Removes the source. Undefined when neither another conversation nor the user supports the memory any more. */
  removeSource(conversationId: string, now: Date): Memory | undefined {
    if (!this.hasSource(conversationId)) return this;
    const sources = this.state.sources.filter((source) => source.conversationId !== conversationId);
    return sources.length > 0 || this.isUserOwned ? this.with({ sources, updatedAt: now }) : undefined;
  }

  /**
   * Whether this memory may supersede `other`: not if the user owns or rejected it, and not if it is newer.
   * @param saidAt when the contradicting statement was made.
   */
  canSupersede(other: Memory, saidAt: Date): boolean {
    return other.state.id !== this.state.id && !other.isUserOwned && other.isListed && other.state.createdAt <= saidAt;
  }

  /** Adds `other` and its history to the history of this memory. */
  supersede(other: Memory, now: Date): Memory {
    const entry = { memory: omitHistory(other.state), supersededAt: now };
    return this.withHistory([...this.superseded, ...other.superseded, entry]);
  }

  /**
   * Undoes `supersede`: returns this memory without a history, and the last memory that it superseded, which takes over
   * the rest of the history.
   */
  releaseSuperseded(): { readonly memory: Memory; readonly restored: Memory | undefined } {
    const last = this.superseded.at(-1);
    const restored = last && new Memory(last.memory).withHistory(this.superseded.slice(0, -1));
    return { memory: this.withHistory([]), restored };
  }

  /**
   * Restores a superseded memory. The restored memory is marked as reviewed, so that no conversation supersedes or
   * removes it again, and takes the older part of the history; this memory keeps the newer part.
   * @returns undefined when the history holds no memory with this ID.
   */
  restoreSuperseded(id: string, now: Date): { readonly superseding: Memory; readonly restored: Memory } | undefined {
    const index = this.superseded.findLastIndex(({ memory }) => memory.id === id);
    const entry = this.superseded[index];
    if (!entry) return undefined;
    const supersededMemory = new Memory(entry.memory).withHistory(this.superseded.slice(0, index));
    return {
      superseding: this.withHistory(this.superseded.slice(index + 1)),
      restored: supersededMemory.with({ reviewed: true, userReview: true, updatedAt: now }),
    };
  }

  /**
   * Applies `change` to each memory of the history.
   * @param change returns undefined to remove the entry.
   */
  mapHistory(change: (memory: Memory) => Memory | undefined): Memory {
    const entries = this.superseded.flatMap((entry) => {
      const current = new Memory(entry.memory);
      const next = change(current);
      if (next === current) return entry;
      return next ? { ...entry, memory: omitHistory(next.state) } : [];
    });
    const isUnchanged =
      entries.length === this.superseded.length && entries.every((entry, index) => entry === this.superseded[index]);
    return isUnchanged ? this : this.withHistory(entries);
  }

  /** Adds the sources and the history of a restored memory with the same content (decision 5.5). */
  merge(restored: Memory): Memory {
    const newSources = restored.state.sources.filter(({ conversationId }) => !this.hasSource(conversationId));
    const merged = this.with({ sources: [...this.state.sources, ...newSources] });
    return merged.withHistory([...restored.superseded, ...this.superseded]);
  }

  /** Takes over the content that the same conversation states now; keeps the ID, the creation time and the history. */
  updateContent(extracted: Memory): Memory {
    const { id, createdAt } = this.state;
    return new Memory({ ...extracted.state, id, createdAt }).withHistory(this.superseded);
  }

  private get superseded(): readonly SupersededFact[] {
    return this.state.superseded ?? [];
  }

  private get supersededMemories(): readonly Memory[] {
    return this.superseded.map(({ memory }) => new Memory(memory));
  }

  private withHistory(superseded: readonly SupersededFact[]): Memory {
    const core = omitHistory(this.state);
    return new Memory(superseded.length > 0 ? { ...core, superseded: superseded.slice(-MAX_HISTORY_LENGTH) } : core);
  }

  private with(changes: Partial<MemoryState>): Memory {
    return new Memory({ ...this.state, ...changes });
  }
}

function omitHistory(state: MemoryState): MemoryCoreState {
  const core = { ...state };
  delete core.superseded;
  return core;
}

/** Maximum length of a history. */
const MAX_HISTORY_LENGTH = 100;
/** How many removals of one user's memories a store remembers at most for readers of the change feed. */
export const MAX_FEED_REMOVALS = 1_000;
/** Maximum number of upserts in one page of the memory feed; a page takes some milliseconds. */
export const MEMORY_FEED_BATCH_SIZE = 1_000;

/** The error for an edit that would give two memories the same content. */
export function duplicateContent(): DomainError {
  return conflict("content_taken");
}
