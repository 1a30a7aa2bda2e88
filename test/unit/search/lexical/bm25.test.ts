import { expect } from "chai";
import fc from "fast-check";
import { InvertedIndex } from "../../../../src/adapters/search/lexical/inverted-index.js";
import { analyzeText } from "../../../../src/adapters/text-analysis/text-analyzer.js";
import { ScoreBufferPool } from "../../../../src/adapters/search/score-buffers.js";
import { tokenizeText } from "../../../../src/adapters/text-analysis/tokenizer.js";

const words = "harbour bread Ana train seven red garden not 12 the".split(" ");
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((chosen) => chosen.join(" "));

/** BM25 as it is written in a book: a walk over all texts for each word. */
function bm25(texts: readonly string[], query: readonly string[]): number[] {
  const read = texts.map((each) => tokenizeText(each));
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

describe("The inverted index", () => {
  it("scores like BM25 with k1 = 0.9 and b = 0.4", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), text, (texts, query) => {
        const index = new InvertedIndex();
        texts.forEach((each, slot) => index.put(slot, analyzeText(each)));
        const terms = [...new Set(tokenizeText(query).map(({ term }) => term))];
        const room = new ScoreBufferPool().getZeroed(texts.length);
        for (const each of terms) {
          const term = index.find(each);
          if (term) index.scoreGroup(new Map([[term, index.computeIdf(term.documentFrequency)]]), room);
        }
        const expected = bm25(texts, terms);
        expected.forEach((score, slot) => expect(room.scores[slot]).to.be.closeTo(score, 1e-9));
      }),
    );
  });
});
