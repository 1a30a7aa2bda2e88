import { expect } from "chai";
import { eld } from "eld/extrasmall";
import { loadEld, readNgramTable, type NgramTable } from "../../../src/adapters/nlp/text/eld-loading.js";

describe("The n-grams of the language detector", () => {
  it("are the same as those that the library compiles", async () => {
    const file = new URL("../ngrams/extrasmall.js", import.meta.resolve("eld/extrasmall"));
    const { ngramsData } = (await import(file.href)) as { readonly ngramsData: NgramTable };
    const table = await readNgramTable();
    const { type, languages, ngrams } = ngramsData;
    expect({ ...table, ngrams: { ...table.ngrams } }).to.deep.equal({ type, languages, ngrams });
    expect(Object.keys(table.ngrams).length).to.be.greaterThan(40_000);
  });

  it("yield the same scores", async () => {
    const own = await loadEld();
    for (const text of [
      "Ich wohne in Berlin.",
      "See you tomorrow at nine.",
      "Où est-ce qu'il l'a mis ?",
      "我住在北京。",
      "'\"\\",
    ]) {
      expect(own.detect(text).getScores(), text).to.deep.equal(eld.detect(text).getScores());
    }
  });
});
