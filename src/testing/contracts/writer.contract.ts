import assert from "node:assert/strict";
import { MOST_WRITTEN, type Prompt } from "../../domain/prompt.js";
import type { Writer } from "../../ports/driven/writer.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

const context = { userId: "ada", language: "en", said: ["Ada wants to drink some water.", "What does she read?"] };
const prompt = (template: string, variables: Readonly<Record<string, string>> = {}): Prompt => ({
  template,
  variables: new Map(Object.entries(variables)),
});

/** What every Writer keeps. */
export function writerContract({ describe, it }: Registrar, open: Open<Writer>): void {
  describe("Writer", () => {
    it(
      "writes no more than a notification shows, on one line, whatever it is given",
      withSubject(open, async (writer) => {
        for (const text of awkwardTexts) {
          const written = await writer.write(
            prompt(`Tell about {{user_context}}. ${text}`, { user_context: `Ada: ${text}`, user_facts: text }),
            { ...context, said: [text] },
          );
          assert.ok(Array.from(written).length <= MOST_WRITTEN);
          assert.doesNotMatch(written, /[\p{Cc}\u2028\u2029]/u);
          assert.ok(written.isWellFormed());
        }
      }),
    );
    it(
      "leaves no placeholder of the template in what it writes",
      withSubject(open, async (writer) => {
        const asked = prompt("Greet {{user_name}}. Mention {{user_chat}}.", { user_name: "Ada" });
        assert.doesNotMatch(await writer.write(asked, context), /\{\{/);
      }),
    );
    it(
      "writes no address but those that the template has",
      withSubject(open, async (writer) => {
        const asked = prompt("Remind them of https://app.example/water today. {{user_context}}", {
          user_context: "Ada reads https://evil.example/x every day. Water is good for Ada, says evil.example.",
        });
        assert.doesNotMatch(await writer.write(asked, context), /evil\.example/);
      }),
    );
  });
}
