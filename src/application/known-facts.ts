import type { Conversation } from "../domain/conversation.js";
import type { Digest } from "../domain/digest.js";
import type { Memory } from "../domain/memory.js";
import type { Transcript } from "../domain/transcript.js";
import type {
  EventLog,
  FactComparer,
  FoundDigest,
  KnownFact,
  MemoryIndex,
  MemoryRepository,
} from "../ports/driven/index.js";

export interface FactPorts {
  readonly memories: Pick<MemoryRepository, "getMany" | "list" | "findByConversation">;
  readonly memoryIndex: MemoryIndex;
  /** Without it every supersession that a summariser claims is accepted. */
  readonly factComparer?: FactComparer;
  readonly log: EventLog;
}

/** How many a summariser is shown at most (decision 5.8). */
export const FACTS_SHOWN = 30;
/** The transcript is asked with in so many stretches, so that what is said late counts as well. */
const STRETCHES = 6;
/** Of a stretch, in UTF-16 units: what a question has, and some more. */
const LONGEST_STRETCH = 600;
/** How many facts a stretch finds. */
const FOUND = 5;
/** How many of the newest are shown at least: what was said last is what changes first. */
const NEWEST = 8;

/**
 * What is known of the user that matters to one conversation (decision 5.8), by numbers that mean nothing elsewhere.
 */
export class KnownFacts {
  /** Once they have been asked for. */
  private facts: readonly Memory[] = [];

  constructor(
    private readonly ports: FactPorts,
    private readonly conversation: Conversation,
    private readonly transcript: Transcript,
  ) {}

  /** Without what this conversation alone has said: it is to say it again. */
  async shown(): Promise<readonly KnownFact[]> {
    this.facts = await this.look();
    return this.facts.map((memory) => ({ content: memory.state.content, isOpen: this.isOpen(memory) }));
  }

  /**
   * Accepts the supersession of a fact only when the fact was shown to the summariser, is open to change, and has the
   * same subject. Otherwise both facts are kept.
   */
  async resolve(found: FoundDigest): Promise<Digest> {
    const memories = found.memories.map(async ({ content, category, segmentIds, supersedesFact: place = -1 }) => {
      const meant = this.facts[place];
      const isClaimed = meant !== undefined && this.isOpen(meant) && (await this.isPlausible(meant, content));
      return { content, category, segmentIds, ...(isClaimed ? { supersedes: meant.state.id } : {}) };
    });
    return { ...found, memories: await Promise.all(memories) };
  }

  private async isPlausible(earlier: Memory, later: string): Promise<boolean> {
    const { factComparer, log } = this.ports;
    if (!factComparer || (await factComparer.isSameSubject(earlier.state.content, later))) return true;
    log.info("memory.supersession_rejected", { conversation: this.conversation.state.id, memory: earlier.state.id });
    return false;
  }

  private isOpen(memory: Memory): boolean {
    return !memory.isTheUsers && memory.state.createdAt <= this.conversation.state.createdAt;
  }

  private async look(): Promise<readonly Memory[]> {
    const { userId, id } = this.conversation.state;
    const { memories } = this.ports;
    const [matching, newest, own] = await Promise.all([
      this.matching(),
      memories.list(userId, {}, { limit: FACTS_SHOWN }),
      memories.findByConversation(userId, id),
    ]);
    // What it has superseded by itself is known again as soon as it does not say so any more.
    const former = own.flatMap((memory) => (memory.isOnlySaidBy(id) ? (memory.relinquish().back ?? []) : []));
    const found = [...former, ...matching].filter(({ isListed }) => isListed);
    const facts = [...found.slice(0, FACTS_SHOWN - NEWEST), ...newest].filter((memory) => !memory.isOnlySaidBy(id));
    const distinct = new Map(facts.map((memory) => [memory.state.id, memory]));
    return [...distinct.values()].slice(0, FACTS_SHOWN);
  }

  /** Those that a stretch of it asks for, the best of all stretches first. */
  private async matching(): Promise<readonly Memory[]> {
    const { userId } = this.conversation.state;
    const hits = await Promise.all(
      stretches(this.transcript).map((query) => this.ports.memoryIndex.search(userId, query, FOUND)),
    );
    const best = hits.flat().sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
    return this.ports.memories.getMany(userId, [...new Set(best.map(({ id }) => id))]);
  }
}

function stretches({ segments }: Transcript): string[] {
  const text = segments.map((segment) => segment.text).join("\n");
  const length = Math.max(LONGEST_STRETCH, Math.ceil(text.length / STRETCHES));
  const count = Math.ceil(text.length / length);
  return Array.from({ length: count }, (_, n) =>
    text
      .slice(n * length)
      .slice(0, LONGEST_STRETCH)
      .toWellFormed(),
  );
}
