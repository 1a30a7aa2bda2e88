import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { builtInMemoryIndex, builtInPassageIndex, IndexRoom } from "../../../src/adapters/language/index.js";
import { Transcript } from "../../../src/domain/transcript.js";
import { User } from "../../../src/domain/user.js";
import type { Passage, PassageIndex, Store } from "../../../src/ports/index.js";
import { aConversation, aMemory, anExtractedMemory, aSummary, recorded } from "../../../src/testing/index.js";
import { except } from "../../support/core.js";

const now = new Date("2026-03-02T10:00:00.000Z");

describe("passages of what was said", () => {
  let store: Store;
  let index: PassageIndex;

  beforeEach(() => {
    store = openInMemoryStore();
    index = builtInPassageIndex(store);
  });

  const talk = async (id: string, texts: readonly string[], title = "Talk", userId = "ada"): Promise<void> => {
    const conversation = aConversation({ id, userId, summary: aSummary({ title, overview: "" }) });
    await store.conversations.insertOrGet(recorded(conversation, ...texts));
  };
  const search = (query: string, limit = 10, userId = "ada"): Promise<readonly Passage[]> =>
    index.search(userId, query, limit);
  const segmentsOf = (passages: readonly Passage[]): (readonly string[])[] =>
    passages.map(({ segmentIds }) => segmentIds);
  const filler = (number: number): string =>
    `Nothing much happened on the way number ${number} through the long valley.`;

  it("are of memories, summaries and transcripts, each with where it comes from", async () => {
    await talk("c", ["We painted the boat in the harbour all afternoon."], "Boats");
    await store.memories.addOrGet("ada", [aMemory({ id: "m", content: "Owns a small boat" })], (before) => before);
    const source = { conversationId: "c", segmentIds: ["c-0"], foundAs: "x" };
    const extracted = anExtractedMemory({ id: "x", content: "Paints a boat", sources: [source] });
    await store.memories.replaceExtracted("ada", "c", [extracted], 1, now);
    const passages = await search("boat");
    const plain = passages.map(({ conversationId, memoryId, segmentIds, text }) => ({
      conversationId,
      memoryId,
      segmentIds,
      text,
    }));
    expect(plain).to.have.deep.members([
      { conversationId: null, memoryId: "m", segmentIds: [], text: "Owns a small boat" },
      { conversationId: "c", memoryId: "x", segmentIds: ["c-0"], text: "Paints a boat" },
      { conversationId: "c", memoryId: null, segmentIds: [], text: "Boats" },
      {
        conversationId: "c",
        memoryId: null,
        segmentIds: ["c-0"],
        text: "Speaker 0: We painted the boat in the harbour all afternoon.",
      },
    ]);
    const relevances = passages.map(({ relevance }) => relevance);
    expect(relevances).to.deep.equal(relevances.toSorted((a, b) => b - a));
    for (const relevance of relevances) {
      expect(relevance).to.be.within(0.0001, 1);
      expect(relevance).to.equal(Number(relevance.toFixed(4)));
    }
  });

  it("have what stands beside them, and no two have the same words", async () => {
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

  it("count what stands beside them: the answer is found though it shares no word with the question", async () => {
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

  it("find what a person says by their name", async () => {
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

  it("are under the name that the user has by now", async () => {
    await store.users.insertOrGet(User.create({ id: "ada", displayName: "Ada", now }));
    const transcript = Transcript.create("c", [{ text: "I repaired the radio.", start: 0, end: 5, isUser: true }]);
    await store.conversations.insertOrGet({ conversation: aConversation({ id: "c", userId: "ada" }), transcript });
    expect((await search("radio"))[0]?.text).to.equal("Ada: I repaired the radio.");
    await store.users.update("ada", (before) => User.restore({ ...before.state, displayName: "Countess" }));
    expect((await search("What did the Countess repair?"))[0]?.text).to.equal("Countess: I repaired the radio.");
  });

  it("are of what is there now, in every process", async () => {
    const other = builtInPassageIndex(store);
    const both = async (query: string): Promise<(readonly string[])[][]> => [
      segmentsOf(await search(query)),
      segmentsOf(await other.search("ada", query, 10)),
    ];
    expect(await both("telescope")).to.deep.equal([[], []]);
    await talk("c", ["The telescope is in the attic of the house."]);
    expect(await both("telescope")).to.deep.equal([[["c-0"]], [["c-0"]]]);
    await store.conversations.update("ada", "c", (before) => before.edit({ title: "Observatory" }, now));
    expect((await both("observatory"))[1]).to.deep.equal([[]]);
    expect(await both("telescope")).to.deep.equal([[["c-0"]], [["c-0"]]]);
    await store.conversations.update("ada", "c", (before) => before.edit({ discarded: true }, now));
    expect(await both("telescope")).to.deep.equal([[], []]);
    await store.conversations.update("ada", "c", (before) => before.edit({ discarded: false }, now));
    expect(await both("telescope")).to.deep.equal([[["c-0"]], [["c-0"]]]);
    await store.conversations.bury("ada", "c");
    expect(await both("telescope")).to.deep.equal([[], []]);
    expect(await both("observatory")).to.deep.equal([[], []]);
  });

  it("are not of memories that were changed, rejected or deleted", async () => {
    const texts = async (query: string): Promise<string[]> => (await search(query)).map(({ text }) => text);
    await store.memories.addOrGet("ada", [aMemory({ id: "m", content: "Owns a boat" })], (before) => before);
    expect(await texts("boat")).to.deep.equal(["Owns a boat"]);
    await store.memories.update("ada", "m", (before) => before.edit({ content: "Owns a kayak" }, now));
    expect(await texts("boat")).to.not.include("Owns a boat");
    expect(await texts("kayak")).to.deep.equal(["Owns a kayak"]);
    await store.memories.update("ada", "m", (before) => before.edit({ userReview: false }, now));
    expect(await texts("kayak")).to.deep.equal([]);
    await store.memories.update("ada", "m", (before) => before.edit({ userReview: true }, now));
    expect(await texts("kayak")).to.deep.equal(["Owns a kayak"]);
    await store.memories.bury("ada", "m");
    expect(await texts("kayak")).to.deep.equal([]);
  });

  it("are not of what is deleted between the look at the changes and the reading of the words", async () => {
    await talk("c", ["The telescope is in the attic of the house."]);
    await talk("d", ["A telescope stands on the roof of the school."]);
    const conversations = except(store.conversations, {
      transcripts: async (userId, ids) => {
        const found = await store.conversations.transcripts(userId, ids);
        if (isLoaded) await store.conversations.update("ada", "c", (before) => before.markDeleting(now, 1_000));
        return found;
      },
    });
    let isLoaded = false;
    index = builtInPassageIndex({ ...store, conversations });
    expect(segmentsOf(await search("telescope"))).to.have.deep.members([["c-0"], ["d-0"]]);
    isLoaded = true;
    expect(segmentsOf(await search("telescope"))).to.deep.equal([["d-0"]]);
  });

  it("keep users apart", async () => {
    await talk("c", ["The telescope is in the attic of the house."]);
    await talk("his", ["The telescope is in the cellar of the house."], "Talk", "bob");
    expect(segmentsOf(await search("telescope"))).to.deep.equal([["c-0"]]);
    expect(segmentsOf(await search("telescope", 10, "bob"))).to.deep.equal([["his-0"]]);
  });

  it("are as many as asked for at most, and in the same order each time", async () => {
    for (let number = 0; number < 30; number += 1) await talk(`c${number}`, ["The telescope is in the attic."]);
    const all = await search("telescope", 50);
    expect(all).to.have.length(30);
    expect(all.map(({ conversationId }) => conversationId)).to.deep.equal(
      Array.from({ length: 30 }, (_, number) => `c${number}`).sort(),
    );
    expect(await search("telescope", 3)).to.deep.equal(all.slice(0, 3));
  });

  it("share the room with the memories' index: who was asked longest ago has to leave", async () => {
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
    const alone = new IndexRoom(Infinity);
    await builtInPassageIndex(store, alone).search("user 0", "valley", 10);
    const bound = 3.5 * alone.bytes;
    const room = new IndexRoom(bound);
    index = builtInPassageIndex(store, room);
    const memories = builtInMemoryIndex(store.memories, room);
    for (const userId of [...users, ...users]) {
      expect(await search("valley", 1, userId)).to.have.length(1);
      expect(await memories.search(userId, "boat", 1)).to.have.length(1);
      expect(room.bytes).to.be.at.most(bound);
    }
  });

  it("go on after a failure", async () => {
    let failures = 1;
    const conversations = except(store.conversations, {
      transcripts: (userId, ids) =>
        (failures -= 1) >= 0 ? Promise.reject(new Error("away")) : store.conversations.transcripts(userId, ids),
    });
    index = builtInPassageIndex({ ...store, conversations });
    await talk("c", ["The telescope is in the attic of the house."]);
    let failure: unknown;
    await search("telescope").catch((error: unknown) => (failure = error));
    expect(String(failure)).to.include("away");
    expect(segmentsOf(await search("telescope"))).to.deep.equal([["c-0"]]);
  });
});
