import { expect } from "chai";
import { BuiltInFactComparer } from "../../../src/adapters/nlp/index.js";
import { MAX_RELATED_MEMORIES } from "../../../src/application/memories/related-memories.js";
import {
  MAX_SUPERSEDED_PER_CONVERSATION,
  type RawExtractedMemory,
} from "../../../src/domain/conversation/summary-result.js";
import type { KnownMemory, SummaryContext } from "../../../src/ports/index.js";
import { openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { RecordingLog } from "../../support/proactive-fixture.js";
import { summariseVerbatim } from "../../support/scripted-summariser.js";

const day = (number: number) => new Date(Date.UTC(2025, 11, number));

/** Finds these facts, the first of which may supersede known ones. */
async function hear(
  core: TestCore,
  on: number,
  find: (known: readonly KnownMemory[]) => readonly (Partial<RawExtractedMemory> & { readonly content: string })[],
  words = "Something about me.",
): Promise<string> {
  core.summariser.addScript(async (transcript, context) => ({
    ...summariseVerbatim(transcript),
    memories: find(await shownIn(context)).map((fact) => ({ category: "core", segmentIds: [], ...fact })),
  }));
  const input = { ...segmentsInput(words), startedAt: day(on) };
  return (await core.conversations.createFromSegments(core.requestContext(), input)).id;
}

const shownIn = async (context: SummaryContext): Promise<readonly KnownMemory[]> =>
  (await context.loadKnownMemories?.()) ?? [];

const placeOf = (known: readonly KnownMemory[], content: string): { readonly supersedesFact: number } => ({
  supersedesFact: known.findIndex((fact) => fact.content === content),
});

const contentsOf = async (core: TestCore): Promise<readonly string[]> => {
  const query = { filter: {}, page: { limit: 100 }, includeTotal: false };
  return (await core.memories.list(core.requestContext(), query)).items.map(({ state }) => state.content).sort();
};

const historyOf = async (core: TestCore, content: string): Promise<readonly string[]> => {
  const query = { filter: {}, page: { limit: 100 }, includeTotal: false };
  const { items } = await core.memories.list(core.requestContext(), query);
  const id = items.find(({ state }) => state.content === content)?.state.id ?? "nowhere";
  return (await core.memories.getHistory(core.requestContext(), id)).map(({ memory }) => memory.content);
};

describe("Related memories", () => {
  it("are passed to the summariser, and can be superseded by a new fact", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Lives in Paris" }]);
    let shown: readonly KnownMemory[] = [];
    await hear(core, 2, (known) => {
      shown = known;
      return [{ content: "Lives in Rome", ...placeOf(known, "Lives in Paris") }];
    });
    expect(shown).to.deep.equal([{ content: "Lives in Paris", isSupersedable: true }]);
    expect(await contentsOf(core)).to.deep.equal(["Lives in Rome"]);
    expect(await historyOf(core, "Lives in Rome")).to.deep.equal(["Lives in Paris"]);
  });

  it("are not superseded by a fact about another subject, which is logged", async () => {
    const log = new RecordingLog();
    const core = openCore({ ports: { factComparer: new BuiltInFactComparer(), log } });
    await hear(core, 1, () => [{ content: "Is allergic to penicillin" }, { content: "Lives in Paris" }]);
    const id = await hear(core, 2, (facts) => [
      { content: "Is learning the cello", ...placeOf(facts, "Is allergic to penicillin") },
      { content: "Lives in Rome", ...placeOf(facts, "Lives in Paris") },
    ]);
    expect(await contentsOf(core)).to.deep.equal([
      "Is allergic to penicillin",
      "Is learning the cello",
      "Lives in Rome",
    ]);
    const rejected = log.fieldsOf("memory.supersession_rejected");
    expect(rejected.map(({ conversation }) => conversation)).to.deep.equal([id]);
    expect(await core.store.memories.get("ada", String(rejected[0]?.["memory"]))).to.have.nested.property(
      "state.content",
      "Is allergic to penicillin",
    );
    expect(JSON.stringify(log.events)).not.to.match(/penicillin|cello/);
  });

  it("exclude the conversation's own memories when it is reprocessed", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Lives in Paris" }]);
    const id = await hear(core, 2, (known) => [{ content: "Lives in Rome", ...placeOf(known, "Lives in Paris") }]);
    const seen: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      core.summariser.addScript(async (transcript, context) => {
        const known = await shownIn(context);
        seen.push(...known.map(({ content }) => content));
        const claim = placeOf(known, "Lives in Paris");
        const memories = [{ content: "Lives in Rome", category: "core", segmentIds: [], ...claim } as const];
        return { ...summariseVerbatim(transcript), memories };
      });
      await core.conversations.reprocess(core.requestContext(), id);
      expect(await historyOf(core, "Lives in Rome")).to.deep.equal(["Lives in Paris"]);
    }
    expect(seen).to.deep.equal(["Lives in Paris", "Lives in Paris"]);
    core.summariser.addScript((transcript) => summariseVerbatim(transcript));
    await core.conversations.reprocess(core.requestContext(), id);
    expect(await contentsOf(core)).to.deep.equal(["Lives in Paris"]);
  });

  it("cannot be superseded when they are user-created, newer or not passed to the summariser", async () => {
    const core = openCore();
    await core.memories.create(core.requestContext(), { content: "Sings" });
    await hear(core, 1, () => [{ content: "Dances" }]);
    await hear(core, 9, () => [{ content: "Paints" }]);
    let shown: readonly KnownMemory[] = [];
    await hear(core, 2, (known) => {
      shown = known;
      const claims = ["Sings", "Paints", "nothing"].map((content) => placeOf(known, content));
      return [...claims, { supersedesFact: 99 }, { supersedesFact: 0.5 }].map((claim, n) => ({
        content: `Claim ${n}`,
        ...claim,
      }));
    });
    const open = shown.filter(({ isSupersedable: isOpen }) => isOpen).map(({ content }) => content);
    expect([shown.length, open]).to.deep.equal([3, ["Dances"]]);
    expect(await contentsOf(core))
      .to.include.members(["Sings", "Dances", "Paints"])
      .and.to.have.length(8);
  });

  it("are not superseded when the user edits them during processing", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Dances" }]);
    const query = { filter: {}, page: { limit: 1 }, includeTotal: false };
    const [fact] = (await core.memories.list(core.requestContext(), query)).items;
    core.summariser.addScript(async (transcript, context) => {
      const claim = placeOf(await shownIn(context), "Dances");
      await core.memories.update(core.requestContext(), fact?.state.id ?? "", { content: "Dances tango" });
      return {
        ...summariseVerbatim(transcript),
        memories: [{ content: "Rests", category: "core", segmentIds: [], ...claim }],
      };
    });
    await core.conversations.createFromSegments(core.requestContext(), {
      ...segmentsInput("No more dancing."),
      startedAt: day(2),
    });
    expect(await contentsOf(core)).to.deep.equal(["Dances tango", "Rests"]);
  });

  it("are superseded up to a maximum per conversation", async () => {
    const core = openCore();
    const facts = Array.from({ length: MAX_SUPERSEDED_PER_CONVERSATION + 3 }, (_, n) => ({ content: `Fact ${n}` }));
    await hear(core, 1, () => facts);
    await hear(core, 2, (known) => known.map((_, place) => ({ content: `Counter ${place}`, supersedesFact: place })));
    const left = (await contentsOf(core)).filter((content) => content.startsWith("Fact"));
    expect(left).to.have.length(facts.length - MAX_SUPERSEDED_PER_CONVERSATION);
  });

  it("are limited to the most relevant ones, then the newest", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Is allergic to penicillin" }]);
    for (let on = 2; on < 6; on += 1) {
      await hear(core, on, () => Array.from({ length: 20 }, (_, n) => ({ content: `Has the number ${on * 100 + n}` })));
    }
    let shown: readonly KnownMemory[] = [];
    const rest = "Nothing of it matters at all. ".repeat(200);
    await hear(core, 7, (known) => ((shown = known), []), `The penicillin allergy is over. ${rest}`);
    expect(shown).to.have.length(MAX_RELATED_MEMORIES);
    expect(shown.map(({ content }) => content)).to.include.members(["Is allergic to penicillin", "Has the number 500"]);
  });

  it("never include memories of another user", async () => {
    const core = openCore();
    await core.memories.create(core.requestContext("bob"), { content: "Has a secret" });
    let shown: readonly KnownMemory[] = [{ content: "?", isSupersedable: true }];
    await hear(core, 1, (known) => ((shown = known), []), "Bob has a secret.");
    expect(shown).to.deep.equal([]);
  });
});
