import { expect } from "chai";
import fc from "fast-check";
import { BuiltInEmbedder } from "../../../src/adapters/language/index.js";
import type { SparseVector } from "../../../src/adapters/language/search/sparse-vector.js";
import { read } from "../../../src/adapters/language/search/reading.js";
import { Scratch } from "../../../src/adapters/language/search/scratch.js";
import { UserIndex } from "../../../src/adapters/language/search/user-index.js";

const embedder = new BuiltInEmbedder();
const scratch = new Scratch();
const vectorOf = (text: string): SparseVector => embedder.vectorOf(read(text).units);
const put = (index: UserIndex, id: string, content: string): void => index.put(id, read(content), vectorOf(content));
const search = (index: UserIndex, query: string, limit = 100) =>
  index.search(read(query), { vector: vectorOf(query), trust: 0.2 }, limit, scratch);

function indexOf(memories: Readonly<Record<string, string>>): UserIndex {
  const index = new UserIndex(embedder.dimensions);
  for (const [id, content] of Object.entries(memories)) put(index, id, content);
  return index;
}

const first = (memories: Readonly<Record<string, string>>, query: string): string | undefined =>
  search(indexOf(memories), query)[0]?.id;

const words = "harbour bread Ana's train seven red garden not 12 the dog cooks nurse".split(" ");
const content = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((chosen) => chosen.join(" "));
const id = fc.integer({ min: 0, max: 250 }).map(String);
/** How many pieces of the tidying are done after the change. */
const tidied = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2, Infinity));
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ id, content, tidied }) },
  { weight: 3, arbitrary: fc.record({ id, content: fc.constant(undefined), tidied }) },
);

/** @param pieces after so many it is left as it is. */
function tidy(index: UserIndex, pieces = Infinity): void {
  const rest = index.tidy();
  for (let i = 0; i < pieces && rest.next().done !== true;) i += 1;
}

