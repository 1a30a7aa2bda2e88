import { expect } from "chai";
import { BuiltInFactComparer } from "../../../src/adapters/language/index.js";
import { FACTS_SHOWN } from "../../../src/application/known-facts.js";
import { SUPERSEDED_AT_ONCE } from "../../../src/domain/digest.js";
import type { FoundFact, KnownFact, SummaryContext } from "../../../src/ports/index.js";
import { openCore, saying, type Core } from "../../support/core.js";
import { RecordingLog } from "../../support/proactive.js";
import { digestOf } from "../../support/scripted-summariser.js";

const day = (number: number) => new Date(Date.UTC(2025, 11, number));

/** Finds these facts, the first of which may supersede known ones. */
async function hear(
  core: Core,
  on: number,
  find: (known: readonly KnownFact[]) => readonly (Partial<FoundFact> & { readonly content: string })[],
  words = "Something about me.",
): Promise<string> {
  core.summariser.next(async (transcript, context) => ({
    ...digestOf(transcript),
    memories: find(await shownIn(context)).map((fact) => ({ category: "core", segmentIds: [], ...fact })),
  }));
  const input = { ...saying(words), startedAt: day(on) };
  return (await core.conversations.createFromSegments(core.call(), input)).id;
}

const shownIn = async (context: SummaryContext): Promise<readonly KnownFact[]> => (await context.knownFacts?.()) ?? [];

const placeOf = (known: readonly KnownFact[], content: string): { readonly supersedesFact: number } => ({
  supersedesFact: known.findIndex((fact) => fact.content === content),
});

const contentsOf = async (core: Core): Promise<readonly string[]> => {
  const query = { filter: {}, page: { limit: 100 }, withTotal: false };
  return (await core.memories.list(core.call(), query)).items.map(({ state }) => state.content).sort();
};

const historyOf = async (core: Core, content: string): Promise<readonly string[]> => {
  const query = { filter: {}, page: { limit: 100 }, withTotal: false };
  const { items } = await core.memories.list(core.call(), query);
  const id = items.find(({ state }) => state.content === content)?.state.id ?? "nowhere";
  return (await core.memories.history(core.call(), id)).map(({ memory }) => memory.content);
};

