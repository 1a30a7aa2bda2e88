import { readFileSync } from "node:fs";
import { Transcript } from "../../src/domain/conversation/transcript.js";
import type { SummaryResult } from "../../src/domain/conversation/summary-result.js";
import type { Summariser } from "../../src/ports/driven/models/summariser.js";
import type { DataSetPart } from "../support/data-set-parts.js";

/** A manual summary of a conversation. */
export interface ExpectedSummary {
  readonly points: readonly string[];
  readonly category: string;
  readonly actionItems: readonly {
    readonly description: string;
    /** `user`, or the name of another speaker. */
    readonly owner: string;
    /** Local day or day and minute, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; null without a due date. */
    readonly due: string | null;
  }[];
  readonly events: readonly {
    readonly title: string;
    /** Local day or day and minute, in the format of `due`. */
    readonly start: string;
  }[];
  readonly memories: readonly string[];
}

/** A conversation with the summary that a summariser should produce. */
export interface AnnotatedConversation {
  readonly id: string;
  readonly part: DataSetPart;
  /** ISO 639-1; English if omitted. */
  readonly language?: string;
  /** ISO 8601 instant. */
  readonly startedAt: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly userName: string;
  readonly segments: readonly { readonly speaker: string; readonly isUser: boolean; readonly text: string }[];
  /** Quotations from the transcript by the text of the expected item that they support; absent if there are none. */
  readonly evidence?: ReadonlyMap<string, string>;
  readonly expected: ExpectedSummary;
}

/** Reads the annotated conversations of a file in this folder. */
export function loadAnnotatedConversations(file: "english" | "other-languages"): readonly AnnotatedConversation[] {
  // From dist/bench/language/.
  const url = new URL(`../../../bench/language/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { conversations: AnnotatedConversation[] }).conversations;
}

const SEGMENT_INTERVAL_SECONDS = 5;
const SEGMENT_DURATION_SECONDS = 4;

/** Summarises the conversation without access to the expected summary. Segments get evenly spaced times. */
export function summariseConversation(
  summariser: Summariser,
  { id, segments, startedAt, timeZone, language = "en", userName }: AnnotatedConversation,
): Promise<SummaryResult> {
  const timedSegments = segments.map(({ speaker, isUser, text }, index) => {
    const start = index * SEGMENT_INTERVAL_SECONDS;
    return { speaker, isUser, text, start, end: start + SEGMENT_DURATION_SECONDS };
  });
  return summariser.summarise(Transcript.create(id, timedSegments), {
    userId: "bench",
    startedAt: new Date(startedAt),
    timeZone,
    language,
    textSource: null,
    userName,
  });
}
