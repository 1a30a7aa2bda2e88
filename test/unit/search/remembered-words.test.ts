import { expect } from "chai";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { tokenizeText } from "../../../src/adapters/text-analysis/tokenizer.js";
import { SeededRandom } from "../../support/random.js";

const MEGABYTE = 2 ** 20;
const SEARCHES = 300;
const LENGTH = 60_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe("The tokenizer's cache", () => {
  const random = new SeededRandom(5);
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + random.nextInteger(26))).join("");

  const texts: Readonly<Record<string, () => string>> = {
    "words of any length": () => letters(20).padEnd(LENGTH, letters(1_000)),
    "digits of any length": () => String(random.nextInteger(1e9)).padEnd(LENGTH, "0123456789"),
    "texts that its words stand in": () => `Some ${letters(20)}, A${letters(20)} and é${letters(20)}`.padEnd(LENGTH),
  };
  for (const [name, text] of Object.entries(texts)) {
    it(`does not retain ${name}`, () => {
      tokenizeText(text());
      const before = heap();
      for (let i = 0; i < SEARCHES; i += 1) tokenizeText(text());
      expect((heap() - before) / MEGABYTE).to.be.lessThan((SEARCHES * LENGTH) / MEGABYTE / 4);
    });
  }
});
