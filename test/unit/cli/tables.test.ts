import { expect } from "chai";
import { toActionItemRows } from "../../../src/adapters/cli/action-item-commands.js";
import { renderPageTable, renderTable } from "../../../src/adapters/cli/render-text.js";
import { anActionItem } from "../../../src/testing/index.js";

describe("renderTable", () => {
  it("prints a column per key, as wide as its widest cell", () => {
    const rows = [
      { id: "1", name: "Ada" },
      { id: "22", name: "Grace" },
    ];
    expect(renderTable(rows)).to.equal("id  name\n1   Ada\n22  Grace");
  });

  it('prints "None." for an empty table', () => {
    expect(renderTable([])).to.equal("None.");
  });

  it("replaces line breaks and control characters in cells", () => {
    expect(renderTable([{ content: "one\r\ntwo\tthree\u2028four \u001b[2Jfive\u009b" }])).to.equal(
      "content\none two three four  [2Jfive",
    );
  });

  it("prints how many rows of the total are shown", () => {
    expect(renderPageTable([{ id: "1" }], 3)).to.equal("id\n1\n\nThe first 1 of 3.");
    expect(renderPageTable([{ id: "1" }], 1)).to.equal("id\n1");
  });
});

describe("toActionItemRows", () => {
  const items = [
    anActionItem({ id: "a", description: "Print the photos", dueAt: new Date("2026-07-31T22:30:00Z") }),
    anActionItem({ id: "b", description: "Call Bob", completed: true }),
  ];

  it("formats due dates in the user's time zone", () => {
    const due = toActionItemRows(items, "Europe/Berlin").map((row) => row["due (Europe/Berlin)"]);
    expect(due).to.deep.equal(["Sat, 1 Aug 2026, 00:30", ""]);
    expect(toActionItemRows(items, "America/New_York")[0]).to.include({
      "due (America/New_York)": "Fri, 31 Jul 2026, 18:30",
    });
  });

  it("marks items as open or done and keeps their order", () => {
    expect(toActionItemRows(items, "UTC").map(({ id, state }) => [id, state])).to.deep.equal([
      ["a", "open"],
      ["b", "done"],
    ]);
  });
});
