import { expect } from "chai";
import fc from "fast-check";
import { fillPrompt, findPlaceholders, removePlaceholders } from "../../../src/domain/notification/prompt.js";

const filled = (template: string, variables: Readonly<Record<string, string>>) =>
  fillPrompt({ template, variables: new Map(Object.entries(variables)) });

describe("A prompt template", () => {
  it("is filled in one pass without expanding placeholders in values", () => {
    const variables = { user_facts: "{{user_chat}} $& {{user_facts}}", user_chat: "secret" };
    expect(filled("A {{user_facts}} B", variables)).to.deep.equal({
      text: "A {{user_chat}} $& {{user_facts}} B",
      unresolved: [],
    });
    expect(filled("{{user_{{user_name}}}}", { user_name: "chat", user_chat: "secret" }).text).to.equal("{{user_chat}}");
  });

  it("reports each unresolved name once, and replaces its placeholders with nothing", () => {
    const template = "a{{user_chat}}b{{ user_chat }}c{{}}d{{a name|upper}}e{{\n}}f";
    expect(filled(template, {})).to.deep.equal({ text: "abcdef", unresolved: ["user_chat", "", "a name|upper"] });
  });

  it("does not resolve inherited object properties", () => {
    expect(filled("{{constructor}}{{__proto__}}{{toString}}", {}).text).to.equal("");
  });

  it("keeps each value unchanged and leaves no placeholders", () => {
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
        const { text, unresolved: unfilled } = filled(
          written((name) => `{{${name}}}`),
          variables,
        );
        expect(text).to.equal(written((name) => of(name) ?? ""));
        for (const name of unfilled) expect(of(name)).to.equal(undefined);
      }),
    );
  });

  it("keeps only allowed placeholders in the generated text", () => {
    expect(findPlaceholders("{{a}} {{ b }} {c} {{d} }")).to.deep.equal(["a", "b"]);
    expect(removePlaceholders("{{a}} {{b}}", new Set(["a"]))).to.equal("{{a}} ");
  });
});
