import { expect } from "chai";
import fc from "fast-check";
import { Memory } from "../../../src/domain/memory/memory.js";
import type { SupersededFact } from "../../../src/domain/memory/memory-state.js";
import type { MemoryRepository } from "../../../src/ports/index.js";
import { aMemory, anExtractedMemory } from "../../../src/testing/index.js";
import { expectDomainRejection } from "../../support/domain-errors.js";
import { selectFromInMemory, selectFromSqlite } from "../../support/stores.js";

const now = new Date("2026-03-09T10:00:00.000Z");
const conversations = ["c0", "c1", "c2", "c3", "c4"] as const;
const contents = ["in Paris", "in Rome", "in Lima", "with Bob", "alone"] as const;
type Conversation = (typeof conversations)[number];
type Content = (typeof contents)[number];

interface Said {
  readonly content: Content;
  /** What it claims to supersede: what this conversation said of it. */
  readonly claim: readonly [Conversation, Content] | null;
}

type Step =
  | { readonly does: "tell" | "tell twice"; readonly conversation: Conversation; readonly said: readonly Said[] }
  | { readonly does: "delete conversation"; readonly conversation: Conversation }
  | { readonly does: "delete" | "edit" | "accept" | "reject" | "restore"; readonly place: number }
  | { readonly does: "write"; readonly content: Content };

const conversation = fc.constantFrom(...conversations);
const content = fc.constantFrom(...contents);
const said = fc.uniqueArray(
  fc.record({ content, claim: fc.option(fc.tuple(conversation, content), { nil: null, freq: 2 }) }),
  { maxLength: 3, selector: (each) => each.content },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constantFrom("tell", "tell twice"), conversation, said }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("delete conversation"), conversation }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom("delete", "edit", "accept", "reject", "restore"),
      place: fc.nat({ max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("write"), content }) },
);

const idOf = (by: Conversation, what: Content): string => `${by} ${what}`;

function foundOf(by: Conversation, { content: what, claim }: Said): Memory {
  const id = idOf(by, what);
  const supersedes = claim ? { supersedes: idOf(...claim) } : {};
  const sources = [{ conversationId: by, segmentIds: [`${by}-0`], foundAs: id, ...supersedes }];
  return anExtractedMemory({
    id,
    content: what,
    createdAt: new Date(Date.UTC(2026, 2, Number(by.slice(1)) + 1)),
    sources,
  });
}

/** What is true of the world outside: what each conversation says, which are deleted, and what the user deleted. */
class World {
  readonly told = new Map<Conversation, readonly Said[]>();
  readonly deleted = new Set<Conversation>();
  /** What the user deleted: the memories, and all that stood in them under another name. */
  readonly gone = new Set<string>();
  readonly buried = new Set<string>();
  private steps = 0;

  constructor(private readonly memories: MemoryRepository) {}

  /** All memories, rejected ones too: those of all ids that there can be. */
  async all(): Promise<Memory[]> {
    const extracted = conversations.flatMap((by) => contents.map((what) => idOf(by, what)));
    const written = Array.from({ length: this.steps }, (_, n) => `own ${n}`);
    return this.memories.getMany("ada", [...extracted, ...written]);
  }

  async take(each: Step): Promise<void> {
    this.steps += 1;
    switch (each.does) {
      case "tell":
      case "tell twice":
        if (this.deleted.has(each.conversation)) return;
        this.told.set(each.conversation, each.said);
        await this.tell(each.conversation);
        if (each.does === "tell twice") await this.repeat(each.conversation);
        return;
      case "delete conversation":
        this.told.delete(each.conversation);
        this.deleted.add(each.conversation);
        await this.memories.detachFromConversation("ada", each.conversation, now);
        return;
      case "write":
        await this.memories.addOrGet(
          "ada",
          [aMemory({ id: `own ${this.steps - 1}`, content: each.content })],
          (existing) => existing.markUserOwned(now),
        );
        return;
      default:
        await this.touch(each.does, each.place);
    }
  }

  private async touch(does: "delete" | "edit" | "accept" | "reject" | "restore", place: number): Promise<void> {
    const all = await this.all();
    if (does === "restore") return this.restore(all, place);
    const memory = all[place % Math.max(1, all.length)];
    if (!memory) return;
    if (does === "delete") {
      this.gone.add(memory.state.id);
      for (const name of memory.allIds) this.buried.add(name);
      await this.memories.deleteWithTombstone("ada", memory.state.id, now);
      return;
    }
    const patch = does === "edit" ? { content: `mine ${this.steps}` } : { userReview: does === "accept" };
    await this.memories.update("ada", memory.state.id, (before) => before.edit(patch, now));
  }

