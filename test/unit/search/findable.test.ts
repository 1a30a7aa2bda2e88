import { expect } from "chai";
import fc from "fast-check";
import { analyzeText } from "../../../src/adapters/text-analysis/text-analyzer.js";
import { ScoreBufferPool } from "../../../src/adapters/search/score-buffers.js";
import { UserIndex } from "../../../src/adapters/search/user-index.js";
import { normalizeText } from "../../../src/domain/text/normalize-text.js";

const scratch = new ScoreBufferPool();
const OTHERS = 50;

/** Whether the content is among what is found, of itself and others. */
function isFound(content: string, query: string, others: readonly string[]): boolean {
  const index = new UserIndex();
  [...others, content].forEach((each, i) => index.put(String(i), analyzeText(each)));
  const hits = index.search(analyzeText(query), undefined, others.length + 1, scratch);
  return hits.some(({ id }) => id === String(others.length));
}

const letters = fc
  .string({ unit: "grapheme", minLength: 2, maxLength: 12 })
  .filter((word) => /^[\p{L}\p{M}]+$/u.test(word) && (word.match(/\p{L}/gu) ?? []).length > 1);
const word = fc.oneof(
  letters,
  fc.constantFrom(..."l'Opéra İstanbul'da Straße don't O'Brien's Ana the Postgres 좋아해요 わたし จะ 1,200".split(" ")),
);
const someWords = fc.array(word, { minLength: 1, maxLength: 6 });
const han = fc.array(fc.integer({ min: 0x4e00, max: 0x9fff }), { minLength: 1, maxLength: 10 });
const others = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    someWords.map((words) => words.join(" ")),
  ),
  {
    minLength: OTHERS,
    maxLength: OTHERS,
    size: "max",
  },
);

describe("Memory search among other memories", () => {
  it("finds a memory by any of its words, in any language", () => {
    fc.assert(
      fc.property(someWords, others, fc.nat(), (words, others, chosen) => {
        const query = words[chosen % words.length] ?? "";
        expect(isFound(words.join(" "), query, others), query).to.equal(true);
      }),
      { numRuns: 50 },
    );
  });

  it("finds a memory by any spelling of a word with the same normalized form", () => {
    const spellings = [
      normalizeText,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize("NFD"),
      (text: string) => text.normalize("NFKC").toUpperCase(),
    ];
    fc.assert(
      fc.property(word, others, fc.constantFrom(...spellings), (word, others, spell) => {
        const query = spell(word);
        fc.pre(normalizeText(query) === normalizeText(word));
        expect(isFound(`${word} bread`, query, others), `${word} by ${query}`).to.equal(true);
      }),
      { numRuns: 50 },
    );
  });

  it("finds a memory by any of its Han characters in any context", () => {
    fc.assert(
      fc.property(han, letters, others, fc.nat(), (codes, around, others, chosen) => {
        const run = String.fromCodePoint(...codes);
        const query = String.fromCodePoint(codes[chosen % codes.length] ?? 0);
        for (const content of [run, `${around}${run}`, `は${run}を ${around}`])
          expect(isFound(content, query, others), `${query} in ${content}`).to.equal(true);
      }),
      { numRuns: 30 },
    );
  });

  for (const [content, ...queries] of [
    ["私はTypeScriptが好きです", "TypeScript", "typescript", "好き"],
    ["我用Postgres数据库", "Postgres", "数据库", "我"],
    ["猫は魚が好きです", "猫", "魚"],
    ["我的猫喜欢吃鱼", "猫", "鱼", "喜欢"],
    ["고양이를 키워요", "고양이"],
    ["개를 키워요", "개"],
    ["Hier soir à l'Opéra", "opera", "Opéra", "l’opéra"],
    ["İstanbul'da yaşıyorum", "istanbul", "İSTANBUL", "Istanbul", "YAŞIYORUM"],
    ["🇩🇪 flag", "🇩🇪"],
    ["Ich wohne in der Goethestraße", "GOETHESTRASSE", "Goethestrasse", "GOETHESTRAẞE"],
    ["Deal 👍🏽", "👍", "👍🏽"],
  ] as const) {
    it(`finds ‘${content}’ by ${queries.join(", ")}`, () => {
      for (const query of queries) expect(isFound(content, query, ["I bake bread", "🇫🇷 犬"]), query).to.equal(true);
    });
  }
});
