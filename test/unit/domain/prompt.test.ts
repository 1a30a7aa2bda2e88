import { expect } from "chai";
import fc from "fast-check";
import { filledPrompt, placeholdersIn, withoutPlaceholders } from "../../../src/domain/prompt.js";

const filled = (template: string, variables: Readonly<Record<string, string>>) =>
  filledPrompt({ template, variables: new Map(Object.entries(variables)) });

describe("a prompt", () => {
  it("is filled in one pass: what a variable holds is text", () => {
    const variables = { user_facts: "{{user_chat}} $& {{user_facts}}", user_chat: "secret" };
    expect(filled("A {{user_facts}} B", variables)).to.deep.equal({
      text: "A {{user_chat}} $& {{user_facts}} B",
      unfilled: [],
    });
    expect(filled("{{user_{{user_name}}}}", { user_name: "chat", user_chat: "secret" }).text).to.equal("{{user_chat}}");
  });

  it("tells once each name that stays unfilled, whatever stands in the braces, and leaves nothing there", () => {
    const template = "a{{user_chat}}b{{ user_chat }}c{{}}d{{a name|upper}}e{{\n}}f";
    expect(filled(template, {})).to.deep.equal({ text: "abcdef", unfilled: ["user_chat", "", "a name|upper"] });
  });

  it("takes no name of an object's own for a variable", () => {
    expect(filled("{{constructor}}{{__proto__}}{{toString}}", {}).text).to.equal("");
  });

  it("keeps each value as it is, and nothing of the placeholders", () => {
    const names = ["user_name", "user_facts", "user_context", "user_chat", "other"];
    const piece = fc.oneof(
      fc.constantFrom(...names).map((name) => ({ name })),
      fc.string().filter((text) => !/[{}]/.test(text)),
    );
    const values = fc.dictionary(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(fc.array(piece), values, (pieces, variables) => {
        const written = (show: (name: string) => string) =>
          pieces.map((each) => (typeof each === "string" ? each : show(each.name))).join("");
        const of = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
        const { text, unfilled } = filled(
          written((name) => `{{${name}}}`),
          variables,
        );
        expect(text).to.equal(written((name) => of(name) ?? ""));
        for (const name of unfilled) expect(of(name)).to.equal(undefined);
      }),
    );
  });

  it("leaves in what was made of it those placeholders that somebody said", () => {
    expect(placeholdersIn("{{a}} {{ b }} {c} {{d} }")).to.deep.equal(["a", "b"]);
    expect(withoutPlaceholders("{{a}} {{b}}", new Set(["a"]))).to.equal("{{a}} ");
  });
});
