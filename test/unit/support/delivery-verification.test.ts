import { expect } from "chai";
import { verifyDeliveries } from "../../support/delivery-verification.js";
import type { ReceivedCall } from "../../support/webhook-app.js";
import { LiveSessionClient } from "../../support/live-session-client.js";

describe("verifyDeliveries", () => {
  const walk = new LiveSessionClient("ada", "walk");
  walk.acknowledged.push("One.", "Two.", "Three.");

  const heard = (id: string, texts: readonly string[], with_: Partial<ReceivedCall> = {}): ReceivedCall => ({
    id,
    query: new URLSearchParams({ uid: "ada" }),
    sessionId: "walk",
    texts,
    speakers: [],
    at: 0,
    ...with_,
  });
  const held = (...all: readonly ReceivedCall[]) => verifyDeliveries(all, [walk]);

  it("accepts each part once, and repeats with the same ID", () => {
    const again = heard("b", ["Three."]);
    expect(held(heard("a", ["One.", "Two."]), again, again)).to.deep.equal({ parts: 2, repeats: 1, missing: [] });
  });

  it("reports missing parts", () => {
    const missing = [{ session: "walk", place: 1 }];
    expect(held(heard("a", ["One."]), heard("b", ["Three."]))).to.deep.equal({ parts: 2, repeats: 0, missing });
  });

  for (const [name, all, said] of [
    ["a part that is repeated with another ID", [heard("a", ["One."]), heard("b", ["One."])], /under a and under b/],
    ["an ID of two parts", [heard("a", ["One."]), heard("a", ["Two."])], /^a stands for/],
    ["another order", [heard("a", ["Two.", "One."])], /not said like that/],
    ["a gap within a part", [heard("a", ["One.", "Three."])], /not said like that/],
    ["an unknown text", [heard("a", ["Four."])], /not said like that/],
    ["an unknown session", [heard("a", ["One."], { sessionId: "talk" })], /no session talk/],
    ["another user", [heard("a", ["One."], { query: new URLSearchParams({ uid: "eve" }) })], /no session walk/],
  ] as const) {
    it(`rejects ${name}`, () => {
      expect(() => held(...all)).to.throw(said);
    });
  }
});
