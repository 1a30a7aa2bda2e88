import { expect } from "chai";
import { hearingOf } from "../../support/heard-parts.js";
import type { Heard } from "../../support/live-app.js";
import { SpokenSession } from "../../support/live-sessions.js";

describe("what an app has heard, held against what was said", () => {
  const walk = new SpokenSession("ada", "walk");
  walk.acknowledged.push("One.", "Two.", "Three.");

  const heard = (id: string, texts: readonly string[], with_: Partial<Heard> = {}): Heard => ({
    id,
    query: new URLSearchParams({ uid: "ada" }),
    sessionId: "walk",
    texts,
    speakers: [],
    at: 0,
    ...with_,
  });
  const held = (...all: readonly Heard[]) => hearingOf(all, [walk]);

  it("is in order when each part comes once, or again under its id", () => {
    const again = heard("b", ["Three."]);
    expect(held(heard("a", ["One.", "Two."]), again, again)).to.deep.equal({ parts: 2, repeats: 1, missing: [] });
  });

  it("lacks what was not heard", () => {
    const missing = [{ session: "walk", place: 1 }];
    expect(held(heard("a", ["One."]), heard("b", ["Three."]))).to.deep.equal({ parts: 2, repeats: 0, missing });
  });

  for (const [name, all, said] of [
    ["a part that comes again under another id", [heard("a", ["One."]), heard("b", ["One."])], /under a and under b/],
    ["an id that stands for two parts", [heard("a", ["One."]), heard("a", ["Two."])], /^a stands for/],
    ["another order", [heard("a", ["Two.", "One."])], /not said like that/],
    ["a gap within a part", [heard("a", ["One.", "Three."])], /not said like that/],
    ["what nobody has said", [heard("a", ["Four."])], /not said like that/],
    ["a session that there is not", [heard("a", ["One."], { sessionId: "talk" })], /no session talk/],
    ["another user", [heard("a", ["One."], { query: new URLSearchParams({ uid: "eve" }) })], /no session walk/],
  ] as const) {
    it(`is refused for ${name}`, () => {
      expect(() => held(...all)).to.throw(said);
    });
  }
});