  /** Nothing that was known is lost by it. */
  private async restore(all: readonly Memory[], place: number): Promise<void> {
    const former = all.flatMap(formerOf);
    const fact = former[place % Math.max(1, former.length)];
    if (!fact) return;
    const isTaken = all.some(({ contentKey }) => contentKey === Memory.restore(fact.memory).contentKey);
    const restoring = this.memories.restore("ada", fact.memory.id, now);
    if (isTaken) {
      await expectDomainRejection("conflict", restoring);
      return;
    }
    expect((await restoring)?.isUserOwned).to.equal(true);
    const after = await this.all();
    expect(after.length).to.equal(all.length + 1);
    expect(after.flatMap(formerOf).length).to.equal(former.length - 1);
  }

  private tell(by: Conversation): Promise<void> {
    const found = (this.told.get(by) ?? []).map((each) => foundOf(by, each));
    return this.memories.replaceExtracted("ada", by, found, 1, now);
  }

  /** As a rerun after a crash: it changes nothing. */
  private async repeat(by: Conversation): Promise<void> {
    const before = await this.all();
    await this.tell(by);
    expect(statesOf(await this.all())).to.deep.equal(statesOf(before));
  }
}

const statesOf = (memories: readonly Memory[]) => memories.map(({ state }) => state);
const formerOf = ({ state }: Memory): readonly SupersededFact[] => state.superseded ?? [];

async function check(world: World): Promise<void> {
  const all = await world.all();
  const former = all.flatMap((memory) => formerOf(memory).map((fact) => Memory.restore(fact.memory)));
  // One memory for one content (decision 5.5).
  expect(new Set(all.map(({ contentKey }) => contentKey)).size).to.equal(all.length);
  // Nothing of the user's is history, nor stands a history in a history.
  for (const memory of former) expect([memory.isUserOwned, memory.history.length]).to.deep.equal([false, 0]);
  for (const memory of [...all, ...former]) {
    // What the user deleted does not come back.
    expect(world.gone.has(memory.state.id), memory.state.id).to.equal(false);
    // What the user has made of it before is the user's own, and another memory.
    if (!memory.isUserOwned) expect(world.buried.has(memory.state.id), memory.state.id).to.equal(false);
    // Nobody has said what stands there, but those who are said to, or the user.
    if (!memory.isUserOwned) expect(memory.state.sources, memory.state.id).not.to.have.length(0);
    for (const { conversationId, foundAs } of memory.state.sources) {
      const by = conversationId as Conversation;
      const says = (world.told.get(by) ?? []).some((each) => idOf(by, each.content) === foundAs);
      if (!memory.isUserOwned) expect(says, `${by} says ${foundAs}`).to.equal(true);
      expect(world.deleted.has(by), by).to.equal(false);
    }
  }
  // What each conversation says stands once somewhere, but for what was deleted; the user may say it twice.
  for (const [by, facts] of world.told) {
    for (const { content: what } of facts) {
      const id = idOf(by, what);
      const places = [...all, ...former].filter(({ state }) =>
        state.sources.some(({ conversationId, foundAs }) => conversationId === by && foundAs === id),
      );
      const isBuried = world.buried.has(id);
      expect(places.filter(({ isUserOwned: isTheUsers }) => !isTheUsers).length, id).to.be.at.most(isBuried ? 0 : 1);
      if (!isBuried) expect(places.length, id).to.be.at.least(1);
    }
  }
}

for (const [name, open, runs] of [
  ["in memory", selectFromInMemory((store) => store.memories), 400],
  ["SQLite", selectFromSqlite((store) => store.memories), 25],
] as const) {
  describe(`Superseded memories ${name}, after any sequence of steps`, () => {
    it("have one entry per stated fact, and reappear when the memory that superseded them is deleted", async () => {
      const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), conversation, async (steps, last) => {
        const { subject, close } = await open();
        try {
          const world = new World(subject);
          for (const each of steps) {
            await world.take(each);
            await check(world);
          }
          for (const other of conversations) {
            if (other !== last) await world.take({ does: "delete conversation", conversation: other });
          }
          await check(world);
          // Only the user can still supersede the last one.
          const held = (await world.all()).filter((memory) => formerOf(memory).length > 0);
          for (const memory of held) expect(memory.isUserOwned || memory.state.sources.length > 0).to.equal(true);
          await world.take({ does: "delete conversation", conversation: last });
          for (const memory of await world.all()) {
            expect([memory.isUserOwned, memory.history.length]).to.deep.equal([true, 0]);
          }
        } finally {
          await close();
        }
      });
      await fc.assert(property, { numRuns: runs });
    });
  });
}

describe("Superseded memories", () => {
  it("are the same in the in-memory and the SQLite store", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const opened = await Promise.all([
        selectFromInMemory((store) => store.memories)(),
        selectFromSqlite((store) => store.memories)(),
      ]);
      try {
        const worlds = opened.map(({ subject }) => new World(subject));
        for (const each of steps) for (const world of worlds) await world.take(each);
        const [first, second] = await Promise.all(worlds.map((world) => world.all()));
        expect(statesOf(first ?? [])).to.deep.equal(statesOf(second ?? []));
      } finally {
        for (const { close } of opened) await close();
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
