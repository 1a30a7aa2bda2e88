import type { MemoryFilter } from "../../../src/ports/driven/store/memory-repositories.js";
import type { FilteredListQuery } from "../../../src/ports/paging.js";
import { expect } from "chai";
import type { ExtractedMemory } from "../../../src/domain/conversation/summary-result.js";
import { openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";
import { summariseVerbatim } from "../../support/scripted-summariser.js";

const all: FilteredListQuery<MemoryFilter> = { filter: {}, page: { limit: 25 }, includeTotal: false };

const contentsOf = async ({ memories, requestContext: call }: TestCore): Promise<string[]> =>
  (await memories.list(call(), all)).items.map(({ state }) => state.content).sort();

/** Holds a conversation in which these facts are found. */
async function telling(core: TestCore, ...contents: readonly string[]): Promise<string> {
  finding(core, ...contents);
  return (await core.conversations.createFromSegments(core.requestContext(), segmentsInput("We talked for a while.")))
    .id;
}

function finding({ summariser }: TestCore, ...contents: readonly string[]): void {
  summariser.addScript((transcript) => {
    const segmentIds = transcript.segments.map(({ id }) => id);
    const found = contents.map((content): ExtractedMemory => ({ content, category: "hobbies", segmentIds }));
    return summariseVerbatim(transcript, { memories: found });
  });
}

describe("Memories: creation", () => {
  it("assigns a category when none is given", async () => {
    const { memories, requestContext: call } = openCore();
    expect((await memories.create(call(), { content: "I play the piano" })).state.category).to.equal("hobbies");
    expect((await memories.create(call(), { content: "I play chess", category: "work" })).state.category).to.equal(
      "work",
    );
  });

  it("returns the existing memory for the same content", async () => {
    const core = openCore();
    const first = await core.memories.create(core.requestContext(), { content: "I row" });
    expect((await core.memories.create(core.requestContext(), { content: " I ROW" })).state).to.deep.equal(first.state);
    expect(await contentsOf(core)).to.deep.equal(["I row"]);
  });

  it("returns one memory per input of a batch and counts the new ones", async () => {
    const { memories, requestContext: call } = openCore();
    await memories.create(call(), { content: "known" });
    const inputs = ["a", "known", "b", "A"].map((content) => ({ content }));
    const { memories: answered, createdCount } = await memories.createBatch(call(), inputs);
    expect(answered.map(({ state }) => state.content)).to.deep.equal(["a", "known", "b", "a"]);
    expect(createdCount).to.equal(2);
    expect(await memories.createBatch(call(), [])).to.deep.equal({ memories: [], createdCount: 0 });
  });

  it("returns existing memories for the same IDs and does not restore deleted ones", async () => {
    const core = openCore();
    const ids = { generate: () => "derived", derive: () => "derived" };
    const repeatable = { ...core.requestContext(), ids };
    const first = await core.memories.create(repeatable, { content: "I row" });
    await core.memories.update(core.requestContext(), first.state.id, { content: "I sail" });
    expect((await core.memories.create(repeatable, { content: "I row" })).state.content).to.equal("I sail");
    await core.memories.delete(core.requestContext(), first.state.id);
    await expectDomainRejection("conflict", core.memories.createBatch(repeatable, [{ content: "I row" }]));
    expect(await contentsOf(core)).to.deep.equal([]);
  });

  it("stores nothing when the input is invalid", async () => {
    const core = openCore();
    await expectDomainRejection("invalid", core.memories.create(core.requestContext(), { content: " " }));
    await expectDomainRejection(
      "invalid",
      core.memories.createBatch(core.requestContext(), [{ content: "a" }, { content: "" }]),
    );
    expect(await contentsOf(core)).to.deep.equal([]);
  });
});

describe("Memories: extraction from conversations", () => {
  it("stores one memory per fact with its source and the conversation's start as its creation time", async () => {
    const core = openCore();
    const startedAt = new Date("2025-12-24T18:00:00.000Z");
    finding(core, "Ada rows", "ada ROWS");
    const { id } = await core.conversations.createFromSegments(core.requestContext(), {
      ...segmentsInput("I row."),
      startedAt,
    });
    const { items } = await core.memories.list(core.requestContext(), all);
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

  it("turns an extracted memory into the user's own when the user creates the same one", async () => {
    const core = openCore();
    const id = await telling(core, "Ada rows");
    const adopted = await core.memories.create(core.requestContext(), { content: "ADA rows" });
    expect(adopted.state).to.include({ content: "Ada rows", manuallyAdded: true, reviewed: true, userReview: true });
    await core.conversations.delete(core.requestContext(), id);
    expect(await contentsOf(core)).to.deep.equal(["Ada rows"]);
  });

  it("prevents the conversation from being discarded", async () => {
    const core = openCore();
    core.summariser.addScript((transcript) =>
      summariseVerbatim(transcript, {
        discard: true,
        memories: [{ content: "Ada rows", category: "core", segmentIds: [] }],
      }),
    );
    const { discarded } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Hm."));
    expect([discarded, await contentsOf(core)]).to.deep.equal([false, ["Ada rows"]]);
  });

  it("on reprocessing restores no deleted memories and keeps edited ones", async () => {
    const core = openCore();
    const id = await telling(core, "edited", "deleted", "lost");
    const { items } = await core.memories.list(core.requestContext(), all);
    const idOf = (content: string): string => items.find(({ state }) => state.content === content)?.state.id ?? "";
    await core.memories.update(core.requestContext(), idOf("edited"), { content: "in my words" });
    await core.memories.delete(core.requestContext(), idOf("deleted"));
    finding(core, "edited", "deleted", "new");
    await core.conversations.reprocess(core.requestContext(), id);
    expect(await contentsOf(core)).to.deep.equal(["in my words", "new"]);
    await telling(core, "deleted");
    expect(await contentsOf(core)).to.deep.equal(["deleted", "in my words", "new"]);
  });

  it("deletes memories with their conversation unless another source or the user has touched them", async () => {
    const core = openCore();
    const id = await telling(core, "gone", "shared", "touched");
    const other = await telling(core, "SHARED");
    const { items } = await core.memories.list(core.requestContext(), all);
    const touched = items.find(({ state }) => state.content === "touched")?.state.id ?? "";
    await core.memories.update(core.requestContext(), touched, { visibility: "public" });
    await core.conversations.delete(core.requestContext(), id);
    expect(await contentsOf(core)).to.deep.equal(["shared", "touched"]);
    expect((await core.memories.get(core.requestContext(), touched)).state.sources).to.deep.equal([]);
    await core.conversations.delete(core.requestContext(), other);
    expect(await contentsOf(core)).to.deep.equal(["touched"]);
  });

  it("drops an invalid memory and completes the conversation", async () => {
    const core = openCore();
    core.summariser.addScript((transcript) =>
      summariseVerbatim(transcript, {
        memories: ["a".repeat(501), "Ada rows"].map((content) => ({ content, category: "core", segmentIds: [] })),
      }),
    );
    const { status } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("I row."));
    expect([status, await contentsOf(core)]).to.deep.equal(["completed", ["Ada rows"]]);
  });
});

describe("Memories: reading and editing", () => {
  it("returns not_found for other users and unknown IDs", async () => {
    const { memories, requestContext: call } = openCore();
    const { id } = (await memories.create(call("ada"), { content: "I row" })).state;
    for (const asked of [
      memories.get(call("bob"), id),
      memories.update(call("bob"), id, { tags: [] }),
      memories.delete(call("bob"), id),
      memories.get(call("ada"), "nowhere"),
    ]) {
      expect((await expectDomainRejection("not_found", asked)).message).to.equal("Memory not found");
    }
  });

  it("validates a patch before the memory is looked up", async () => {
    const { memories, requestContext: call } = openCore();
    await expectDomainRejection("invalid", memories.update(call(), "nowhere", {}));
    await expectDomainRejection("invalid", memories.update(call(), "nowhere", { content: " " }));
  });

  it("rejects a change to the content of another memory with a conflict", async () => {
    const { memories, requestContext: call } = openCore();
    await memories.create(call(), { content: "one" });
    const { id } = (await memories.create(call(), { content: "two" })).state;
    await expectDomainRejection("conflict", memories.update(call(), id, { content: "ONE" }));
    expect((await memories.update(call(), id, { content: "TWO" })).state.content).to.equal("TWO");
  });

  it("lists all memories page by page, following the cursor", async () => {
    const { memories, requestContext: call } = openCore();
    const inputs = Array.from({ length: 5 }, (_, number) => ({ content: `number ${number}` }));
    await memories.createBatch(call(), inputs);
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: Awaited<ReturnType<typeof memories.list>> = await memories.list(call(), {
        ...all,
        page: { limit: 2, after: next },
        includeTotal: true,
      });
      expect(page.total).to.equal(5);
      seen.push(...page.items.map(({ state }) => state.content));
      next = page.nextCursor;
    }
    expect(seen.sort()).to.deep.equal(inputs.map(({ content }) => content));
  });
});
