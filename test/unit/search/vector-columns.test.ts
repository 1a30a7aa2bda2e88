import { expect } from "chai";
import { Scratch } from "../../../src/adapters/language/search/scratch.js";
import { sparse } from "../../../src/adapters/language/search/sparse-vector.js";
import { VectorColumns } from "../../../src/adapters/language/search/vector-columns.js";
import { Random } from "../../support/random.js";

const scratch = new Scratch();
const DIMENSIONS = 48;
const COUNT = 5_000;

describe("the vectors of an index", () => {
  it("find what a plain loop over the whole numbers finds", () => {
    const random = new Random(7);
    const vectors = Array.from({ length: COUNT }, () => unit(random));
    const columns = new VectorColumns(DIMENSIONS);
    vectors.forEach((vector, slot) => columns.put(slot, sparse(vector)));
    let [same, all] = [0, 0];
    for (let query = 0; query < 20; query += 1) {
      const asked = unit(random);
      const exact = vectors
        .map((vector, slot) => ({ slot, score: vector.reduce((sum, part, d) => sum + part * (asked[d] ?? 0), 0) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10);
      const found = columns.search(sparse(asked), 10, { room: scratch.zeros(COUNT), end: COUNT, idOf: String });
      found.forEach(({ score }, i) => expect(score).to.be.closeTo(exact[i]?.score ?? NaN, 0.02));
      same += exact.filter(({ slot }) => found.some((each) => each.slot === slot)).length;
      all += exact.length;
    }
    expect(same / all).to.be.greaterThan(0.95);
  });

  it("answer nothing for a vector that is gone, or was never there", () => {
    const columns = new VectorColumns(2);
    columns.put(0, sparse(Float32Array.of(1, 0)));
    columns.put(2, sparse(Float32Array.of(1, 0)));
    columns.remove(0);
    const found = columns.search(sparse(Float32Array.of(1, 0)), 10, {
      room: scratch.zeros(3),
      end: 3,
      idOf: String,
    });
    expect(found.map(({ slot }) => slot)).to.deep.equal([2]);
  });

  it("may have more dimensions than are known of before", () => {
    const random = new Random(9);
    const vectors = Array.from({ length: 40 }, () => sparse(unit(random)));
    const [known, learnt] = [new VectorColumns(DIMENSIONS), new VectorColumns(0)];
    for (const columns of [known, learnt]) vectors.forEach((vector, slot) => columns.put(slot, vector));
    const ask = (columns: VectorColumns) =>
      columns.search(sparse(unit(new Random(10))), 40, { room: scratch.zeros(40), end: 40, idOf: String });
    expect(ask(learnt)).to.deep.equal(ask(known)).and.to.have.length.above(10);
  });

  it("are the same in another place", () => {
    const random = new Random(8);
    const [moved, made] = [new VectorColumns(DIMENSIONS), new VectorColumns(DIMENSIONS)];
    const vectors = Array.from({ length: 20 }, () => sparse(unit(random)));
    vectors.forEach((vector, i) => {
      moved.put(9_000 + i, vector);
      moved.move(9_000 + i, 400 * i);
      made.put(400 * i, vector);
    });
    const query = sparse(unit(random));
    const ask = (columns: VectorColumns) =>
      columns.search(query, 30, { room: scratch.zeros(9_100), end: 9_100, idOf: String });
    expect(ask(moved)).to.deep.equal(ask(made));
    moved.truncate(7_601);
    expect(ask(moved)).to.deep.equal(ask(made));
    expect(moved.bytes).to.equal(made.bytes);
  });
});

function unit(random: Random): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random.integer(2_000) / 1_000 - 1);
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}
