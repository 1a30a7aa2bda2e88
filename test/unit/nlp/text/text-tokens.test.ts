import { expect } from "chai";
import { tokenize } from "../../../../src/adapters/nlp/text/text-tokens.js";

describe("tokenize", () => {
  const cases: readonly (readonly [text: string, ...tokens: string[]])[] = [
    ["I'll call", "I", "'ll", "call"],
    ["don't", "don't"],
    ["J’ai l'ami", "J’", "ai", "l'", "ami"],
    ["m'n fiets", "m'n", "fiets"],
    ["at 10.30, €40", "at", "10.30", ",", "€", "40"],
    ["post-it 3/4", "post-it", "3/4"],
    ["👍!", "👍", "!"],
    [""],
  ];
  for (const [text, ...tokens] of cases) {
    it(`splits ${JSON.stringify(text)}`, () => {
      expect(tokenize(text).map((token) => token.text)).to.deep.equal(tokens);
    });
  }

  it("gives the place of each token in the text", () => {
    const text = "l’ami d'Anne, 3 km";
    for (const { text: token, from, to } of tokenize(text)) expect(text.slice(from, to)).to.equal(token);
  });
});
