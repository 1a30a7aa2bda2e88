import { expect } from "chai";
import { isPassing, plainFact } from "../../../src/adapters/language/memories/plain-facts.js";
import { touchedOn } from "../../../src/adapters/language/memories/touched-on.js";

describe("what somebody says of themselves", () => {
  const told = {
    "I stuff birds for a museum": "stuffs birds for a museum",
    "I never learned to whistle": "never learned to whistle",
    "I don't own a telly": "doesn't own a telly",
    "I fly kites": "flies kites",
    "I'm third generation": "is third generation",
    "I've climbed every Munro": "has climbed every Munro",
    "my knees are both titanium": "knees are both titanium",
  };
  for (const [said, expected] of Object.entries(told))
    it(`is "${expected}" to others where they say "${said}"`, () => {
      expect(plainFact(said)?.text).to.equal(expected);
    });

  for (const said of ["I can't on Monday", "my brother's keys", "I'd rather not"])
    it(`is nothing to others where they say "${said}"`, () => {
      expect(plainFact(said)).to.equal(undefined);
    });

  it("is of the day where it names an hour of it, and lasts where it is done again and again", () => {
    expect(isPassing("gets in at ten past five")).to.equal(true);
    expect(isPassing("gets up every day at five")).to.equal(false);
  });
});

describe("a word in passing", () => {
  it("may tell what somebody has, takes or is", () => {
    expect(touchedOn("It's the gout, it'll pass.", false)).to.deep.equal(["I have gout."]);
    expect(touchedOn("Not without my lithium.", false)).to.deep.equal(["I take lithium."]);
    expect(touchedOn("We've been Quaker for ages.", false)).to.deep.equal(["I'm Quaker."]);
  });

  it("tells nothing where another was named, or where it is only supposed", () => {
    expect(touchedOn("It's the gout.", true)).to.deep.equal([]);
    expect(touchedOn("Maybe it's the gout.", false)).to.deep.equal([]);
  });
});
