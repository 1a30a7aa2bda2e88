import { expect } from "chai";
import { BuiltInTextGenerator } from "../../../src/adapters/nlp/index.js";

const generate = (
  recentTexts: readonly string[],
  template: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> =>
  new BuiltInTextGenerator().generate(
    { template, variables: new Map(Object.entries(variables)) },
    { userId: "ada", language: "en", recentTexts },
  );

const conversation = `Ada: The deadline of the grant is on Friday and I have not begun.
Ben: The coffee is cold.
Ada: I need the numbers of last year for the grant.`;

describe("The built-in text generator", () => {
  it("never repeats the prompt, with or without variables", async () => {
    const recentTexts = ["Give me some water, please."];
    expect(await generate(recentTexts, "Time to drink water, {{user_name}}!", { user_name: "Ada Waters" })).to.equal(
      "",
    );
    expect(await generate(recentTexts, "Drink water. You like {{user_facts}}.")).to.equal("");
    const facts = "Drink water\nDrinks too little water";
    expect(await generate(recentTexts, "DRINK WATER! {{user_facts}}", { user_facts: facts })).to.equal(
      "Drinks too little water.",
    );
  });

  it("selects the sentences that are most relevant to the recent texts, in their order", async () => {
    const recentTexts = ["When is the grant due?", "We need the numbers for it."];
    expect(
      await generate(recentTexts, "Advise on the work from {{user_context}}", { user_context: conversation }),
    ).to.equal(
      "Ada: The deadline of the grant is on Friday and I have not begun. Ada: I need the numbers of last year for the grant.",
    );
  });

  it("ranks relevant sentences by the prompt", async () => {
    const facts = "Ben plays the tuba\nBen lives in Ghent\nBen collects old maps\nBen is allergic to strawberries";
    const recentTexts = ["Ben comes to dinner tomorrow."];
    const notification = await generate(recentTexts, "Warn of allergies to food. {{user_facts}}", {
      user_facts: facts,
    });
    expect(notification).to.include("Ben is allergic to strawberries.");
    expect(
      await generate(["Where does Ben live?"], "Speak of homes. {{user_facts}}", { user_facts: facts }),
    ).to.include("Ben lives in Ghent.");
    expect(await generate(["The train is late."], "Warn of allergies. {{user_facts}}", { user_facts: facts })).to.equal(
      "",
    );
  });

  it("prefers the first of two facts that are equally relevant", async () => {
    const [first, second] = ["Plays chess with Ida", "Plays chess with Tom"];
    const recentTexts = ["Who wants to play chess?"];
    for (const facts of [`${first}\n${second}`, `${second}\n${first}`]) {
      const [expected = ""] = facts.split("\n");
      expect((await generate(recentTexts, "{{user_facts}}", { user_facts: facts })).startsWith(expected)).to.equal(
        true,
      );
    }
  });

  it("quotes the user of a chat, never the app", async () => {
    const chat = "Garden: Water the roses today!\nUser: The roses get water from the rain.";
    expect(await generate(["Look at the roses."], "{{user_chat}}", { user_chat: chat })).to.equal(
      "The roses get water from the rain.",
    );
  });

  it("treats a placeholder in a variable as text", async () => {
    const context = "Ada: Write {{user_name}} on the envelope, in capitals.";
    const variables = { user_context: context, user_name: "Ada" };
    expect(await generate(["Where is the envelope?"], "{{user_context}}", variables)).to.equal(context);
  });

  it("returns an empty text without variables or recent texts", async () => {
    expect(await generate(["The roses."], "{{user_chat}}")).to.equal("");
    expect(await generate([], "Talk of roses: {{user_facts}}", { user_facts: "Grows roses" })).to.equal("");
  });
});
