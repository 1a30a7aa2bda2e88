import { readFileSync } from "node:fs";
import { BuiltInSummariser } from "../../src/adapters/nlp/index.js";
import type { SummaryResult } from "../../src/domain/conversation/summary-result.js";
import { Transcript } from "../../src/domain/conversation/transcript.js";
import { Identification, meaningOf, rouge } from "./likeness.js";

/** A conversation, and what a careful person would note of it. */
export interface Talk {
  readonly id: string;
  readonly part: "tune" | "report";
  readonly language?: string;
  readonly startedAt: string;
  readonly timeZone: string;
  readonly userName: string;
  readonly segments: readonly { readonly speaker: string; readonly isUser: boolean; readonly text: string }[];
  readonly keep: { readonly points: readonly string[]; readonly category: string };
}

export interface SummarisedTalk {
  readonly talk: Talk;
  readonly digest: SummaryResult;
}

const files = { english: "english.json", others: "other-languages.json" } as const;

export function talksIn(set: keyof typeof files): readonly Talk[] {
  // From dist/bench/language/.
  const file = new URL(`../../../bench/language/${files[set]}`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { conversations: Talk[] }).conversations;
}

const SEGMENT_SECONDS = 5;

export async function summarised(talks: readonly Talk[]): Promise<SummarisedTalk[]> {
  const summariser = new BuiltInSummariser();
  return Promise.all(
    talks.map(async (talk) => {
      const { startedAt, timeZone, userName, language = "en" } = talk;
      const segments = talk.segments.map(({ speaker, isUser, text }, i) => {
        const start = i * SEGMENT_SECONDS;
        return { speaker, isUser, text, start, end: start + SEGMENT_SECONDS };
      });
      const context = { userId: "u", startedAt: new Date(startedAt), timeZone, language, textSource: null, userName };
      return { talk, digest: await summariser.summarise(Transcript.create(talk.id, segments), context) };
    }),
  );
}

const LONG = 5;
const STEP = 2;

/**
 * Long talks, each of some short ones one after the other. Neighbours have most of theirs in common, so that each is
 * told from others that speak of nearly the same.
 */
export function longTalks(talks: readonly Talk[]): readonly (readonly Talk[])[] {
  const found: Talk[][] = [];
  for (let from = 0; from < talks.length; from += STEP) {
    found.push(Array.from({ length: LONG }, (_, i) => talks[(from + i) % talks.length]).filter((talk) => !!talk));
  }
  return found;
}

export function joined(talks: readonly Talk[]): Talk {
  const [first] = talks;
  if (!first) throw new Error("A long talk of no talks");
  const points = talks.flatMap(({ keep }) => keep.points);
  return {
    ...first,
    id: talks.map(({ id }) => id).join("+"),
    segments: talks.flatMap(({ segments }) => segments),
    keep: { points, category: first.keep.category },
  };
}

/** A point half of whose words of meaning stand in the overview. */
const COVERED = 0.5;

export interface OverviewScores {
  /** Shares from 0 to 1. */
  readonly identified: number;
  readonly rouge1: number;
  readonly rouge2: number;
  readonly covered: number;
  readonly words: number;
  /** Of the sentences, those without an end or with fewer words than make one. */
  readonly fragments: number;
}

const FEWEST_WORDS = 4;

export function overviewScores(all: readonly SummarisedTalk[], judged = all): OverviewScores {
  const notes = all.map(({ talk }) => talk.keep.points.join(" "));
  const identification = new Identification(notes);
  const mean = (of: (each: SummarisedTalk) => number): number =>
    judged.reduce((sum, each) => sum + of(each), 0) / judged.length;
  const note = ({ talk }: SummarisedTalk): string => talk.keep.points.join(" ");
  return {
    identified: mean((each) => Number(all[identification.nearest(each.digest.overview)] === each)),
    rouge1: mean((each) => rouge(each.digest.overview, note(each), 1)),
    rouge2: mean((each) => rouge(each.digest.overview, note(each), 2)),
    covered: mean(({ talk, digest }) => share(talk.keep.points, (point) => isCovered(point, digest.overview))),
    words: mean(({ digest }) => digest.overview.split(/\s+/).length),
    fragments: mean(({ digest }) =>
      share(sentencesIn(digest.overview), (sentence) => sentence.split(/\s+/).length < FEWEST_WORDS),
    ),
  };
}

function isCovered(point: string, overview: string): boolean {
  const [asked, told] = [meaningOf(point), meaningOf(overview)];
  return share([...asked], (stem) => told.has(stem)) >= COVERED;
}

function share<T>(items: readonly T[], is: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(is).length / items.length;
}

export const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?…])\s+/).filter((each) => each !== "");

/** Of the talks that a long one is made of, the share that some sentence of its overview tells of. */
export function partsTold(parts: readonly Talk[], overview: string, all: readonly Talk[]): number {
  const said = new Identification(all.map(({ segments }) => segments.map(({ text }) => text).join(" ")));
  const told = new Set(sentencesIn(overview).map((sentence) => all[said.nearest(sentence)]));
  return share(parts, (part) => told.has(part));
}

export interface TitleScores {
  /** Share that has a word of meaning in common with what a person would note. */
  readonly telling: number;
  readonly words: number;
  /** Share that begins with a word that begins no title, or ends in one that ends none. */
  readonly odd: number;
}

const OPENS_NO_TITLE =
  /^(?:I|you|he|she|it|we|they|this|that|there|and|but|or|so|yes|no|um|uh|is|are|was|do|does|did)\b/i;
const ENDS_NO_TITLE = /\b(?:and|or|but|the|a|an|of|to|with|for|in|on|my|your|our|is|are|that)$|[,;:–-]$/i;

export function titleScores(judged: readonly SummarisedTalk[]): TitleScores {
  const isTelling = ({ talk, digest }: SummarisedTalk): boolean => {
    const noted = meaningOf(talk.keep.points.join(" "));
    return [...meaningOf(digest.title)].some((stem) => noted.has(stem));
  };
  const isOdd = ({ digest }: SummarisedTalk): boolean =>
    digest.title === "" || OPENS_NO_TITLE.test(digest.title) || ENDS_NO_TITLE.test(digest.title);
  return {
    telling: share(judged, isTelling),
    odd: share(judged, isOdd),
    words: judged.reduce((sum, { digest }) => sum + digest.title.split(/\s+/).length, 0) / judged.length,
  };
}
