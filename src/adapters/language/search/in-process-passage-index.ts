import type { ConversationFeed, SearchableConversation } from "../../../ports/driven/conversation-feed.js";
import type { MemoryFeed, SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { Passage, PassageIndex } from "../../../ports/driven/passage-index.js";
import type { UserRepository } from "../../../ports/driven/user-repository.js";
import { giveWay, isHoldingUp } from "../give-way.js";
import { follow } from "./following.js";
import { HeldPassages } from "./held-passages.js";
import { IndexRoom } from "./index-room.js";
import { NEIGHBOURS } from "./neighbours.js";
import { PassageReader, type PassageTexts } from "./passage-reader.js";
import { read } from "./reading.js";
import { searchedText, snippetsIn } from "./snippets.js";
import { summaryText } from "./summary-text.js";
import { tidied } from "./tidying.js";
import { UserIndexes } from "./user-indexes.js";

/** Where the passages come from. */
export interface PassageSources {
  readonly conversations: ConversationFeed & PassageTexts["conversations"];
  readonly memories: MemoryFeed & PassageTexts["memories"];
  readonly users: Pick<UserRepository, "get">;
}

/** Search over what memories, summaries and transcripts say, by an index a user in this process: see `UserIndexes`. */
export class InProcessPassageIndex implements PassageIndex {
  readonly #indexes: UserIndexes<HeldPassages>;

  /**
   * @param room what it shares with other indexes.
   * @param neighbours what those beside a snippet add to it, as `NEIGHBOURS`.
   */
  constructor(
    private readonly sources: PassageSources,
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
    return this.#indexes.use(userId, (held) => {
      const found = held.find(text, limit, this.room.scratch, this.neighbours);
      return new PassageReader(this.sources, userId, held.userName ?? userId, found).passages(limit);
    });
  }

  async #bringUpToDate(userId: string, held: HeldPassages): Promise<void> {
    const user = await this.sources.users.get(userId);
    const userName = user?.state.displayName ?? userId;
    if (userName !== held.userName) {
      // What the user said is found by their name.
      await this.#letGoOfConversations(held, held.conversations);
      held.conversationsMark = undefined;
      held.userName = userName;
    }
    await this.#followMemories(userId, held);
    await this.#followConversations(userId, held);
  }

  #followMemories(userId: string, held: HeldPassages): Promise<void> {
    return follow(this.sources.memories, userId, held.memoriesMark, {
      begin: () => this.#letGoOfMemories(held, held.memories),
      letGo: (ids) => this.#letGoOfMemories(held, ids),
      takeIn: (present) => this.#takeInMemories(held, present),
      settle: async (mark) => {
        await this.#settle(userId, held);
        held.memoriesMark = mark;
      },
    });
  }

  #followConversations(userId: string, held: HeldPassages): Promise<void> {
    return follow(this.sources.conversations, userId, held.conversationsMark, {
      begin: () => this.#letGoOfConversations(held, held.conversations),
      letGo: (ids) => this.#letGoOfConversations(held, ids),
      takeIn: (present) => this.#takeInConversations(userId, held, present),
      settle: async (mark) => {
        await this.#settle(userId, held);
        held.conversationsMark = mark;
      },
    });
  }

  async #settle(userId: string, held: HeldPassages): Promise<void> {
    await tidied(held.index);
    this.#indexes.weigh(userId, held);
  }

  async #letGoOfMemories(held: HeldPassages, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      held.removeMemory(id);
      if (isHoldingUp()) await giveWay();
    }
  }

  async #takeInMemories(held: HeldPassages, present: readonly SearchableMemory[]): Promise<void> {
    for (const { id, content } of present) {
      held.putMemory(id, read(content));
      if (isHoldingUp()) await giveWay();
    }
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
      this.#indexes.weigh(userId, held);
      if (isHoldingUp()) await giveWay();
    }
  }

  async #takeInTranscript(userId: string, held: HeldPassages, id: string): Promise<void> {
    const transcript = (await this.sources.conversations.transcripts(userId, [id])).get(id);
    if (isHoldingUp()) await giveWay();
    held.beginConversation(id);
    if (!transcript) return;
    for (const snippet of snippetsIn(transcript)) {
      held.addSnippet(id, read(searchedText(transcript, snippet, held.userName ?? userId)));
      if (isHoldingUp()) await giveWay();
    }
  }
}
