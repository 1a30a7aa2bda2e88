import { expect } from "chai";
import fc from "fast-check";
import { analyzeText } from "../../../src/adapters/text-analysis/text-analyzer.js";
import { ScoreBufferPool } from "../../../src/adapters/search/score-buffers.js";
import { UserIndex } from "../../../src/adapters/search/user-index.js";

const scratch = new ScoreBufferPool();
const put = (index: UserIndex, id: string, content: string): void => index.put(id, analyzeText(content));
const search = (index: UserIndex, query: string, limit = 100) =>
  index.search(analyzeText(query), undefined, limit, scratch);

function indexOf(memories: Readonly<Record<string, string>>): UserIndex {
  const index = new UserIndex();
  for (const [id, content] of Object.entries(memories)) put(index, id, content);
  return index;
}

const first = (memories: Readonly<Record<string, string>>, query: string): string | undefined =>
  search(indexOf(memories), query)[0]?.id;

const words = "harbour bread Ana's train seven red garden not 12 the dog cooks nurse".split(" ");
const content = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((chosen) => chosen.join(" "));
const id = fc.integer({ min: 0, max: 250 }).map(String);
/** A vector of unit length that depends on the letters of the text. */
function toVector(text: string): Float32Array {
  const counts = new Float32Array(8);
  for (const character of text) {
    const dimension = (character.codePointAt(0) ?? 0) % counts.length;
    counts[dimension] = (counts[dimension] ?? 0) + 1;
  }
  const length = Math.hypot(...counts);
  return counts.map((count) => count / length);
}

const putWithVector = (index: UserIndex, id: string, content: string): void =>
  index.put(id, analyzeText(content), toVector(content));

/** How many pieces of the tidying are done after the change. */
const tidied = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2, Infinity));
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ id, content, tidied }) },
  { weight: 3, arbitrary: fc.record({ id, content: fc.constant(undefined), tidied }) },
);

/** @param pieces after so many it is left as it is. */
function tidy(index: UserIndex, pieces = Infinity): void {
  const rest = index.compact();
  for (let i = 0; i < pieces && rest.next().done !== true;) i += 1;
}

