import { expect } from "chai";
import { factExchanges, taskExchanges } from "../../../tools/exchanges.js";

describe("A labelled exchange with tasks", () => {
  it("contains the speakers, their statements and the expected items", () => {
    const [exchange] = taskExchanges(
      "Yes\tZed: The boiler is cold. || Mia: I'll ring the plumber.\tMia: Ring the plumber ;; Zed: Wait",
    );
    expect(exchange?.userName).to.equal("Zed");
    expect(exchange?.segments).to.deep.equal([
      { speaker: "Zed", text: "The boiler is cold.", isUser: true },
      { speaker: "Mia", text: "I'll ring the plumber.", isUser: false },
    ]);
    expect(exchange?.keep.actionItems).to.deep.equal([
      { owner: "Mia", description: "Ring the plumber", due: null },
      { owner: "user", description: "Wait", due: null },
    ]);
  });

  it("belongs to the addressee when the user does not speak", () => {
    const [exchange] = taskExchanges("Yes\tMum: Don't forget the gym.\tMe: Go to the gym");
    expect(exchange?.userName).to.equal("Me");
    expect(exchange?.segments.some(({ isUser }) => isUser)).to.equal(false);
  });

  it("is rejected when its label contradicts its items", () => {
    expect(() => taskExchanges("Yes\tZed: Hello.\t")).to.throw("Line 1 is labelled otherwise than its items say");
  });

  it("is rejected when a turn has no speaker", () => {
    expect(() => taskExchanges("No\tHello there.\t")).to.throw('Line 1 has no name before "Hello there."');
  });
});

describe("A labelled exchange with facts", () => {
  it("contains the speakers, their statements and the expected memories", () => {
    const [first, second] = factExchanges(
      "Yes\tO: What are you up to? || U: I whittle.\tWhittles ;; Has time\nNo\tU: Hello.",
    );
    expect(first?.segments.map(({ isUser }) => isUser)).to.deep.equal([false, true]);
    expect(first?.keep.memories).to.deep.equal(["Whittles", "Has time"]);
    expect(second?.keep.memories).to.deep.equal([]);
  });

  it("is rejected when a negative example has memories", () => {
    expect(() => factExchanges("No\tU: Hello.\tSays hello")).to.throw("Line 1 is not a label");
  });
});