describe("what is known of a user", () => {
  it("is shown with a conversation, and a new fact takes the place of an old one", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Lives in Paris" }]);
    let shown: readonly KnownFact[] = [];
    await hear(core, 2, (known) => {
      shown = known;
      return [{ content: "Lives in Rome", ...placeOf(known, "Lives in Paris") }];
    });
    expect(shown).to.deep.equal([{ content: "Lives in Paris", isOpen: true }]);
    expect(await contentsOf(core)).to.deep.equal(["Lives in Rome"]);
    expect(await historyOf(core, "Lives in Rome")).to.deep.equal(["Lives in Paris"]);
  });

  it("is not superseded by a fact about another subject: both are kept, and it is logged", async () => {
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
    const rejected = log.of("memory.supersession_rejected");
    expect(rejected.map(({ conversation }) => conversation)).to.deep.equal([id]);
    expect(await core.store.memories.get("ada", String(rejected[0]?.["memory"]))).to.have.nested.property(
      "state.content",
      "Is allergic to penicillin",
    );
    expect(JSON.stringify(log.events)).not.to.match(/penicillin|cello/);
  });

  it("is what others have said: a conversation that is told anew sees the world without itself", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Lives in Paris" }]);
    const id = await hear(core, 2, (known) => [{ content: "Lives in Rome", ...placeOf(known, "Lives in Paris") }]);
    const seen: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      core.summariser.next(async (transcript, context) => {
        const known = await shownIn(context);
        seen.push(...known.map(({ content }) => content));
        const claim = placeOf(known, "Lives in Paris");
        const memories = [{ content: "Lives in Rome", category: "core", segmentIds: [], ...claim } as const];
        return { ...digestOf(transcript), memories };
      });
      await core.conversations.reprocess(core.call(), id);
      expect(await historyOf(core, "Lives in Rome")).to.deep.equal(["Lives in Paris"]);
    }
    expect(seen).to.deep.equal(["Lives in Paris", "Lives in Paris"]);
    core.summariser.next((transcript) => digestOf(transcript));
    await core.conversations.reprocess(core.call(), id);
    expect(await contentsOf(core)).to.deep.equal(["Lives in Paris"]);
  });

  it("cannot be superseded where it is the user's, was said later or was not shown", async () => {
    const core = openCore();
    await core.memories.create(core.call(), { content: "Sings" });
    await hear(core, 1, () => [{ content: "Dances" }]);
    await hear(core, 9, () => [{ content: "Paints" }]);
    let shown: readonly KnownFact[] = [];
    await hear(core, 2, (known) => {
      shown = known;
      const claims = ["Sings", "Paints", "nothing"].map((content) => placeOf(known, content));
      return [...claims, { supersedesFact: 99 }, { supersedesFact: 0.5 }].map((claim, n) => ({
        content: `Claim ${n}`,
        ...claim,
      }));
    });
    const open = shown.filter(({ isOpen }) => isOpen).map(({ content }) => content);
    expect([shown.length, open]).to.deep.equal([3, ["Dances"]]);
    expect(await contentsOf(core))
      .to.include.members(["Sings", "Dances", "Paints"])
      .and.to.have.length(8);
  });

  it("is as it was when the user has edited it while it was thought about", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Dances" }]);
    const query = { filter: {}, page: { limit: 1 }, withTotal: false };
    const [fact] = (await core.memories.list(core.call(), query)).items;
    core.summariser.next(async (transcript, context) => {
      const claim = placeOf(await shownIn(context), "Dances");
      await core.memories.update(core.call(), fact?.state.id ?? "", { content: "Dances tango" });
      return { ...digestOf(transcript), memories: [{ content: "Rests", category: "core", segmentIds: [], ...claim }] };
    });
    await core.conversations.createFromSegments(core.call(), { ...saying("No more dancing."), startedAt: day(2) });
    expect(await contentsOf(core)).to.deep.equal(["Dances tango", "Rests"]);
  });

  it("is overthrown by one conversation only in part", async () => {
    const core = openCore();
    const facts = Array.from({ length: SUPERSEDED_AT_ONCE + 3 }, (_, n) => ({ content: `Fact ${n}` }));
    await hear(core, 1, () => facts);
    await hear(core, 2, (known) => known.map((_, place) => ({ content: `Counter ${place}`, supersedesFact: place })));
    const left = (await contentsOf(core)).filter((content) => content.startsWith("Fact"));
    expect(left).to.have.length(facts.length - SUPERSEDED_AT_ONCE);
  });

  it("is shown in part: what matters to what was said, then the newest", async () => {
    const core = openCore();
    await hear(core, 1, () => [{ content: "Is allergic to penicillin" }]);
    for (let on = 2; on < 6; on += 1) {
      await hear(core, on, () => Array.from({ length: 20 }, (_, n) => ({ content: `Has the number ${on * 100 + n}` })));
    }
    let shown: readonly KnownFact[] = [];
    const rest = "Nothing of it matters at all. ".repeat(200);
    await hear(core, 7, (known) => ((shown = known), []), `${rest} The penicillin allergy is over.`);
    expect(shown).to.have.length(FACTS_SHOWN);
    expect(shown.map(({ content }) => content)).to.include.members(["Is allergic to penicillin", "Has the number 500"]);
  });

  it("is another user's no more than before", async () => {
    const core = openCore();
    await core.memories.create(core.call("bob"), { content: "Has a secret" });
    let shown: readonly KnownFact[] = [{ content: "?", isOpen: true }];
    await hear(core, 1, (known) => ((shown = known), []), "Bob has a secret.");
    expect(shown).to.deep.equal([]);
  });
});
