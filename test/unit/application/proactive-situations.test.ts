import { expect } from "chai";
import { heldOutSituations, scopesInPrompt, silentSituations, situations } from "../../support/proactive-situations.js";
import { runSituation } from "../../support/run-situation.js";

describe("Proactive notifications without a model", () => {
  for (const situation of situations) {
    it(`quote the relevant fact: ${situation.name}`, async () => {
      const { outcome, inbox } = await runSituation(situation);
      expect(outcome).to.deep.equal({ kind: "notified" });
      const [text = ""] = inbox;
      const rest = (situation.optionalSentences ?? []).reduce((left, each) => left.replace(each, ""), text);
      expect(rest.replace(/^(?:Ada|Speaker \d+): /, "").trim()).to.equal(situation.expected);
    });
  }

  for (const situation of silentSituations) {
    it(`are suppressed when nothing is relevant: ${situation.name}`, async () => {
      expect(await runSituation(situation)).to.deep.equal({
        outcome: { kind: "suppressed", reason: "not_relevant" },
        inbox: [],
      });
    });
  }

  it("are right in at least 17 of 20 held-out situations", async () => {
    const wrong: unknown[] = [];
    for (const { expected, ...situation } of heldOutSituations) {
      const { inbox } = await runSituation({ ...situation, expected });
      const text = inbox[0]?.replace(/^(?:Ada|Speaker \d+): /, "") ?? null;
      if (text !== expected) wrong.push({ situation: situation.name, expected, text });
    }
    expect(heldOutSituations).to.have.length(20);
    expect(wrong.length, JSON.stringify(wrong)).to.be.at.most(3);
  });

  it("never contain a sentence of the prompt", async () => {
    for (const situation of situations) {
      const { inbox } = await runSituation({ ...situation, transcript: [situation.prompt] });
      const own = situation.prompt.split(/[.:]/).map((part) => part.replaceAll(/\{\{\w+\}\}/g, "Ada").trim());
      for (const part of own.filter((each) => each.length > 8)) expect(inbox.join("\n")).not.to.include(part);
    }
    expect(situations.flatMap(scopesInPrompt)).to.include.members(["user_facts", "user_context", "user_chat"]);
  });
});
