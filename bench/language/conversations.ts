import { readFileSync } from "node:fs";
import { LocalTime } from "../../src/domain/time/local-time.js";
import { BuiltInSummariser } from "../../src/adapters/nlp/index.js";
import { Transcript } from "../../src/domain/conversation/transcript.js";
import { contentOf, likeness, matched, type Matching } from "./soft-match.js";

export type Part = "tune" | "report";
export const parts = ["tune", "report"] as const;

/** What a careful person would keep of a conversation. Times are the user's: a day, or a day and a minute. */
interface Kept {
  readonly points: readonly string[];
  readonly category: string;
  readonly actionItems: readonly {
    readonly description: string;
    readonly owner: string;
    readonly due: string | null;
  }[];
  readonly events: readonly { readonly title: string; readonly start: string }[];
  readonly memories: readonly string[];
}

export interface KeptConversation {
  readonly id: string;
  readonly part: Part;
  /** Absent where it is English. */
  readonly language?: string;
  readonly startedAt: string;
  readonly timeZone: string;
  readonly userName: string;
  readonly segments: readonly { readonly speaker: string; readonly isUser: boolean; readonly text: string }[];
  /** The words that a line to keep was made from, by its text; absent where none are known. */
  readonly evidence?: ReadonlyMap<string, string>;
  readonly keep: Kept;
}

/** Something that was found, or should be. */
export interface Thing {
  readonly text: string;
  /** When it is due or begins, as in `Kept`; null for no time. */
  readonly time: string | null;
}

export const kinds = ["actionItems", "memories", "events"] as const;
export type Kind = (typeof kinds)[number];

export interface Verdict {
  readonly conversation: KeptConversation;
  readonly title: string;
  readonly overview: string;
  readonly category: string;
  readonly matches: Readonly<Record<Kind, Matching<Thing, Thing>>>;
}

export function conversationsOf(file: "english" | "other-languages"): readonly KeptConversation[] {
  // From dist/bench/language/.
  const url = new URL(`../../../bench/language/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { conversations: KeptConversation[] }).conversations;
}

/** Every conversation with what the built-in summariser makes of it. */
export async function verdicts(conversations: readonly KeptConversation[]): Promise<readonly Verdict[]> {
  const summariser = new BuiltInSummariser();
  const found: Verdict[] = [];
  for (const conversation of conversations) found.push(await verdictOf(summariser, conversation));
  return found;
}

async function verdictOf(summariser: BuiltInSummariser, conversation: KeptConversation): Promise<Verdict> {
  const { id, segments, startedAt, timeZone, userName, keep } = conversation;
  const lines = segments.map(({ speaker, isUser, text }, i) => ({
    text,
    start: i * 5,
    end: i * 5 + 4,
    isUser,
    speaker,
  }));
  const { title, overview, category, actionItems, memories, events } = await summariser.summarise(
    Transcript.create(id, lines),
    {
      userId: "bench",
      startedAt: new Date(startedAt),
      timeZone,
      language: conversation.language ?? "en",
      textSource: null,
      userName,
    },
  );
  const local = (instant: Date): string => minuteOf(instant, timeZone);
  const matches = {
    actionItems: matched(
      actionItems.map(({ description, dueAt }) => ({ text: description, time: dueAt && local(dueAt) })),
      keep.actionItems.map(({ description, due, owner }) => ({
        text: owner === "user" ? description : `${owner}: ${description}`,
        time: due,
      })),
      alike,
    ),
    memories: matched(
      memories.map(({ content }) => ({ text: content, time: null })),
      keep.memories.map((text) => ({ text, time: null })),
      alike,
    ),
    events: matched(
      events.map((event) => ({ text: event.title, time: local(event.start) })),
      keep.events.map((event) => ({ text: event.title, time: event.start })),
      // Two events at one time are told apart by their titles.
      (one, other) => (isSameTime(one, other) ? 1 + alike(one, other) : 0),
    ),
  };
  return { conversation, title, overview, category, matches };
}

const alike = (one: Thing, other: Thing): number => likeness(contentOf(one.text), contentOf(other.text));

/** As far as the expected one tells it. */
export function isSameTime(found: Thing, expected: Thing): boolean {
  return found.time === null || expected.time === null
    ? found.time === expected.time
    : found.time.slice(0, expected.time.length) === expected.time;
}

function minuteOf(instant: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = new LocalTime(timeZone).toWallClock(instant);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}
