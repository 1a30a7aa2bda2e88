import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import {
  createBuiltInMemoryIndex,
  createBuiltInPassageIndex,
  IndexMemoryBudget,
  InProcessPassageIndex,
} from "../../../src/adapters/search/index.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import { User } from "../../../src/domain/user/user.js";
import type { MemoryIndex, Passage, PassageIndex, Store } from "../../../src/ports/index.js";
import { aConversation, aMemory, aSummary, withTranscript } from "../../../src/testing/index.js";
import { withOverrides } from "../../support/test-core.js";

const now = new Date("2026-03-02T10:00:00.000Z");

describe("The in-process passage index", () => {
  let store: Store;
  let index: PassageIndex;

  beforeEach(() => {
    store = openInMemoryStore();
    index = createBuiltInPassageIndex(store);
  });

  const talk = async (id: string, texts: readonly string[], title = "Talk", userId = "ada"): Promise<void> => {
    const conversation = aConversation({ id, userId, summary: aSummary({ title, overview: "" }) });
    await store.conversations.insertOrGet(withTranscript(conversation, ...texts));
  };
  const search = (query: string, limit = 10, userId = "ada"): Promise<readonly Passage[]> =>
    index.search(userId, query, limit);
  const segmentsOf = (passages: readonly Passage[]): (readonly string[])[] =>
    passages.map(({ segmentIds }) => segmentIds);
  const filler = (number: number): string =>
    `Nothing much happened on the way number ${number} through the long valley.`;

  it("returns passages with adjacent segments and without overlap", async () => {
    const texts = Array.from({ length: 40 }, (_, number) => filler(number));
    texts[20] = "The old lighthouse keeper sold us his telescope.";
    texts[21] = "He wanted two hundred for it, which was a fair price.";
    texts[30] = "The telescope broke within a week, which was a pity.";
    await talk("c", texts);
    const passages = await search("Who sold the telescope?");
    expect(passages[0]?.segmentIds).to.include.members(["c-20", "c-21"]);
    const ids = passages.flatMap(({ segmentIds }) => segmentIds);
    expect(ids).to.include("c-30");
    expect(new Set(ids).size).to.equal(ids.length);
    for (const { segmentIds, text } of passages) {
      expect(segmentIds.length).to.be.at.most(5);
      expect(text.split(/\s+/).length).to.be.at.most(140);
    }
  });

  it("returns duplicate text once, regardless of case and punctuation", async () => {
    const said = "The telescope is in the attic of the house.";
    await talk("a", [said]);
    await talk("b", [said]);
    await talk("c", [said.toUpperCase().replace(".", "!")]);
    await talk("d", ["My telescope was in the attic of the barn."]);
    const passages = await search("Where is the telescope in the attic?");
    const words = passages.filter(({ segmentIds }) => segmentIds.length > 0);
    expect(words.map(({ text }) => text.toLowerCase())).to.have.length(2);
    expect(words.map(({ conversationId }) => conversationId)).to.include("d");
  });

  it("limits one conversation to half of the results unless nothing else matches", async () => {
    const about = (number: number): string => `The telescope number ${number} stood in room ${number * 7}.`;
    const texts = Array.from({ length: 60 }, (_, at) => (at % 6 === 0 ? about(at) : filler(at)));
    await talk("long", texts, "");
    const alone = await search("telescope", 8);
    expect(alone).to.have.length(8);
    for (let n = 0; n < 8; n += 1) await talk(`short ${n}`, [filler(n), `${filler(n + 90)} A telescope.`], "");
    const passages = await search("telescope", 8);
    expect(passages).to.have.length(8);
    expect(passages.filter(({ conversationId }) => conversationId === "long").length).to.be.at.most(4);
    const relevances = passages.map(({ relevance }) => relevance);
    expect(relevances).to.deep.equal(relevances.toSorted((a, b) => b - a));
  });

  it("limits memories to half of the results when conversations match too", async () => {
    const contents = ["kayak", "saddle", "violin", "easel", "loom", "anvil", "sextant", "abacus"];
    const memories = contents.map((what) => aMemory({ id: what, content: `Owns a ${what}` }));
    await store.memories.addOrGet("ada", memories, (before) => before);
    const near: MemoryIndex = {
      search: (_userId, _query, limit) =>
        Promise.resolve(contents.slice(0, limit).map((id) => ({ id, relevance: 0.7 }))),
    };
    index = new InProcessPassageIndex(store, near);
    expect(await search("telescope", 6)).to.have.length(6);
    for (let n = 0; n < 8; n += 1) await talk(`${n}`, [`The telescope stood in room ${n * 7}.`, filler(n)], "");
    const passages = await search("Where stood the telescope?", 6);
    expect(passages.filter(({ memoryId }) => memoryId !== null)).to.have.length(3);
    expect(passages).to.have.length(6);
  });

  it("finds an answer through the adjacent question", async () => {
    const said = [
      filler(1),
      filler(2),
      "Did Ana ever mention which school her twins attend?",
      "Saint Martin's, I think.",
    ];
    await talk("c", [...said, filler(3), filler(4)]);
    const [first] = await search("Which school do the twins go to?", 1);
    expect(first?.segmentIds).to.include("c-3");
  });

  it("finds statements by the name of their speaker", async () => {
    const lines = [
      ["Ana", "My favourite dish has always been lentil soup with lemon."],
      ["Bo", "My favourite dish has always been pancakes with cheese."],
    ] as const;
    for (const [speaker, text] of lines) {
      const id = `of-${speaker}`;
      const transcript = Transcript.create(id, [{ speaker, text, start: 0, end: 5 }]);
      const summary = aSummary({ title: "", overview: "" });
      await store.conversations.insertOrGet({
        conversation: aConversation({ id, userId: "ada", summary }),
        transcript,
      });
    }
    expect((await search("What is Bo's favourite dish?", 1))[0]?.text).to.include("pancakes");
    expect((await search("What is Ana's favourite dish?", 1))[0]?.text).to.include("lentil");
  });

  it("uses the user's current display name", async () => {
    await store.users.insertOrGet(User.create({ id: "ada", displayName: "Ada", now }));
    const transcript = Transcript.create("c", [{ text: "I repaired the radio.", start: 0, end: 5, isUser: true }]);
    await store.conversations.insertOrGet({ conversation: aConversation({ id: "c", userId: "ada" }), transcript });
    expect((await search("radio"))[0]?.text).to.equal("Ada: I repaired the radio.");
    await store.users.update("ada", (before) => User.restore({ ...before.state, displayName: "Countess" }));
    expect((await search("What did the Countess repair?"))[0]?.text).to.equal("Countess: I repaired the radio.");
  });

  it("omits a conversation that is deleted while the search reads its text", async () => {
    await talk("c", ["The telescope is in the attic of the house."]);
    await talk("d", ["A telescope stands on the roof of the school."]);
    const conversations = withOverrides(store.conversations, {
      getTranscripts: async (userId, ids) => {
        const found = await store.conversations.getTranscripts(userId, ids);
        if (isLoaded) await store.conversations.update("ada", "c", (before) => before.markDeleting(now, 1_000));
        return found;
      },
    });
    let isLoaded = false;
    index = createBuiltInPassageIndex({ ...store, conversations });
    expect(segmentsOf(await search("telescope"))).to.have.deep.members([["c-0"], ["d-0"]]);
    isLoaded = true;
    expect(segmentsOf(await search("telescope"))).to.deep.equal([["d-0"]]);
  });

  it("shares its memory budget with the memory index by evicting the least recently used user", async () => {
    const users = Array.from({ length: 10 }, (_, number) => `user ${number}`);
    for (const userId of users) {
      await talk(
        userId,
        Array.from({ length: 100 }, (_, number) => filler(number)),
        "Talk",
        userId,
      );
      await store.memories.addOrGet(userId, [aMemory({ userId, content: "Owns a boat" })], (before) => before);
    }
    const alone = new IndexMemoryBudget(Infinity);
    await createBuiltInPassageIndex(store, alone).search("user 0", "valley", 10);
    const bound = 3.5 * alone.bytes;
    const room = new IndexMemoryBudget(bound);
    index = createBuiltInPassageIndex(store, room);
    const memories = createBuiltInMemoryIndex(store.memories, room);
    for (const userId of [...users, ...users]) {
      expect(await search("valley", 1, userId)).to.have.length(1);
      expect(await memories.search(userId, "boat", 1)).to.have.length(1);
      expect(room.bytes).to.be.at.most(bound);
    }
  });

  it("holds the newest transcripts and all summaries when memory is too small for everything", async () => {
    const texts = (number: number): string[] => Array.from({ length: 60 }, (_, at) => `${filler(at)} Wharf${number}.`);
    for (let number = 0; number < 20; number += 1) await talk(`c${number}`, texts(number), `Pier${number}`);
    const whole = new IndexMemoryBudget(Infinity);
    await createBuiltInPassageIndex(store, whole).search("ada", "valley", 10);
    const room = new IndexMemoryBudget(whole.bytes);
    index = createBuiltInPassageIndex(store, room);
    expect((await search("Wharf19"))[0]?.conversationId).to.equal("c19");
    expect(room.bytes).to.be.at.most(0.8 * whole.bytes);
    expect(await search("Wharf0")).to.deep.equal([]);
    expect((await search("Pier0"))[0]?.conversationId).to.equal("c0");
    await store.conversations.update("ada", "c0", (before) => before.markDeleting(now, 1_000));
    expect(await search("Pier0")).to.deep.equal([]);
  });

  it("stays within the memory budget while many indexes are loaded", async () => {
    const users = Array.from({ length: 8 }, (_, number) => `user ${number}`);
    for (const userId of users) {
      for (let number = 0; number < 5; number += 1) {
        const texts = Array.from({ length: 60 }, (_, at) => filler(number * 60 + at));
        await talk(`${userId} ${number}`, texts, "", userId);
      }
    }
    const whole = new IndexMemoryBudget(Infinity);
    await createBuiltInPassageIndex(store, whole).search("user 0", "valley", 10);
    const bound = 1.5 * whole.bytes;
    const room = new IndexMemoryBudget(bound);
    let most = 0;
    const conversations = withOverrides(store.conversations, {
      getTranscripts: (userId, ids) => {
        most = Math.max(most, room.bytes);
        return store.conversations.getTranscripts(userId, ids);
      },
    });
    index = createBuiltInPassageIndex({ ...store, conversations }, room);
    const found = await Promise.all(users.map((userId) => search("valley", 10, userId)));
    expect(found.map(({ length }) => length)).to.deep.equal(users.map(() => 10));
    expect(most).to.be.within(1, bound);
    expect(room.bytes).to.be.at.most(bound);
  });

  it("recovers after a failure", async () => {
    let failures = 1;
    const conversations = withOverrides(store.conversations, {
      getTranscripts: (userId, ids) =>
        (failures -= 1) >= 0 ? Promise.reject(new Error("away")) : store.conversations.getTranscripts(userId, ids),
    });
    index = createBuiltInPassageIndex({ ...store, conversations });
    await talk("c", ["The telescope is in the attic of the house."]);
    let failure: unknown;
    await search("telescope").catch((error: unknown) => (failure = error));
    expect(String(failure)).to.include("away");
    expect(segmentsOf(await search("telescope"))).to.deep.equal([["c-0"]]);
  });
});
