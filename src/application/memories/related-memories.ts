import type { Conversation } from "../../domain/conversation/conversation.js";
import type { RawSummaryResult, SummaryResult } from "../../domain/conversation/summary-result.js";
import type { Memory } from "../../domain/memory/memory.js";
import type { Transcript } from "../../domain/conversation/transcript.js";
import type { EventLog, FactComparer, KnownMemory, MemoryIndex, MemoryRepository } from "../../ports/driven/index.js";

export interface RelatedMemoryPorts {
  readonly memories: Pick<MemoryRepository, "getMany" | "list" | "findByConversation">;
  readonly memoryIndex: MemoryIndex;
  /** Without it every supersession that a summariser claims is accepted. */
  readonly factComparer?: FactComparer;
  readonly log: EventLog;
}

/** Maximum number of memories that a summariser is shown (decision 5.8). */
export const MAX_RELATED_MEMORIES = 30;
/** Maximum number of queries per transcript; they are spread over it, so that its end counts as well. */
const MAX_QUERY_WINDOWS = 6;
/** Maximum length of a query in UTF-16 units. */
const MAX_QUERY_WINDOW_LENGTH = 600;
/** Maximum number of hits per query. */
const MAX_HITS_PER_WINDOW = 5;
/** Minimum number of the newest memories among them, because recent facts change first. */
const MIN_NEWEST_MEMORIES = 8;

/** The known memories that are relevant to one conversation (decision 5.8). Summarisers refer to them by index. */
export class RelatedMemories {
  /** Empty before `load`. */
  private loadedMemories: readonly Memory[] = [];

  constructor(
    private readonly ports: RelatedMemoryPorts,
    private readonly conversation: Conversation,
    private readonly transcript: Transcript,
  ) {}

  /** Leaves out memories whose only source is this conversation, so that reprocessing extracts them again. */
  async load(): Promise<readonly KnownMemory[]> {
    this.loadedMemories = await this.findMemories();
    return this.loadedMemories.map((memory) => ({
      content: memory.state.content,
      isSupersedable: this.isSupersedable(memory),
    }));
  }

  /**
   * Accepts the supersession of a fact only when the fact was shown to the summariser, is open to change, and has the
   * same subject. Otherwise both facts are kept.
   */
  async resolveSupersessions(rawResult: RawSummaryResult): Promise<SummaryResult> {
    const memories = rawResult.memories.map(async ({ content, category, segmentIds, supersedesFact: index = -1 }) => {
      const superseded = this.loadedMemories[index];
      const isAccepted =
        superseded !== undefined && this.isSupersedable(superseded) && (await this.isSameSubject(superseded, content));
      return { content, category, segmentIds, ...(isAccepted ? { supersedes: superseded.state.id } : {}) };
    });
    return { ...rawResult, memories: await Promise.all(memories) };
  }

  private async isSameSubject(memory: Memory, content: string): Promise<boolean> {
    const { factComparer, log } = this.ports;
    if (!factComparer || (await factComparer.isSameSubject(memory.state.content, content))) return true;
    log.info("memory.supersession_rejected", { conversation: this.conversation.state.id, memory: memory.state.id });
    return false;
  }

  private isSupersedable(memory: Memory): boolean {
    return !memory.isUserOwned && memory.state.createdAt <= this.conversation.state.createdAt;
  }

  private async findMemories(): Promise<readonly Memory[]> {
    const { userId, id } = this.conversation.state;
    const { memories } = this.ports;
    const [matching, newest, conversationMemories] = await Promise.all([
      this.findMatching(),
      memories.list(userId, {}, { limit: MAX_RELATED_MEMORIES }),
      memories.findByConversation(userId, id),
    ]);
    // A fact that only this conversation superseded is a known fact for its reprocessing, which may not supersede it.
    const restored = conversationMemories.flatMap((memory) =>
      memory.hasOnlySource(id) ? (memory.releaseSuperseded().restored ?? []) : [],
    );
    const candidates = [...restored, ...matching].filter(({ isListed }) => isListed);
    const selected = [...candidates.slice(0, MAX_RELATED_MEMORIES - MIN_NEWEST_MEMORIES), ...newest].filter(
      (memory) => !memory.hasOnlySource(id),
    );
    const distinct = new Map(selected.map((memory) => [memory.state.id, memory]));
    return [...distinct.values()].slice(0, MAX_RELATED_MEMORIES);
  }

  /** Finds the memories that match a window of the transcript, the most relevant first. */
  private async findMatching(): Promise<readonly Memory[]> {
    const { userId } = this.conversation.state;
    const hits = await Promise.all(
      splitIntoWindows(this.transcript).map((query) =>
        this.ports.memoryIndex.search(userId, query, MAX_HITS_PER_WINDOW),
      ),
    );
    const best = hits.flat().sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
    return this.ports.memories.getMany(userId, [...new Set(best.map(({ id }) => id))]);
  }
}

function splitIntoWindows({ segments }: Transcript): string[] {
  const text = segments.map((segment) => segment.text).join("\n");
  const windowLength = Math.max(MAX_QUERY_WINDOW_LENGTH, Math.ceil(text.length / MAX_QUERY_WINDOWS));
  const count = Math.ceil(text.length / windowLength);
  return Array.from({ length: count }, (_, index) =>
    text
      .slice(index * windowLength)
      .slice(0, MAX_QUERY_WINDOW_LENGTH)
      .toWellFormed(),
  );
}
