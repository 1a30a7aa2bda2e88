import type { ConversationFeed, SearchableConversation } from "../../../ports/driven/conversation-feed.js";
import type { MemoryIndex } from "../../../ports/driven/memory-index.js";
import type { Passage, PassageIndex } from "../../../ports/driven/passage-index.js";
import type { UserRepository } from "../../../ports/driven/user-repository.js";
import { giveWay, isHoldingUp } from "../text/give-way.js";
import { follow } from "./following.js";
import { HeldPassages } from "./held-passages.js";
import { IndexRoom } from "./index-room.js";
import { NEIGHBOURS } from "./neighbours.js";
import { PassageReader, type PassageTexts } from "./passage-reader.js";
import { bestFirst, type PlaceFound } from "./places.js";
import { read } from "./reading.js";
import { sampleSnippets } from "./sample-snippets.js";
import { searchedText } from "./snippets.js";
import { summaryText } from "./summary-text.js";
import { tidied } from "./tidying.js";
import { relevanceOf, scoreOf } from "./user-index.js";
import { UserIndexes } from "./user-indexes.js";

/**
 * Puts the scores of memories and of snippets on one scale: a snippet is longer than a memory, and those beside it add
 * to its score. Tuned on the tune part of `bench/retrieval` (bench row "ask-balance"): with a greater factor questions
 * about conversations lose more than questions about memories gain.
 */
const MEMORY_GAIN = 2;

/** Where the passages come from. */
export interface PassageSources {
  readonly conversations: ConversationFeed & PassageTexts["conversations"];
  readonly memories: PassageTexts["memories"];
  readonly users: Pick<UserRepository, "get">;
}

/**
 * Search over what memories, summaries and transcripts say: memories by their own index, the others by an index a user
 * in this process, see `UserIndexes`. The relevance of both is of one kind: as of `relevanceOf`.
 */
export class InProcessPassageIndex implements PassageIndex {
  readonly #indexes: UserIndexes<HeldPassages>;

  /**
   * @param room what it shares with other indexes.
   * @param neighbours what those beside a snippet add to it, as `NEIGHBOURS`.
   */
  constructor(
    private readonly sources: PassageSources,
    private readonly memories: MemoryIndex,
    private readonly room: IndexRoom = new IndexRoom(),
    private readonly neighbours: readonly number[] = NEIGHBOURS,
  ) {
    this.#indexes = new UserIndexes(
      room,
      () => new HeldPassages(),
      (userId, held) => this.#bringUpToDate(userId, held),
    );
  }

  async search(userId: string, query: string, limit: number): Promise<readonly Passage[]> {
    const text = read(query);
    // At the same time: a model may have to be asked for the memories.
    const [remembered, { said, userName }] = await Promise.all([
      this.memories.search(userId, query, limit),
      this.#indexes.use(userId, async (held) => {
        await giveWay();
        return {
          said: held.find(text, limit, this.room.scratch, this.neighbours),
          userName: held.userName ?? userId,
        };
      }),
    ]);
    const memories = remembered.map(({ id, relevance }): PlaceFound => ({
      place: { kind: "memory", memoryId: id },
      relevance: relevanceOf(MEMORY_GAIN * scoreOf(relevance)),
    }));
    await giveWay();
    return new PassageReader(this.sources, userId, userName, bestFirst([...memories, ...said])).passages(limit);
  }

  async #bringUpToDate(userId: string, held: HeldPassages): Promise<void> {
    const user = await this.sources.users.get(userId);
    const userName = user?.state.displayName ?? userId;
    if (userName !== held.userName) {
      // What the user said is found by their name.
      await this.#letGoOfConversations(held, held.conversations);
      held.mark = undefined;
      held.userName = userName;
    }
    await follow(this.sources.conversations, userId, held.mark, {
      begin: () => this.#letGoOfConversations(held, held.conversations),
      letGo: (ids) => this.#letGoOfConversations(held, ids),
      takeIn: (present) => this.#takeInConversations(userId, held, present),
      settle: async (mark) => {
        await tidied(held.index);
        this.#indexes.weigh(userId, held);
        held.mark = mark;
      },
    });
  }

  async #letGoOfConversations(held: HeldPassages, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const removing = held.removeConversation(id);
      while (removing.next().done !== true) if (isHoldingUp()) await giveWay();
    }
  }

  async #takeInConversations(
    userId: string,
    held: HeldPassages,
    present: readonly SearchableConversation[],
  ): Promise<void> {
    for (const conversation of present) {
      const { id } = conversation;
      // What was said stays as it was said: only the summary is another one.
      if (!held.hasConversation(id)) await this.#takeInTranscript(userId, held, id);
      held.putSummary(id, read(summaryText(conversation)));
      await this.#makeRoom(userId, held);
      if (isHoldingUp()) await giveWay();
    }
  }

  async #takeInTranscript(userId: string, held: HeldPassages, id: string): Promise<void> {
    const transcript = (await this.sources.conversations.transcripts(userId, [id])).get(id);
    if (isHoldingUp()) await giveWay();
    const userName = held.userName ?? userId;
    const { count, sample } = transcript ? await sampleSnippets(transcript, userName) : { count: 0, sample: [] };
    held.beginConversation(id, count);
    if (!transcript) return;
    for (const { at, snippet } of sample) {
      held.addSnippet(id, at, read(searchedText(transcript, snippet, userName)));
      if (isHoldingUp()) await giveWay();
    }
  }

  /** An index that is too large lets go of the transcripts that it took in first: their summaries stay. */
  async #makeRoom(userId: string, held: HeldPassages): Promise<void> {
    while (held.bytes > this.room.maxTenantBytes) {
      const removing = held.removeOldestSnippets();
      let step = removing.next();
      for (; step.done !== true; step = removing.next()) if (isHoldingUp()) await giveWay();
      if (step.value === 0) break;
      await tidied(held.index, true);
    }
    await this.#indexes.makeRoom(userId, held);
  }
}
