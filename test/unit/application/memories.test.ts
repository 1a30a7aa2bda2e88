import { expect } from "chai";
import type { DigestMemory } from "../../../src/domain/digest.js";
import type { ListMemories } from "../../../src/ports/driving/memories.js";
import { openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";
import { digestOf } from "../../support/scripted-summariser.js";

const all: ListMemories = { filter: {}, page: { limit: 25 }, withTotal: false };

const contentsOf = async ({ memories, call }: Core): Promise<string[]> =>
  (await memories.list(call(), all)).items.map(({ state }) => state.content).sort();

/** Holds a conversation in which these facts are found. */
async function telling(core: Core, ...contents: readonly string[]): Promise<string> {
  finding(core, ...contents);
  return (await core.conversations.createFromSegments(core.call(), saying("We talked for a while."))).id;
}

function finding({ summariser }: Core, ...contents: readonly string[]): void {
  summariser.next((transcript) => {
    const segmentIds = transcript.segments.map(({ id }) => id);
    const found = contents.map((content): DigestMemory => ({ content, category: "hobbies", segmentIds }));
    return digestOf(transcript, { memories: found });
  });
}

describe("memories: creation", () => {
  it("finds a category where none is given", async () => {
    const { memories, call } = openCore();
    expect((await memories.create(call(), { content: "I play the piano" })).state.category).to.equal("hobbies");
    expect((await memories.create(call(), { content: "I play chess", category: "work" })).state.category).to.equal(
      "work",
    );
  });

  it("is the same memory for the same content", async () => {
    const core = openCore();
    const first = await core.memories.create(core.call(), { content: "I row" });
    expect((await core.memories.create(core.call(), { content: " I ROW" })).state).to.deep.equal(first.state);
    expect(await contentsOf(core)).to.deep.equal(["I row"]);
  });

  it("of several answers one for each, and counts the new ones", async () => {
    const { memories, call } = openCore();
    await memories.create(call(), { content: "known" });
    const inputs = ["a", "known", "b", "A"].map((content) => ({ content }));
    const { memories: answered, createdCount } = await memories.createBatch(call(), inputs);
    expect(answered.map(({ state }) => state.content)).to.deep.equal(["a", "known", "b", "a"]);
    expect(createdCount).to.equal(2);
    expect(await memories.createBatch(call(), [])).to.deep.equal({ memories: [], createdCount: 0 });
  });

  it("with the same ids again answers what there is, and nothing comes back that was deleted", async () => {
    const core = openCore();
    const ids = { fresh: () => "derived", derived: () => "derived" };
    const repeatable = { ...core.call(), ids };
    const first = await core.memories.create(repeatable, { content: "I row" });
    await core.memories.update(core.call(), first.state.id, { content: "I sail" });
    expect((await core.memories.create(repeatable, { content: "I row" })).state.content).to.equal("I sail");
    await core.memories.delete(core.call(), first.state.id);
    await rejection("conflict", core.memories.createBatch(repeatable, [{ content: "I row" }]));
    expect(await contentsOf(core)).to.deep.equal([]);
  });

  it("stores nothing of what is refused", async () => {
    const core = openCore();
    await rejection("invalid", core.memories.create(core.call(), { content: " " }));
    await rejection("invalid", core.memories.createBatch(core.call(), [{ content: "a" }, { content: "" }]));
    expect(await contentsOf(core)).to.deep.equal([]);
  });
});

describe("memories: what conversations say", () => {
  it("is known with where it was said, since it was said", async () => {
    const core = openCore();
    const startedAt = new Date("2025-12-24T18:00:00.000Z");
    finding(core, "Ada rows", "ada ROWS");
    const { id } = await core.conversations.createFromSegments(core.call(), { ...saying("I row."), startedAt });
    const { items } = await core.memories.list(core.call(), all);
    expect(items.map(({ state }) => state)).to.have.length(1);
    expect(items[0]?.state).to.deep.include({
      content: "Ada rows",
      category: "hobbies",
      createdAt: startedAt,
      manuallyAdded: false,
      reviewed: false,
      sources: [{ conversationId: id, segmentIds: [`${id}-0`], foundAs: items[0]?.state.id }],
    });
  });

  it("becomes the user's when they say it", async () => {
    const core = openCore();
    const id = await telling(core, "Ada rows");
    const adopted = await core.memories.create(core.call(), { content: "ADA rows" });
    expect(adopted.state).to.include({ content: "Ada rows", manuallyAdded: true, reviewed: true, userReview: true });
    await core.conversations.delete(core.call(), id);
    expect(await contentsOf(core)).to.deep.equal(["Ada rows"]);
  });

  it("prevents that the conversation is discarded, whatever the verdict", async () => {
    const core = openCore();
    core.summariser.next((transcript) =>
      digestOf(transcript, { discard: true, memories: [{ content: "Ada rows", category: "core", segmentIds: [] }] }),
    );
    const { discarded } = await core.conversations.createFromSegments(core.call(), saying("Hm."));
    expect([discarded, await contentsOf(core)]).to.deep.equal([false, ["Ada rows"]]);
  });

  it("is found anew when it is processed again, without what was deleted, and edited words stand", async () => {
    const core = openCore();
    const id = await telling(core, "edited", "deleted", "lost");
    const { items } = await core.memories.list(core.call(), all);
    const idOf = (content: string): string => items.find(({ state }) => state.content === content)?.state.id ?? "";
    await core.memories.update(core.call(), idOf("edited"), { content: "in my words" });
    await core.memories.delete(core.call(), idOf("deleted"));
    finding(core, "edited", "deleted", "new");
    await core.conversations.reprocess(core.call(), id);
    expect(await contentsOf(core)).to.deep.equal(["in my words", "new"]);
    await telling(core, "deleted");
    expect(await contentsOf(core)).to.deep.equal(["deleted", "in my words", "new"]);
  });

  it("goes with the conversation, but for what another says or the user touched", async () => {
    const core = openCore();
    const id = await telling(core, "gone", "shared", "touched");
    const other = await telling(core, "SHARED");
    const { items } = await core.memories.list(core.call(), all);
    const touched = items.find(({ state }) => state.content === "touched")?.state.id ?? "";
    await core.memories.update(core.call(), touched, { visibility: "public" });
    await core.conversations.delete(core.call(), id);
    expect(await contentsOf(core)).to.deep.equal(["shared", "touched"]);
    expect((await core.memories.get(core.call(), touched)).state.sources).to.deep.equal([]);
    await core.conversations.delete(core.call(), other);
    expect(await contentsOf(core)).to.deep.equal(["touched"]);
  });

  it("is dropped when it is invalid, and the conversation is kept", async () => {
    const core = openCore();
    core.summariser.next((transcript) =>
      digestOf(transcript, {
        memories: ["a".repeat(501), "Ada rows"].map((content) => ({ content, category: "core", segmentIds: [] })),
      }),
    );
    const { status } = await core.conversations.createFromSegments(core.call(), saying("I row."));
    expect([status, await contentsOf(core)]).to.deep.equal(["completed", ["Ada rows"]]);
  });
});

describe("memories: the rest", () => {
  it("are unknown to others", async () => {
    const { memories, call } = openCore();
    const { id } = (await memories.create(call("ada"), { content: "I row" })).state;
    for (const asked of [
      memories.get(call("bob"), id),
      memories.update(call("bob"), id, { tags: [] }),
      memories.delete(call("bob"), id),
      memories.get(call("ada"), "nowhere"),
    ]) {
      expect((await rejection("not_found", asked)).message).to.equal("Memory not found");
    }
  });

  it("are refused a broken patch before they are looked for", async () => {
    const { memories, call } = openCore();
    await rejection("invalid", memories.update(call(), "nowhere", {}));
    await rejection("invalid", memories.update(call(), "nowhere", { content: " " }));
  });

  it("refuse the content of another", async () => {
    const { memories, call } = openCore();
    await memories.create(call(), { content: "one" });
    const { id } = (await memories.create(call(), { content: "two" })).state;
    await rejection("conflict", memories.update(call(), id, { content: "ONE" }));
    expect((await memories.update(call(), id, { content: "TWO" })).state.content).to.equal("TWO");
  });

  it("come in pages that say where to go on", async () => {
    const { memories, call } = openCore();
    const inputs = Array.from({ length: 5 }, (_, number) => ({ content: `number ${number}` }));
    await memories.createBatch(call(), inputs);
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: Awaited<ReturnType<typeof memories.list>> = await memories.list(call(), {
        ...all,
        page: { limit: 2, after: next },
        withTotal: true,
      });
      expect(page.total).to.equal(5);
      seen.push(...page.items.map(({ state }) => state.content));
      next = page.next;
    }
    expect(seen.sort()).to.deep.equal(inputs.map(({ content }) => content));
  });
});
