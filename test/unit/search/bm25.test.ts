import { expect } from "chai";
import fc from "fast-check";
import { InvertedIndex } from "../../../src/adapters/language/search/inverted-index.js";
import { read } from "../../../src/adapters/language/search/reading.js";
import { Scratch } from "../../../src/adapters/language/search/scratch.js";
import { tokensOf } from "../../../src/adapters/language/search/tokens.js";

const words = "harbour bread Ana train seven red garden not 12 the".split(" ");
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((chosen) => chosen.join(" "));

/** BM25 as it is written in a book: a walk over all texts for each word. */
function bm25(texts: readonly string[], query: readonly string[]): number[] {
  const read = texts.map((each) => tokensOf(each));
  const lengths = read.map((tokens) => tokens.filter(({ isContent }) => isContent).length);
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / texts.length);
  return read.map((tokens, i) =>
    query.reduce((sum, term) => {
      const holding = read.filter((others) => others.some((token) => token.term === term)).length;
      const frequency = tokens.filter((token) => token.term === term).length;
      const idf = Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
      return sum + (idf * frequency) / (frequency + 0.9 * (1 - 0.4 + (0.4 * (lengths[i] ?? 0)) / average));
    }, 0),
  );
}

describe("the inverted index", () => {
  it("scores as BM25 with k1 0.9 and b 0.4 does", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), text, (texts, query) => {
        const index = new InvertedIndex();
        texts.forEach((each, slot) => index.put(slot, read(each)));
        const terms = [...new Set(tokensOf(query).map(({ term }) => term))];
        const room = new Scratch().zeros(texts.length);
        for (const each of terms) {
          const term = index.find(each);
          if (term) index.score(new Map([[term, index.idf(term.texts)]]), room);
        }
        const expected = bm25(texts, terms);
        expected.forEach((score, slot) => expect(room.scores[slot]).to.be.closeTo(score, 1e-9));
      }),
    );
  });
});