describe("an index of a user's memories", () => {
  it("answers after any adds, changes and removals as one that was made of what is left", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 1_000, size: "max" }), content, (changes, query) => {
        const changed = new UserIndex(embedder.dimensions);
        const left = new Map<string, string>();
        for (const { id, content, tidied } of changes) {
          left.delete(id);
          if (content === undefined) changed.remove(id);
          else {
            put(changed, id, content);
            left.set(id, content);
          }
          tidy(changed, tidied);
        }
        expect(changed.size).to.equal(left.size);
        expect(search(changed, query)).to.deep.equal(search(indexOf(Object.fromEntries(left)), query));
      }),
      { numRuns: 60 },
    );
  });

  it("lets go of what many removals leave", () => {
    const index = new UserIndex(embedder.dimensions);
    const bread = (i: number): string => `Bread number ${i} of the harbour`;
    const empty = index.bytes;
    for (let i = 0; i < 2_000; i += 1) put(index, String(i), bread(i));
    const full = index.bytes;
    for (let i = 0; i < 1_900; i += 1) index.remove(String(i));
    expect(index.isUntidy).to.equal(true);
    tidy(index);
    expect(index.isUntidy).to.equal(false);
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

  it("is tidied in many small pieces, and answers as ever in between", () => {
    const index = new UserIndex(embedder.dimensions);
    for (let i = 0; i < 3_000; i += 1) put(index, String(i), `Bread number ${i} of the harbour`);
    for (let i = 0; i < 2_000; i += 1) index.remove(String(i));
    const found = search(index, "bread number 2500");
    let pieces = 0;
    const rest = index.tidy();
    while (rest.next().done !== true) {
      pieces += 1;
      expect(search(index, "bread number 2500")).to.deep.equal(found);
    }
    expect(pieces).to.be.greaterThan(10);
  });

  it("takes no more for many edits than for a few", () => {
    const index = new UserIndex(embedder.dimensions);
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

  it("orders by relevance, from 0 to 1 with four decimals, and by id where that is the same", () => {
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

  it("answers no more than it was asked for, and nothing that has nothing to do with it", () => {
    const index = indexOf({ a: "I bake bread", b: "Bread is good", c: "Trains are late" });
    expect(search(index, "bread", 1)).to.have.length(1);
    expect(search(index, "bread").map(({ id }) => id)).to.have.members(["a", "b"]);
    expect(search(index, "xylophone")).to.deep.equal([]);
    expect(search(index, " ")).to.deep.equal([]);
  });

  it("finds a memory by its very words, even if it has only words of grammar or none at all", () => {
    expect(first({ a: "It is what it is", b: "I bake bread" }, "it is what it is")).to.equal("a");
    expect(first({ a: "???", b: "I bake bread" }, "???")).to.equal("a");
    expect(first({ a: "私は東京に住んでいます", b: "I bake bread" }, "東京")).to.equal("a");
  });

  it("puts the exact word before its kin", () => {
    const herbs = {
      a: "I love basil and garlic and cumin",
      b: "Coriander tastes of soap",
      c: "Salt and pepper, herbs and spice",
    };
    expect(first(herbs, "coriander")).to.equal("b");
  });

  it("tells numbers from each other", () => {
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

  it("puts memories that name the person of the question before others that say the same", () => {
    const jobs = {
      a: "Ana works at the harbour as a pilot",
      b: "Our friend Bo works at the harbour as a pilot, says Ana's mother",
      c: "Goran works at the harbour as a pilot",
    };
    expect(first(jobs, "What is Goran's job at the harbour?")).to.equal("c");
  });

  it("tells what is denied from what is not", () => {
    const diets = { a: "Ana eats meat", b: "Ana does not eat meat" };
    expect(first(diets, "Who doesn't eat meat?")).to.equal("b");
    expect(first(diets, "Who eats meat?")).to.equal("a");
  });

  it("finds what is said in other words", () => {
    const life = { a: "We adopted a spaniel in spring", b: "My sister works as a nurse", c: "I owe Bo twenty euros" };
    expect(first(life, "Which pet do we have?")).to.equal("a");
    expect(first(life, "Who in the family has a job in a hospital?")).to.equal("b");
    expect(first(life, "Do I have debts?")).to.equal("c");
  });

  it("answers nothing to a word that nobody wrote, though made-up words share the dimensions of a vector", () => {
    const madeUp = (i: number): string =>
      `zq${String(i).replace(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))}`;
    const index = indexOf(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [String(i), madeUp(i)])));
    for (let i = 600; i < 640; i += 1) expect(search(index, madeUp(i))).to.deep.equal([]);
    for (let i = 0; i < 40; i += 1) expect(search(index, madeUp(i)).map(({ id }) => id)).to.deep.equal([String(i)]);
  });

  it("finds by words alone what only shares words with the best of them, behind what has those of the query", () => {
    const index = new UserIndex(embedder.dimensions);
    const turns = {
      a: "Tom: the zither hangs beside my theremin",
      b: "Ana: a theremin needs new valves",
      c: "Bo: trains are late",
    };
    for (const [id, turn] of Object.entries(turns)) index.put(id, read(turn));
    for (let i = 0; i < 20; i += 1) index.put(`other ${i}`, read(`Goran: I saw ${i} herons`));
    const found = index.search(read("Whose zither is it?"), undefined, 10, scratch);
    expect(found.map(({ id }) => id)).to.deep.equal(["a", "b"]);
  });

  it("puts a turn of those whom the question names before others that say the same", () => {
    const turns = {
      a: "Bo: thanks for the watch, Chidi, it is a lovely present",
      b: "Tom: thanks for the watch, Ana, it is a lovely present",
      c: "Ana: I gave up the birthday cake for Lent",
    };
    expect(first(turns, "What did Ana give Tom for his birthday?")).to.equal("b");
  });

  it("finds by its words what has no vector yet", () => {
    const index = indexOf({ a: "Trains are late" });
    index.put("b", read("I bake bread"));
    expect(search(index, "bread").map(({ id }) => id)).to.deep.equal(["b"]);
    index.embed("b", vectorOf("I bake bread"));
    expect(search(index, "loaf")[0]?.id).to.equal("b");
  });

  it("finds a word by another of its root, and by its mistyped self, behind the word itself", () => {
    const notes = { a: "A photographer came", b: "I like photography", c: "Trains are late" };
    const hits = search(indexOf(notes), "photographer").map(({ id }) => id);
    expect(hits).to.deep.equal(["a", "b"]);
    expect(first(notes, "photogarphy")).to.equal("b");
  });

  it("puts what a person says before what is said to them", () => {
    const turns = {
      a: "Bo: Hey Ana! How was the exam, are you glad that it is over?",
      b: "Ana: After the exam I slept for a day",
      c: "Ana: Trains are late",
    };
    expect(first(turns, "What did Ana do after her exam?")).to.equal("b");
  });

  it("puts what tells before what asks the same", () => {
    const turns = { a: "Did your brother buy the bicycle?", b: "My brother did buy the bicycle" };
    expect(first(turns, "Did the brother buy a bicycle?")).to.equal("b");
  });

  it("puts what has the type of the answer before what has not", () => {
    const notes = { a: "The concert was loud and the hall was cold", b: "The concert was on Monday and it was loud" };
    expect(first(notes, "When was the concert?")).to.equal("b");
  });

  it("gives no more for many words of one meaning than for the word itself", () => {
    const notes = { a: "Sofa, couch, table, chair, desk, bed and shelf", b: "My furniture came today" };
    expect(first(notes, "furniture")).to.equal("b");
  });

  it("answers a query of any length and of any characters", () => {
    const index = indexOf({ a: "I bake bread" });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (query) => {
        for (const { relevance } of search(index, query)) expect(relevance).to.be.within(0, 1);
      }),
    );
    expect(search(index, "bread and work ".repeat(5_000))[0]?.id).to.equal("a");
  });
});
