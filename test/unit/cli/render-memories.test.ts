import { expect } from "chai";
import { renderMemories } from "../../../src/adapters/cli/render-text.js";

describe("renderMemories", () => {
  it("lists the memories and the search results", () => {
    const memories = [{ content: "Plays chess" }, { content: "Allergic to nuts" }];
    const search = { query: "Which food is dangerous?", items: [{ content: "Allergic to nuts" }] };
    expect(renderMemories(memories, search).split("\n")).to.deep.equal([
      "  Memories",
      "   • Plays chess",
      "   • Allergic to nuts",
      "",
      '  Asked "Which food is dangerous?" it finds',
      "   • Allergic to nuts",
      "",
    ]);
  });

  it('prints "nothing" when there are none', () => {
    const shown = renderMemories([], { query: "Anything?", items: [] });
    expect(shown.match(/ {3}nothing/g)).to.have.length(2);
  });

  it("wraps lines at 80 columns", () => {
    const long = { content: "word ".repeat(90).trim() };
    const lines = renderMemories([long], { query: "what ".repeat(40).trim(), items: [long] }).split("\n");
    for (const line of lines) expect(line.length).to.be.at.most(80);
    expect(lines.join(" ").match(/word/g)).to.have.length(180);
  });
});
