import { BuiltInSummariser } from "../../src/adapters/nlp/index.js";
import { LocalTime } from "../../src/domain/time/local-time.js";
import { summariseConversation, type AnnotatedConversation } from "./annotated-conversations.js";
import { compareTexts, isTimeRight, matchItems, type MatchResult } from "./soft-match.js";

export const itemKinds = ["actionItems", "memories", "events"] as const;
export type ItemKind = (typeof itemKinds)[number];

/** An extracted or expected item. */
export interface TimedItem {
  readonly text: string;
  /**
   * Due date or start: local day or day and minute, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; null without a time.
   */
  readonly time: string | null;
}

/** The output of the built-in summariser for a conversation, matched with the expected items. */
export interface ScoredConversation {
  readonly conversation: AnnotatedConversation;
  readonly title: string;
  readonly overview: string;
  readonly matches: Readonly<Record<ItemKind, MatchResult<TimedItem, TimedItem>>>;
}

/** Precision, recall and F1, 0 to 1, with the counts they are computed from. */
export interface ExtractionScores {
  readonly foundCount: number;
  readonly expectedCount: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Share of the matched items whose time is right; undefined if no matched item is expected to have a time. */
  readonly rightTimeShare: number | undefined;
}

/** Summarises the conversations with the built-in summariser and matches the results with the expected items. */
export async function scoreConversations(
  conversations: readonly AnnotatedConversation[],
): Promise<readonly ScoredConversation[]> {
  const summariser = new BuiltInSummariser();
  const results: ScoredConversation[] = [];
  for (const conversation of conversations) results.push(await scoreConversation(summariser, conversation));
  return results;
}

async function scoreConversation(
  summariser: BuiltInSummariser,
  conversation: AnnotatedConversation,
): Promise<ScoredConversation> {
  const { timeZone, expected } = conversation;
  const summary = await summariseConversation(summariser, conversation);
  const localTime = new LocalTime(timeZone);
  const matches = {
    actionItems: matchItems(
      summary.actionItems.map(({ description, dueAt }) => ({
        text: description,
        time: dueAt && formatMinute(dueAt, localTime),
      })),
      expected.actionItems.map(({ description, due, owner }) => ({
        text: owner === "user" ? description : `${owner}: ${description}`,
        time: due,
      })),
      compareItemTexts,
    ),
    memories: matchItems(
      summary.memories.map(({ content }) => ({ text: content, time: null })),
      expected.memories.map((text) => ({ text, time: null })),
      compareItemTexts,
    ),
    events: matchItems(
      summary.events.map(({ title, start }) => ({ text: title, time: formatMinute(start, localTime) })),
      expected.events.map(({ title, start }) => ({ text: title, time: start })),
      // Events match by their time; titles decide between events at the same time.
      (found, expectedEvent) => (isTimeRight(found, expectedEvent) ? 1 + compareItemTexts(found, expectedEvent) : 0),
    ),
  };
  return { conversation, title: summary.title, overview: summary.overview, matches };
}

const compareItemTexts = (found: TimedItem, expected: TimedItem): number => compareTexts(found.text, expected.text);

/** @returns local time as `YYYY-MM-DDTHH:MM`. */
function formatMinute(instant: Date, localTime: LocalTime): string {
  const { year, month, day, hour, minute } = localTime.toWallClock(instant);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`;
}

/** Micro-averages one kind of item: counts are summed over all conversations before the shares are computed. */
export function computeExtractionScores(
  conversations: readonly ScoredConversation[],
  kind: ItemKind,
): ExtractionScores {
  const matches = conversations.map((each) => each.matches[kind]);
  const pairs = matches.flatMap((each) => each.pairs);
  const foundCount = pairs.length + matches.flatMap(({ spurious }) => spurious).length;
  const expectedCount = pairs.length + matches.flatMap(({ missed }) => missed).length;
  const hasTimes = pairs.some(([, { time }]) => time !== null);
  const rightTimes = pairs.filter(([found, expected]) => isTimeRight(found, expected)).length;
  return {
    foundCount,
    expectedCount,
    precision: pairs.length / Math.max(1, foundCount),
    recall: pairs.length / Math.max(1, expectedCount),
    f1: (2 * pairs.length) / Math.max(1, foundCount + expectedCount),
    rightTimeShare: hasTimes ? rightTimes / Math.max(1, pairs.length) : undefined,
  };
}
