import { expect } from "chai";
import { splitLines } from "../../../../src/adapters/nlp/text/lines.js";

const kindsOf = (text: string) => splitLines(text).map(({ kind, text: line }) => `${kind}: ${line}`);

describe("splitLines", () => {
  const cases: readonly (readonly [text: string, ...lines: string[]])[] = [
    ["- [ ] buy milk\n- [x] call mum\n- [X] pay", "open-item: buy milk", "done-item: call mum", "done-item: pay"],
    ["☐ lait\n☑ pain\n✅ œufs", "open-item: lait", "done-item: pain", "done-item: œufs"],
    ["* one\n• two\n1. three\n2) four", "bullet: one", "bullet: two", "bullet: three", "bullet: four"],
    ["TODO:\n- pay the bill", "heading: TODO", "bullet: pay the bill"],
    ["## Next steps\nwrite", "heading: Next steps", "prose: write"],
    ["Todo: - pay the bill - book flights", "heading: Todo", "bullet: pay the bill", "bullet: book flights"],
    ["- pay the bill\n  of the second plumber", "bullet: pay the bill of the second plumber"],
    ["~~done~~\n- ~~also done~~", "done-item: done", "done-item: also done"],
    ["> quoted\nmine", "prose: mine"],
    ["**bold** words", "prose: bold words"],
    ["\n\n \n"],
  ];
  for (const [text, ...lines] of cases) {
    it(`tells the lines of ${JSON.stringify(text)}`, () => {
      expect(kindsOf(text)).to.deep.equal(lines);
    });
  }

  it("gives the items of a list its heading, up to the next paragraph", () => {
    const lines = splitLines("Packing:\n- tent\n\nThe weather is fine.");
    expect(lines.map(({ heading }) => heading)).to.deep.equal([undefined, "Packing", undefined]);
  });
});
