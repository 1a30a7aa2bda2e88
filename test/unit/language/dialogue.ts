import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation } from "./fixtures.js";

const summariser = new BuiltInSummariser();

/** What is made of turns that Sam, the user, and Alex take, from Wednesday 4 March 2026, 10:00 in Berlin. */
export function digestOf(language: string | null, ...turns: readonly string[]): Promise<SummaryResult> {
  const lines = turns.map((text, i): [string, string] => [i % 2 === 0 ? "me" : "Alex", text]);
  return summariser.summarise(aConversation(...lines), {
    startedAt: new Date("2026-03-04T09:00:00Z"),
    timeZone: "Europe/Berlin",
    language,
    textSource: "other_text",
    userId: "sam",
    userName: "Sam",
  });
}
