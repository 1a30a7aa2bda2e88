import { type NewSegment, Transcript } from "../../../src/domain/conversation/transcript.js";
import type { SummaryContext } from "../../../src/ports/driven/models/summariser.js";

/** A Wednesday morning in London. */
export const wednesday: SummaryContext = {
  userId: "ada",
  startedAt: new Date("2025-03-05T10:00:00Z"),
  timeZone: "Europe/London",
  language: "en",
  textSource: null,
  userName: "Mia",
};

type Line = readonly [speaker: string, text: string];

/** A conversation of lines; "me" is the user, other names are labels. */
export function aConversation(...lines: readonly Line[]): Transcript {
  const segments = lines.map(([speaker, text], i): NewSegment => {
    const time = { start: i * 5, end: i * 5 + 4 };
    return speaker === "me" ? { text, ...time, speaker: "SPEAKER_00", isUser: true } : { text, ...time, speaker };
  });
  return Transcript.create("c", segments);
}

/** A conversation from text: one segment. */
export function aText(text: string): Transcript {
  return Transcript.create("t", [{ text, start: 0, end: 300, speaker: "SPEAKER_00" }]);
}

export const kitchenRenovation = aConversation(
  ["me", "Hi Ben, um, thanks for coming over to look at the kitchen."],
  ["Ben", "No problem. So, uh, you want to renovate the whole kitchen this summer, right?"],
  ["me", "Yes. The old kitchen cabinets are falling apart and and the tiles are cracked near the window."],
  ["Ben", "Mm-hmm."],
  ["me", "I mean, the budget for the kitchen is twelve thousand euros, including the new cabinets and the plumber."],
  [
    "Ben",
    "The cabinets alone will cost about five thousand, and the plumber charges two thousand for moving the sink.",
  ],
  ["me", "We could keep the old oven, it still works and it's only three years old."],
  ["Ben", "Okay. I'll send you a quote for the cabinets by Friday."],
  ["me", "Great, and I'll call the plumber tomorrow."],
  ["Ben", "Can you measure the window before we order the tiles?"],
  ["me", "Sure, I can do that."],
  ["Ben", "The tiles usually take three weeks to arrive, so the renovation cannot start before June."],
  ["me", "That's fine, my sister's wedding is on the 24th of May anyway."],
  ["Ben", "Then let's meet here again next Tuesday at half past three for an hour."],
  ["me", "Perfect, see you then. Bye!"],
);
