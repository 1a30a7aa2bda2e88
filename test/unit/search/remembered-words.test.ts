import { expect } from "chai";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { tokensOf } from "../../../src/adapters/language/search/tokens.js";
import { Random } from "../../support/random.js";

const MEGABYTE = 2 ** 20;
const SEARCHES = 300;
const LENGTH = 60_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe("what is remembered of words", () => {
  const random = new Random(5);
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + random.integer(26))).join("");

  const texts: Readonly<Record<string, () => string>> = {
    "words of any length": () => letters(20).padEnd(LENGTH, letters(1_000)),
    "digits of any length": () => String(random.integer(1e9)).padEnd(LENGTH, "0123456789"),
    "texts that its words stand in": () => `Some ${letters(20)}, A${letters(20)} and é${letters(20)}`.padEnd(LENGTH),
  };
  for (const [name, text] of Object.entries(texts)) {
    it(`does not hold ${name}`, () => {
      tokensOf(text());
      const before = heap();
      for (let i = 0; i < SEARCHES; i += 1) tokensOf(text());
      expect((heap() - before) / MEGABYTE).to.be.lessThan((SEARCHES * LENGTH) / MEGABYTE / 4);
    });
  }
});
