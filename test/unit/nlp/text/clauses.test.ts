import { expect } from "chai";
import { getLocale } from "../../../../src/adapters/nlp/locales/index.js";
import { splitClauses } from "../../../../src/adapters/nlp/text/clauses.js";
import { tokenize } from "../../../../src/adapters/nlp/text/text-tokens.js";

function clausesOf(text: string, language: string): string[] {
  const tokens = tokenize(text);
  return splitClauses(tokens, getLocale(language)).map(({ from, to }) =>
    text.slice(tokens[from]?.from, tokens[to - 1]?.to),
  );
}

describe("splitClauses", () => {
  const cases: readonly (readonly [language: string, text: string, ...clauses: string[]])[] = [
    ["en", "call mum, pay rent and book the dentist", "call mum,", "pay rent", "and book the dentist"],
    ["en", "the boiler is leaking again I will call Tom", "the boiler is leaking again", "I will call Tom"],
    ["de", "Milch kaufen; Oma anrufen (dringend)", "Milch kaufen;", "Oma anrufen (", "dringend)"],
    ["de", "am Montag um neun rufe ich an", "am Montag um neun rufe ich an"],
    ["fr", "acheter du pain et rappeler le garage", "acheter du pain", "et rappeler le garage"],
    ["es", "pagar la luz", "pagar la luz"],
    ["en", "post-it notes - red", "post-it notes -", "red"],
  ];
  for (const [language, text, ...clauses] of cases) {
    it(`splits ${JSON.stringify(text)}`, () => {
      expect(clausesOf(text, language)).to.deep.equal(clauses);
    });
  }

  it("covers every word once", () => {
    const tokens = tokenize("- - , a , b ; c");
    const covered = splitClauses(tokens, getLocale("en")).flatMap(({ from, to }) => tokens.slice(from, to));
    expect(covered.filter(({ isWord }) => isWord).map(({ text }) => text)).to.deep.equal(["a", "b", "c"]);
  });
});
