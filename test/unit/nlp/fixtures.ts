import { Transcript, type NewSegment } from "../../../src/domain/conversation/transcript.js";
import { BuiltInSummariser } from "../../../src/adapters/nlp/index.js";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import type { SummaryContext } from "../../../src/ports/driven/models/summariser.js";

/** A Monday morning in London. */
export const mondayContext: SummaryContext = {
  userId: "ada",
  startedAt: new Date("2026-01-05T10:00:00Z"),
  timeZone: "Europe/London",
  language: null,
  textSource: "other_text",
  userName: "Mia Berg",
};

const summariser = new BuiltInSummariser();

/** Summarises a text that the user wrote or received. */
export function summariseText(text: string, context: Partial<SummaryContext> = {}): Promise<SummaryResult> {
  const transcript = Transcript.create("t", [{ text, start: 0, end: 300, speaker: "SPEAKER_00" }]);
  return summariser.summarise(transcript, { ...mondayContext, ...context });
}

/** Summarises speech. Turns of "me" are the user's. */
export function summariseTurns(
  turns: readonly (readonly [speaker: string, text: string])[],
  context: Partial<SummaryContext> = {},
): Promise<SummaryResult> {
  const segments = turns.map(([speaker, text], index): NewSegment => {
    const isUser = speaker === "me";
    return { text, start: index * 5, end: index * 5 + 4, speaker: isUser ? "SPEAKER_00" : speaker, isUser };
  });
  return summariser.summarise(Transcript.create("c", segments), { ...mondayContext, textSource: null, ...context });
}

const formatTime = (instant: Date | null): string => (instant ? ` [${instant.toISOString().slice(0, 16)}]` : "");

export const listTasks = ({ actionItems }: SummaryResult): string[] =>
  actionItems.map(({ description, dueAt }) => description + formatTime(dueAt));

export const listEvents = ({ events }: SummaryResult): string[] =>
  events.map(({ title, start }) => title + formatTime(start));

export const listMemories = ({ memories }: SummaryResult): string[] => memories.map(({ content }) => content);
