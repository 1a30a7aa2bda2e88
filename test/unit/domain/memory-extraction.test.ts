import { expect } from "chai";
import fc from "fast-check";
import {
  computeExtractionChanges,
  findLookupKeys,
  computeDetachChanges,
  type MemoryLookup,
  type MemoryChange,
} from "../../../src/domain/memory/memory-extraction.js";
import type { Memory } from "../../../src/domain/memory/memory.js";
import { anExtractedMemory } from "../../../src/testing/index.js";

const now = new Date("2026-03-09T10:00:00.000Z");
const conversations = ["c0", "c1", "c2", "c3"] as const;
const contents = ["in Paris", "in Rome", "in Lima", "with Bob"] as const;

const idOf = (conversationId: string, content: string): string => `${conversationId} ${content}`;

const conversation = fc.constantFrom(...conversations);
const content = fc.constantFrom(...contents);
const extraction = fc.record({
  conversation,
  facts: fc.uniqueArray(
    fc.record({ content, claim: fc.option(fc.tuple(conversation, content), { nil: null, freq: 2 }) }),
    { minLength: 1, maxLength: 3, selector: (fact) => fact.content },
  ),
  isRelease: fc.constantFrom(false, false, false, true),
  deletes: fc.constantFrom(null, null, null, null, ...contents.slice(0, 1)),
});

type Extraction = typeof extraction extends fc.Arbitrary<infer T> ? T : never;

function extract({ conversation: by, facts }: Extraction): Memory[] {
  return facts.map(({ content: text, claim }) => {
    const id = idOf(by, text);
    const supersedes = claim ? { supersedes: idOf(...claim) } : {};
    const sources = [{ conversationId: by, segmentIds: [`${by}-0`], foundAs: id, ...supersedes }];
    const createdAt = new Date(Date.UTC(2026, 2, Number(by.slice(1)) + 1));
    return anExtractedMemory({ id, content: text, createdAt, sources });
  });
}

/** A user's memories, and which questions about them are allowed. */
class Memories {
  readonly #byId = new Map<string, Memory>();
  readonly #deleted = new Set<string>();
  questions = 0;
  supersessions = 0;

  /** Fails for each question that `findLookupKeys` does not name. */
  known(conversationId: string, found: readonly Memory[]): MemoryLookup {
    const all = [...this.#byId.values()];
    const ofConversation = all.filter(({ conversationIds }) => conversationIds.includes(conversationId));
    const keys = findLookupKeys(ofConversation, found);
    const contentKeys = new Set(keys.contents.map(({ contentKey }) => contentKey));
    const ids = new Set(keys.ids);
    for (const { contentKey, state } of all) if (contentKeys.has(contentKey)) ids.add(state.id);
    const check = (isAllowed: boolean, question: string): void => {
      this.questions += 1;
      expect(isAllowed, question).to.equal(true);
    };
    return {
      conversationMemories: ofConversation,
      findById: (id) => {
        check(ids.has(id), `byId ${id}`);
        return this.#byId.get(id);
      },
      findByContent: ({ contentKey, state }) => {
        check(contentKeys.has(contentKey), `byContent ${state.content}`);
        return all.find((memory) => memory.contentKey === contentKey);
      },
      isDeleted: (id) => {
        check(keys.ids.has(id), `isDeleted ${id}`);
        return this.#deleted.has(id);
      },
    };
  }

  apply(changes: readonly MemoryChange[]): void {
    for (const { before, after } of changes) {
      if (after) this.#byId.set(after.state.id, after);
      else this.#byId.delete(before.state.id);
      if (after?.lastSupersededId !== undefined) this.supersessions += 1;
    }
  }

  delete(text: string): void {
    const memory = [...this.#byId.values()].find(({ state }) => state.content === text);
    if (!memory) return;
    this.#byId.delete(memory.state.id);
    for (const name of memory.allIds) this.#deleted.add(name);
  }
}

describe("findLookupKeys", () => {
  it("returns every key that extracting and detaching a conversation look up", () => {
    let [questions, supersessions] = [0, 0];
    fc.assert(
      fc.property(fc.array(extraction, { minLength: 8, maxLength: 20 }), (extractions) => {
        const memories = new Memories();
        for (const each of extractions) {
          const by = each.conversation;
          const found = each.isRelease ? [] : extract(each);
          const known = memories.known(by, found);
          memories.apply(
            each.isRelease ? computeDetachChanges(by, known, now) : computeExtractionChanges(by, found, known, now),
          );
          if (each.deletes !== null) memories.delete(each.deletes);
        }
        questions += memories.questions;
        supersessions += memories.supersessions;
      }),
      // A fixed seed, because the counts below depend on what is generated.
      { numRuns: 500, seed: 1 },
    );
    expect(questions).to.be.greaterThan(1_000);
    expect(supersessions).to.be.greaterThan(50);
  });
});
