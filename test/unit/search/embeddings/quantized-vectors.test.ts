import { expect } from "chai";
import { ScoreBufferPool } from "../../../../src/adapters/search/score-buffers.js";
import { toSparseVector } from "../../../../src/adapters/search/embeddings/vector-source.js";
import { QuantizedVectors } from "../../../../src/adapters/search/embeddings/quantized-vectors.js";
import { SeededRandom } from "../../../support/random.js";

const scratch = new ScoreBufferPool();
const DIMENSIONS = 48;
const COUNT = 5_000;

describe("Quantized vectors", () => {
  it("find nearly the same vectors as an exact search", () => {
    const random = new SeededRandom(7);
    const vectors = Array.from({ length: COUNT }, () => unit(random));
    const columns = new QuantizedVectors(DIMENSIONS);
    vectors.forEach((vector, slot) => columns.put(slot, toSparseVector(vector)));
    let [same, all] = [0, 0];
    for (let query = 0; query < 20; query += 1) {
      const asked = unit(random);
      const exact = vectors
        .map((vector, slot) => ({ slot, score: vector.reduce((sum, part, d) => sum + part * (asked[d] ?? 0), 0) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10);
      const found = columns.search(toSparseVector(asked), 10, {
        buffers: scratch.getZeroed(COUNT),
        slotCount: COUNT,
        getId: String,
      });
      found.forEach(({ score }, i) => expect(score).to.be.closeTo(exact[i]?.score ?? NaN, 0.02));
      same += exact.filter(({ slot }) => found.some((each) => each.slot === slot)).length;
      all += exact.length;
    }
    expect(same / all).to.be.greaterThan(0.95);
  });

  it("find no removed or missing vectors", () => {
    const columns = new QuantizedVectors(2);
    columns.put(0, toSparseVector(Float32Array.of(1, 0)));
    columns.put(2, toSparseVector(Float32Array.of(1, 0)));
    columns.remove(0);
    const found = columns.search(toSparseVector(Float32Array.of(1, 0)), 10, {
      buffers: scratch.getZeroed(3),
      slotCount: 3,
      getId: String,
    });
    expect(found.map(({ slot }) => slot)).to.deep.equal([2]);
  });

  it("accept vectors with more dimensions than initially known", () => {
    const random = new SeededRandom(9);
    const vectors = Array.from({ length: 40 }, () => toSparseVector(unit(random)));
    const [known, learnt] = [new QuantizedVectors(DIMENSIONS), new QuantizedVectors(0)];
    for (const columns of [known, learnt]) vectors.forEach((vector, slot) => columns.put(slot, vector));
    const ask = (columns: QuantizedVectors) =>
      columns.search(toSparseVector(unit(new SeededRandom(10))), 40, {
        buffers: scratch.getZeroed(40),
        slotCount: 40,
        getId: String,
      });
    expect(ask(learnt)).to.deep.equal(ask(known)).and.to.have.length.above(10);
  });

  it("give the same results after they are moved", () => {
    const random = new SeededRandom(8);
    const [moved, made] = [new QuantizedVectors(DIMENSIONS), new QuantizedVectors(DIMENSIONS)];
    const vectors = Array.from({ length: 20 }, () => toSparseVector(unit(random)));
    vectors.forEach((vector, i) => {
      moved.put(9_000 + i, vector);
      moved.move(9_000 + i, 400 * i);
      made.put(400 * i, vector);
    });
    const query = toSparseVector(unit(random));
    const ask = (columns: QuantizedVectors) =>
      columns.search(query, 30, { buffers: scratch.getZeroed(9_100), slotCount: 9_100, getId: String });
    expect(ask(moved)).to.deep.equal(ask(made));
    moved.truncate(7_601);
    expect(ask(moved)).to.deep.equal(ask(made));
    expect(moved.bytes).to.equal(made.bytes);
  });
});

function unit(random: SeededRandom): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random.nextInteger(2_000) / 1_000 - 1);
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}
