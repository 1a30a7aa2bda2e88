import { expect } from "chai";
import { BuiltInWriter } from "../../../src/adapters/language/index.js";

const write = (
  said: readonly string[],
  template: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> =>
  new BuiltInWriter().generate(
    { template, variables: new Map(Object.entries(variables)) },
    { userId: "ada", language: "en", recentTexts: said },
  );

const talk = `Ada: The deadline of the grant is on Friday and I have not begun.
Ben: The coffee is cold.
Ada: I need the numbers of last year for the grant.`;

describe("the built-in writer", () => {
  it("never writes what the app says, with or without names", async () => {
    const said = ["Give me some water, please."];
    expect(await write(said, "Time to drink water, {{user_name}}!", { user_name: "Ada Waters" })).to.equal("");
    expect(await write(said, "Drink water. You like {{user_facts}}.")).to.equal("");
    const facts = "Drink water\nDrinks too little water";
    expect(await write(said, "DRINK WATER! {{user_facts}}", { user_facts: facts })).to.equal(
      "Drinks too little water.",
    );
  });

  it("tells what has most to do with what was said, in the order it was told", async () => {
    const said = ["When is the grant due?", "We need the numbers for it."];
    expect(await write(said, "Advise on the work from {{user_context}}", { user_context: talk })).to.equal(
      "Ada: The deadline of the grant is on Friday and I have not begun. Ada: I need the numbers of last year for the grant.",
    );
  });

  it("ranks by the prompt among what has to do with what was said", async () => {
    const facts = "Ben plays the tuba\nBen lives in Ghent\nBen collects old maps\nBen is allergic to strawberries";
    const said = ["Ben comes to dinner tomorrow."];
    const warning = await write(said, "Warn of allergies to food. {{user_facts}}", { user_facts: facts });
    expect(warning).to.include("Ben is allergic to strawberries.");
    expect(await write(["Where does Ben live?"], "Speak of homes. {{user_facts}}", { user_facts: facts })).to.include(
      "Ben lives in Ghent.",
    );
    expect(await write(["The train is late."], "Warn of allergies. {{user_facts}}", { user_facts: facts })).to.equal(
      "",
    );
  });

  it("prefers the fact that was given first where two are as relevant", async () => {
    const [first, second] = ["Plays chess with Ida", "Plays chess with Tom"];
    const said = ["Who wants to play chess?"];
    for (const facts of [`${first}\n${second}`, `${second}\n${first}`]) {
      const [expected = ""] = facts.split("\n");
      expect((await write(said, "{{user_facts}}", { user_facts: facts })).startsWith(expected)).to.equal(true);
    }
  });

  it("quotes the user in a chat, and never the app", async () => {
    const chat = "Garden: Water the roses today!\nUser: The roses get water from the rain.";
    expect(await write(["Look at the roses."], "{{user_chat}}", { user_chat: chat })).to.equal(
      "The roses get water from the rain.",
    );
  });

  it("takes a placeholder that somebody said for text", async () => {
    const context = "Ada: Write {{user_name}} on the envelope, in capitals.";
    const told = { user_context: context, user_name: "Ada" };
    expect(await write(["Where is the envelope?"], "{{user_context}}", told)).to.equal(context);
  });

  it("writes nothing where nothing is known, or nothing was said", async () => {
    expect(await write(["The roses."], "{{user_chat}}")).to.equal("");
    expect(await write([], "Talk of roses: {{user_facts}}", { user_facts: "Grows roses" })).to.equal("");
  });
});
