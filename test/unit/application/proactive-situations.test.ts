import { expect } from "chai";
import { heldOut, scopesOf, silences, situations } from "../../support/proactive-situations.js";
import { considerSituation } from "../../support/considered-situation.js";

describe("a proactive notification without a model", () => {
  for (const situation of situations) {
    it(`quotes the relevant fact: ${situation.name}`, async () => {
      const { outcome, inbox } = await considerSituation(situation);
      expect(outcome).to.deep.equal({ kind: "notified" });
      const [text = ""] = inbox;
      const rest = (situation.mayAdd ?? []).reduce((left, each) => left.replace(each, ""), text);
      expect(rest.replace(/^(?:Ada|Speaker \d+): /, "").trim()).to.equal(situation.expected);
    });
  }

  for (const situation of silences) {
    it(`is not sent when nothing is relevant: ${situation.name}`, async () => {
      expect(await considerSituation(situation)).to.deep.equal({
        outcome: { kind: "suppressed", reason: "not_relevant" },
        inbox: [],
      });
    });
  }

  it("is right in at least 17 of 20 situations that it was not tuned on", async () => {
    const wrong: unknown[] = [];
    for (const { expected, ...situation } of heldOut) {
      const { inbox } = await considerSituation({ ...situation, expected });
      const text = inbox[0]?.replace(/^(?:Ada|Speaker \d+): /, "") ?? null;
      if (text !== expected) wrong.push({ situation: situation.name, expected, text });
    }
    expect(heldOut).to.have.length(20);
    expect(wrong.length, JSON.stringify(wrong)).to.be.at.most(3);
  });

  it("never shows a sentence of the prompt, whatever is said", async () => {
    for (const situation of situations) {
      const { inbox } = await considerSituation({ ...situation, said: [situation.prompt] });
      const own = situation.prompt.split(/[.:]/).map((part) => part.replaceAll(/\{\{\w+\}\}/g, "Ada").trim());
      for (const part of own.filter((each) => each.length > 8)) expect(inbox.join("\n")).not.to.include(part);
    }
    expect(situations.flatMap(scopesOf)).to.include.members(["user_facts", "user_context", "user_chat"]);
  });
});
