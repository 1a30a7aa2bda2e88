import { expect } from "chai";
import { itemRows } from "../../../src/adapters/cli/item-rows.js";
import { pageTable, table } from "../../../src/adapters/cli/table.js";
import { anActionItem } from "../../../src/testing/index.js";

describe("a table in the terminal", () => {
  it("has a column for each key, as wide as its widest cell", () => {
    const rows = [
      { id: "1", name: "Ada" },
      { id: "22", name: "Grace" },
    ];
    expect(table(rows)).to.equal("id  name\n1   Ada\n22  Grace");
  });

  it("says so when there is nothing", () => {
    expect(table([])).to.equal("None.");
  });

  it("keeps what was stored in its line, and from steering the terminal", () => {
    expect(table([{ content: "one\r\ntwo\tthree\u2028four \u001b[2Jfive\u009b" }])).to.equal(
      "content\none two three four  [2Jfive",
    );
  });

  it("tells how much of a list it shows, when that is not all", () => {
    expect(pageTable([{ id: "1" }], 3)).to.equal("id\n1\n\nThe first 1 of 3.");
    expect(pageTable([{ id: "1" }], 1)).to.equal("id\n1");
  });
});

describe("action items as rows", () => {
  const items = [
    anActionItem({ id: "a", description: "Print the photos", dueAt: new Date("2026-07-31T22:30:00Z") }),
    anActionItem({ id: "b", description: "Call Bob", completed: true }),
  ];

  it("show due dates on the user's clocks, by day and year", () => {
    const due = itemRows(items, "Europe/Berlin").map((row) => row["due (Europe/Berlin)"]);
    expect(due).to.deep.equal(["Sat, 1 Aug 2026, 00:30", ""]);
    expect(itemRows(items, "America/New_York")[0]).to.include({ "due (America/New_York)": "Fri, 31 Jul 2026, 18:30" });
  });

  it("tell the open ones from those that are done, in the order they are given", () => {
    expect(itemRows(items, "UTC").map(({ id, state }) => [id, state])).to.deep.equal([
      ["a", "open"],
      ["b", "done"],
    ]);
  });
});
