import { expect } from "chai";
import { ScoreBufferPool } from "../../../../src/adapters/search/score-buffers.js";
import { QuantizedVectors } from "../../../../src/adapters/search/embeddings/quantized-vectors.js";
import { SeededRandom } from "../../../support/random.js";

const scratch = new ScoreBufferPool();
const DIMENSIONS = 48;
const COUNT = 5_000;

describe("Quantized vectors", () => {
  it("find nearly the same vectors as an exact search", () => {
    const random = new SeededRandom(7);
    const vectors = Array.from({ length: COUNT }, () => unit(random));
    const columns = new QuantizedVectors();
    vectors.forEach((vector, slot) => columns.put(slot, vector));
    let [same, all] = [0, 0];
    for (let query = 0; query < 20; query += 1) {
      const asked = unit(random);
      const exact = vectors
        .map((vector, slot) => ({ slot, score: vector.reduce((sum, part, d) => sum + part * (asked[d] ?? 0), 0) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10);
      const found = columns.search(asked, 10, {
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
    const columns = new QuantizedVectors();
    columns.put(0, Float32Array.of(1, 0));
    columns.put(2, Float32Array.of(1, 0));
    columns.remove(0);
    const found = columns.search(Float32Array.of(1, 0), 10, {
      buffers: scratch.getZeroed(3),
      slotCount: 3,
      getId: String,
    });
    expect(found.map(({ slot }) => slot)).to.deep.equal([2]);
  });

  it("give the same results after they are moved", () => {
    const random = new SeededRandom(8);
    const [moved, made] = [new QuantizedVectors(), new QuantizedVectors()];
    const vectors = Array.from({ length: 20 }, () => unit(random));
    vectors.forEach((vector, i) => {
      moved.put(9_000 + i, vector);
      moved.move(9_000 + i, 400 * i);
      made.put(400 * i, vector);
    });
    const query = unit(random);
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
