import { expect } from "chai";
import { Tagger } from "../../../src/adapters/language/text/tagger.js";

describe("the tagger", () => {
  it("reads a line alike, whatever it read before", async () => {
    const tagger = new Tagger();
    const line = ["Somebody's bin is on Ana's side of the road."];
    const before = await tagger.tagged(line);
    await tagger.tagged(["Somebody's, I mean, somebody's.", "It is Ana's, not mine."]);
    expect(await tagger.tagged(line)).to.deep.equal(before);
  });
});
