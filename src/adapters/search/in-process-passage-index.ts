import type { ConversationFeed, SearchableConversation } from "../../ports/driven/store/change-feed.js";
import type { MemoryIndex, Passage, PassageIndex } from "../../ports/driven/models/semantic-search.js";
import type { UserRepository } from "../../ports/driven/store/user-repositories.js";
import { yieldToEventLoop, isYieldDue } from "../runtime/cooperative-yield.js";
import { consumeFeed } from "./feed-consumer.js";
import { UserPassageIndex, NEIGHBOUR_WEIGHTS, sortByRelevance, type SearchHit } from "./passages/user-passage-index.js";
import { PassageReader, type PassageRepositories, buildSummaryText } from "./passages/passage-reader.js";
import { analyzeText } from "../text-analysis/text-analyzer.js";
import { sampleSnippets } from "./passages/sample-snippets.js";
import { buildSearchText } from "./passages/snippets.js";
import { compactIndex, toRelevance, toScore } from "./user-index.js";
import { IndexCache, IndexMemoryBudget } from "./index-cache.js";

/**
 * Scales the scores of memories to those of snippets: a snippet is longer than a memory, and its neighbours add to its
 * score. Tuned on the tune part of `bench/retrieval` (bench row "ask-balance"): with a greater factor questions about
 * conversations lose more than questions about memories gain.
 */
const MEMORY_SCORE_FACTOR = 2.6;

/** Where passages are read from. */
export interface PassageSources {
  readonly conversations: ConversationFeed & PassageRepositories["conversations"];
  readonly memories: PassageRepositories["memories"];
  readonly users: Pick<UserRepository, "get">;
}

/**
 * Searches memories, summaries and transcripts: memories with their own index, the others with one in-process index per
 * user (see `IndexCache`). Both give relevances on the scale of `toRelevance`.
 */
export class InProcessPassageIndex implements PassageIndex {
  readonly #indexes: IndexCache<UserPassageIndex>;

  /** @param memoryBudget shared with other indexes. */
  constructor(
    private readonly sources: PassageSources,
    private readonly memories: MemoryIndex,
    private readonly memoryBudget: IndexMemoryBudget = new IndexMemoryBudget(),
    private readonly neighbourWeights: readonly number[] = NEIGHBOUR_WEIGHTS,
  ) {
    this.#indexes = new IndexCache(
      memoryBudget,
      () => new UserPassageIndex(),
      (userId, passageIndex) => this.#refresh(userId, passageIndex),
    );
  }

  async search(userId: string, query: string, limit: number): Promise<readonly Passage[]> {
    const text = analyzeText(query);
    // In parallel, because the search over memories may wait for a model.
    const [foundMemories, { conversationHits, userName }] = await Promise.all([
      this.memories.search(userId, query, limit),
      this.#indexes.withIndex(userId, async (passageIndex) => {
        await yieldToEventLoop();
        return {
          conversationHits: passageIndex.search(text, limit, this.memoryBudget.bufferPool, this.neighbourWeights),
          userName: passageIndex.userName ?? userId,
        };
      }),
    ]);
    const memoryHits = foundMemories.map(({ id, relevance }): SearchHit => ({
      location: { kind: "memory", memoryId: id },
      relevance: toRelevance(MEMORY_SCORE_FACTOR * toScore(relevance)),
    }));
    await yieldToEventLoop();
    const hits = sortByRelevance([...memoryHits, ...conversationHits]);
    return new PassageReader(this.sources, userId, userName, hits).readPassages(limit);
  }

  async #refresh(userId: string, passageIndex: UserPassageIndex): Promise<void> {
    const user = await this.sources.users.get(userId);
    const userName = user?.state.displayName ?? userId;
    if (userName !== passageIndex.userName) {
      // Snippets are indexed with the user's name, so that a new name requires indexing them again.
      await this.#removeConversations(passageIndex, passageIndex.conversationIds);
      passageIndex.cursor = undefined;
      passageIndex.userName = userName;
    }
    await consumeFeed(this.sources.conversations, userId, passageIndex.cursor, {
      reset: () => this.#removeConversations(passageIndex, passageIndex.conversationIds),
      remove: (deletedIds) => this.#removeConversations(passageIndex, deletedIds),
      upsert: (conversations) => this.#addConversations(userId, passageIndex, conversations),
      commit: async (cursor) => {
        await compactIndex(passageIndex.index);
        this.#indexes.updateSize(userId, passageIndex);
        passageIndex.cursor = cursor;
      },
    });
  }

  async #removeConversations(passageIndex: UserPassageIndex, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const removal = passageIndex.removeConversation(id);
      while (removal.next().done !== true) if (isYieldDue()) await yieldToEventLoop();
    }
  }

  async #addConversations(
    userId: string,
    passageIndex: UserPassageIndex,
    conversations: readonly SearchableConversation[],
  ): Promise<void> {
    for (const conversation of conversations) {
      const { id } = conversation;
      // The transcript does not change; only the summary may be new.
      if (!passageIndex.hasConversation(id)) await this.#addTranscript(userId, passageIndex, id);
      passageIndex.putSummary(id, analyzeText(buildSummaryText(conversation)));
      await this.#limitIndexSize(userId, passageIndex);
      if (isYieldDue()) await yieldToEventLoop();
    }
  }

  async #addTranscript(userId: string, passageIndex: UserPassageIndex, id: string): Promise<void> {
    const transcript = (await this.sources.conversations.getTranscripts(userId, [id])).get(id);
    if (isYieldDue()) await yieldToEventLoop();
    const userName = passageIndex.userName ?? userId;
    const { count, sample } = transcript ? await sampleSnippets(transcript, userName) : { count: 0, sample: [] };
    passageIndex.registerConversation(id, count);
    if (!transcript) return;
    for (const { position, snippet } of sample) {
      passageIndex.addSnippet(id, position, analyzeText(buildSearchText(transcript, snippet, userName)));
      if (isYieldDue()) await yieldToEventLoop();
    }
  }

  /** Shrinks an index that is too large by removing the oldest transcripts; their summaries stay. */
  async #limitIndexSize(userId: string, passageIndex: UserPassageIndex): Promise<void> {
    while (passageIndex.bytes > this.memoryBudget.maxIndexBytes) {
      const removal = passageIndex.removeOldestSnippets();
      let step = removal.next();
      for (; step.done !== true; step = removal.next()) if (isYieldDue()) await yieldToEventLoop();
      if (step.value === 0) break;
      await compactIndex(passageIndex.index, true);
    }
    await this.#indexes.waitForMemory(userId, passageIndex);
  }
}
