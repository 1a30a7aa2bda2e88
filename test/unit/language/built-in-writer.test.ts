import { expect } from "chai";
import { BuiltInWriter } from "../../../src/adapters/language/index.js";

const context = { userId: "ada", language: "en" };
const written = (template: string, variables: Readonly<Record<string, string>> = {}): Promise<string> =>
  new BuiltInWriter().write({ template, variables: new Map(Object.entries(variables)) }, context);

const talk = `Ada: The deadline of the grant is on Friday and I have not begun.
Ben: The coffee is cold.
Ada: I need the numbers of last year for the grant.`;

describe("the built-in writer", () => {
  it("says what the app says, with the names it was given", async () => {
    expect(await written("Time to drink water, {{user_name}}!", { user_name: "Ada" })).to.equal(
      "Time to drink water, Ada!",
    );
  });

  it("leaves out the sentences whose variable it was not given", async () => {
    expect(await written("Drink water. You like {{user_facts}}.")).to.equal("Drink water.");
  });

  it("tells what is most about what the app asks for, in the order it was said", async () => {
    const text = await written("Advise on the grant from {{user_context}}", { user_context: talk });
    expect(text).to.equal(
      "Ada: The deadline of the grant is on Friday and I have not begun. Ada: I need the numbers of last year for the grant.",
    );
  });

  it("takes a placeholder that somebody said for text", async () => {
    const said = "Ada: Write {{user_name}} on the envelope, in capitals.";
    expect(await written("{{user_context}}", { user_context: said, user_name: "Ada" })).to.equal(said);
  });

  it("says nothing where there is nothing to say", async () => {
    expect(await written("{{user_chat}}")).to.equal("");
  });
});