describe("The user index", () => {
  it("answers like a freshly built index after any sequence of changes", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 1_000, size: "max" }), content, (changes, query) => {
        const changed = new UserIndex();
        const left = new Map<string, string>();
        for (const { id, content, tidied } of changes) {
          left.delete(id);
          if (content === undefined) changed.remove(id);
          else {
            putWithVector(changed, id, content);
            left.set(id, content);
          }
          tidy(changed, tidied);
        }
        expect(changed.size).to.equal(left.size);
        const fresh = new UserIndex();
        for (const [id, content] of left) putWithVector(fresh, id, content);
        const [found, expected] = [changed, fresh].map((index) =>
          index.search(analyzeText(query), toVector(query), 100, scratch),
        );
        expect(found).to.deep.equal(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("releases memory after many removals", () => {
    const index = new UserIndex();
    const bread = (i: number): string => `Bread number ${i} of the harbour`;
    const empty = index.bytes;
    for (let i = 0; i < 2_000; i += 1) put(index, String(i), bread(i));
    const full = index.bytes;
    for (let i = 0; i < 1_900; i += 1) index.remove(String(i));
    expect(index.isCompactionDue).to.equal(true);
    tidy(index);
    expect(index.isCompactionDue).to.equal(false);
    expect(index.bytes).to.be.lessThan(full / 8);
    for (const i of [1900, 1950, 1999]) expect(search(index, bread(i))[0]?.id).to.equal(String(i));
    const left = indexOf(
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [String(1900 + i), bread(1900 + i)])),
    );
    expect(index.bytes).to.be.lessThan(left.bytes * 1.5);
    for (let i = 1_900; i < 2_000; i += 1) index.remove(String(i));
    tidy(index);
    expect(index.bytes).to.be.lessThan(empty * 2);
    put(index, "new", bread(1));
    expect(search(index, "bread").map(({ id }) => id)).to.deep.equal(["new"]);
  });

  it("compacts in small steps and answers correctly in between", () => {
    const index = new UserIndex();
    for (let i = 0; i < 3_000; i += 1) put(index, String(i), `Bread number ${i} of the harbour`);
    for (let i = 0; i < 2_000; i += 1) index.remove(String(i));
    const found = search(index, "bread number 2500");
    let pieces = 0;
    const rest = index.compact();
    while (rest.next().done !== true) {
      pieces += 1;
      expect(search(index, "bread number 2500")).to.deep.equal(found);
    }
    expect(pieces).to.be.greaterThan(10);
  });

  it("does not grow with repeated edits", () => {
    const index = new UserIndex();
    const edit = (round: number): void => {
      for (let i = 0; i < 500; i += 1) {
        put(index, String(i), `Bread number ${round * 500 + i} of the harbour`);
        tidy(index);
      }
    };
    for (let round = 0; round < 3; round += 1) edit(round);
    const few = index.bytes;
    for (let round = 3; round < 30; round += 1) edit(round);
    expect(index.bytes).to.be.lessThan(few * 1.3);
  });

  it("orders by relevance from 0 to 1, rounded to four decimals, then by ID", () => {
    const index = indexOf({ c: "I bake bread", a: "I bake bread", b: "I bake bread", d: "The bread is in the garden" });
    const hits = search(index, "bake bread");
    expect(hits.map(({ id }) => id)).to.deep.equal(["a", "b", "c", "d"]);
    for (const { relevance } of hits) {
      expect(relevance).to.be.within(0, 1);
      expect(relevance).to.equal(Math.round(relevance * 1e4) / 1e4);
    }
    expect(hits.map(({ relevance }) => relevance)).to.deep.equal(
      hits.map(({ relevance }) => relevance).sort((x, y) => y - x),
    );
  });

  it("returns at most the requested number of results, and only relevant ones", () => {
    const index = indexOf({ a: "I bake bread", b: "Bread is good", c: "Trains are late" });
    expect(search(index, "bread", 1)).to.have.length(1);
    expect(search(index, "bread").map(({ id }) => id)).to.have.members(["a", "b"]);
    expect(search(index, "xylophone")).to.deep.equal([]);
    expect(search(index, " ")).to.deep.equal([]);
  });

  it("finds a memory by its exact words, even with stop words or no words only", () => {
    expect(first({ a: "It is what it is", b: "I bake bread" }, "it is what it is")).to.equal("a");
    expect(first({ a: "???", b: "I bake bread" }, "???")).to.equal("a");
    expect(first({ a: "私は東京に住んでいます", b: "I bake bread" }, "東京")).to.equal("a");
  });

  it("ranks the exact word before its synonyms", () => {
    const herbs = {
      a: "I love basil and garlic and cumin",
      b: "Coriander tastes of soap",
      c: "Salt and pepper, herbs and spice",
    };
    expect(first(herbs, "coriander")).to.equal("b");
  });

  it("distinguishes numbers", () => {
    const codes = {
      a: "The code of the door is 4417",
      b: "The code of the door is 4418",
      c: "The code of the door is 4471",
    };
    for (const [id, code] of [
      ["a", "4417"],
      ["b", "4418"],
      ["c", "4471"],
    ])
      expect(first(codes, `door code ${code}`)).to.equal(id);
  });

  it("ranks memories that name the person in the question first", () => {
    const jobs = {
      a: "Ana works at the harbour as a pilot",
      b: "Our friend Bo works at the harbour as a pilot, says Ana's mother",
      c: "Goran works at the harbour as a pilot",
    };
    expect(first(jobs, "What is Goran's job at the harbour?")).to.equal("c");
  });

  it("distinguishes negated statements", () => {
    const diets = { a: "Ana eats meat", b: "Ana does not eat meat" };
    expect(first(diets, "Who doesn't eat meat?")).to.equal("b");
    expect(first(diets, "Who eats meat?")).to.equal("a");
  });

  it("finds synonyms", () => {
    const life = { a: "We adopted a spaniel in spring", b: "My sister works as a nurse", c: "I owe Bo twenty euros" };
    expect(first(life, "Which dog do we have?")).to.equal("a");
    expect(first(life, "Who in the family has a job in a hospital?")).to.equal("b");
    expect(first(life, "Do I have debts?")).to.equal("c");
  });

  it("returns nothing for an unknown word", () => {
    const madeUp = (i: number): string =>
      `zq${String(i).replace(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))}`;
    const index = indexOf(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [String(i), madeUp(i)])));
    for (let i = 600; i < 640; i += 1) expect(search(index, madeUp(i))).to.deep.equal([]);
    for (let i = 0; i < 40; i += 1) expect(search(index, madeUp(i)).map(({ id }) => id)).to.deep.equal([String(i)]);
  });

  it("ranks a turn between the people in the question first", () => {
    const turns = {
      a: "Bo: thanks for the watch, Chidi, it is a lovely present",
      b: "Tom: thanks for the watch, Ana, it is a lovely present",
      c: "Ana: I gave up the birthday cake for Lent",
    };
    expect(first(turns, "What did Ana give Tom for his birthday?")).to.equal("b");
  });

  it("finds memories without a vector by their words, and others by their vector too", () => {
    const index = indexOf({ a: "Trains are late" });
    index.put("b", analyzeText("I bake bread"));
    expect(search(index, "bread").map(({ id }) => id)).to.deep.equal(["b"]);
    index.setVector("b", Float32Array.of(0, 1));
    const hits = index.search(analyzeText("xylophone"), Float32Array.of(0, 1), 10, scratch);
    expect(hits.map(({ id }) => id)).to.deep.equal(["b"]);
  });

  it("finds related and misspelled words, after exact matches", () => {
    const notes = { a: "A photographer came", b: "I like photography", c: "Trains are late" };
    const hits = search(indexOf(notes), "photographer").map(({ id }) => id);
    expect(hits).to.deep.equal(["a", "b"]);
    expect(first(notes, "photogarphy")).to.equal("b");
  });

  it("ranks statements by a person before statements to them", () => {
    const turns = {
      a: "Bo: Hey Ana! How was the exam, are you glad that it is over?",
      b: "Ana: After the exam I slept for a day",
      c: "Ana: Trains are late",
    };
    expect(first(turns, "What did Ana do after her exam?")).to.equal("b");
  });

  it("ranks statements before equal questions", () => {
    const turns = { a: "Did your brother buy the bicycle?", b: "My brother did buy the bicycle" };
    expect(first(turns, "Did the brother buy a bicycle?")).to.equal("b");
  });

  it("ranks memories with the expected answer type first", () => {
    const notes = { a: "The concert was loud and the hall was cold", b: "The concert was on Monday and it was loud" };
    expect(first(notes, "When was the concert?")).to.equal("b");
  });

  it("does not rank many synonyms higher than the word itself", () => {
    const notes = { a: "Sofa, couch, table, chair, desk, bed and shelf", b: "My furniture came today" };
    expect(first(notes, "furniture")).to.equal("b");
  });

  it("answers queries of any length and with any characters", () => {
    const index = indexOf({ a: "I bake bread" });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (query) => {
        for (const { relevance } of search(index, query)) expect(relevance).to.be.within(0, 1);
      }),
    );
    expect(search(index, "bread and work ".repeat(5_000))[0]?.id).to.equal("a");
  });
});
