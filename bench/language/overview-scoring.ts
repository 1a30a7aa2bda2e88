import { BuiltInSummariser } from "../../src/adapters/nlp/index.js";
import type { SummaryResult } from "../../src/domain/conversation/summary-result.js";
import { summariseConversation, type AnnotatedConversation } from "./annotated-conversations.js";
import { computeRouge, extractContentStems, TfIdfIndex } from "./text-similarity.js";

export interface SummarisedConversation {
  readonly conversation: AnnotatedConversation;
  readonly summary: SummaryResult;
}

/** Summarises the conversations with the built-in summariser. */
export async function summariseConversations(
  conversations: readonly AnnotatedConversation[],
): Promise<SummarisedConversation[]> {
  const summariser = new BuiltInSummariser();
  return Promise.all(
    conversations.map(async (conversation) => ({
      conversation,
      summary: await summariseConversation(summariser, conversation),
    })),
  );
}

const GROUP_SIZE = 5;
const GROUP_STEP = 2;

/**
 * Groups successive conversations. Neighbouring groups overlap, so that identifying a group by its overview requires
 * telling it from groups with almost the same content.
 */
export function groupConversations(
  conversations: readonly AnnotatedConversation[],
): readonly (readonly AnnotatedConversation[])[] {
  const groups: AnnotatedConversation[][] = [];
  for (let first = 0; first < conversations.length; first += GROUP_STEP) {
    const group = Array.from({ length: GROUP_SIZE }, (_, i) => conversations[(first + i) % conversations.length]);
    groups.push(group.filter((conversation) => conversation !== undefined));
  }
  return groups;
}

/**
 * Concatenates conversations into a long one with the start, the user and the category of the first.
 * @throws Error for an empty list
 */
export function joinConversations(conversations: readonly AnnotatedConversation[]): AnnotatedConversation {
  const [first] = conversations;
  if (!first) throw new Error("There are no conversations to join");
  return {
    ...first,
    id: conversations.map(({ id }) => id).join("+"),
    segments: conversations.flatMap(({ segments }) => segments),
    expected: {
      category: first.expected.category,
      points: conversations.flatMap(({ expected }) => expected.points),
      actionItems: conversations.flatMap(({ expected }) => expected.actionItems),
      events: conversations.flatMap(({ expected }) => expected.events),
      memories: conversations.flatMap(({ expected }) => expected.memories),
    },
  };
}

/** Means over overviews. Shares and F1 are 0 to 1. */
export interface OverviewScores {
  /** Overviews that are more similar to the expected points of their own conversation than to those of any other. */
  readonly identifiedShare: number;
  readonly rouge1F1: number;
  readonly rouge2F1: number;
  readonly coveredPointShare: number;
  readonly wordCount: number;
  /** Sentences with fewer than MIN_SENTENCE_WORDS words. */
  readonly fragmentShare: number;
}

const MIN_SENTENCE_WORDS = 4;

/**
 * @param all the conversations that each overview is compared with
 * @param selected the conversations to score, by default all
 */
export function scoreOverviews(all: readonly SummarisedConversation[], selected = all): OverviewScores {
  const pointIndex = new TfIdfIndex(all.map(joinPoints));
  const computeMean = (score: (each: SummarisedConversation) => number): number =>
    selected.reduce((sum, each) => sum + score(each), 0) / selected.length;
  return {
    identifiedShare: computeMean((each) => Number(all[pointIndex.findNearest(each.summary.overview)] === each)),
    rouge1F1: computeMean((each) => computeRouge(each.summary.overview, joinPoints(each), 1)),
    rouge2F1: computeMean((each) => computeRouge(each.summary.overview, joinPoints(each), 2)),
    coveredPointShare: computeMean(({ conversation, summary }) =>
      computeShare(conversation.expected.points, (point) => isPointCovered(point, summary.overview)),
    ),
    wordCount: computeMean(({ summary }) => countWords(summary.overview)),
    fragmentShare: computeMean(({ summary }) =>
      computeShare(splitSentences(summary.overview), (sentence) => countWords(sentence) < MIN_SENTENCE_WORDS),
    ),
  };
}

const joinPoints = ({ conversation }: SummarisedConversation): string => conversation.expected.points.join(" ");

/** A point is covered if the overview contains at least this share of its content words. */
const MIN_COVERED_WORD_SHARE = 0.5;

function isPointCovered(point: string, overview: string): boolean {
  const overviewStems = extractContentStems(overview);
  return computeShare([...extractContentStems(point)], (stem) => overviewStems.has(stem)) >= MIN_COVERED_WORD_SHARE;
}

/** @returns the share of the items that fulfil the condition, 0 to 1; 0 for an empty list. */
function computeShare<T>(items: readonly T[], condition: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(condition).length / items.length;
}

const countWords = (text: string): number => text.split(/\s+/).length;

const splitSentences = (text: string): string[] => text.split(/(?<=[.!?…])\s+/).filter((sentence) => sentence !== "");

/**
 * Computes how much of a joined conversation its overview covers.
 * @param parts the conversations that were joined
 * @param all all conversations, of which each sentence of the overview is assigned to the most similar one
 * @returns the share of the parts that have a sentence assigned, 0 to 1
 */
export function computePartCoverage(
  parts: readonly AnnotatedConversation[],
  overview: string,
  all: readonly AnnotatedConversation[],
): number {
  const transcriptIndex = new TfIdfIndex(all.map(({ segments }) => segments.map(({ text }) => text).join(" ")));
  const covered = new Set(splitSentences(overview).map((sentence) => all[transcriptIndex.findNearest(sentence)]));
  return computeShare(parts, (part) => covered.has(part));
}

/** Shares of titles, 0 to 1. */
export interface TitleScores {
  /** Titles that share a content word with the expected points. */
  readonly informativeShare: number;
  /** Titles that are empty, or begin or end with a word that does not begin or end a title. */
  readonly malformedShare: number;
}

const UNSUITABLE_START =
  /^(?:I|you|he|she|it|we|they|this|that|there|and|but|or|so|yes|no|um|uh|is|are|was|do|does|did)\b/i;
const UNSUITABLE_END = /\b(?:and|or|but|the|a|an|of|to|with|for|in|on|my|your|our|is|are|that)$|[,;:–-]$/i;

export function scoreTitles(conversations: readonly SummarisedConversation[]): TitleScores {
  return {
    informativeShare: computeShare(conversations, hasInformativeTitle),
    malformedShare: computeShare(conversations, ({ summary }) => isMalformedTitle(summary.title)),
  };
}

function hasInformativeTitle(summarised: SummarisedConversation): boolean {
  const pointStems = extractContentStems(joinPoints(summarised));
  return [...extractContentStems(summarised.summary.title)].some((stem) => pointStems.has(stem));
}

const isMalformedTitle = (title: string): boolean =>
  title === "" || UNSUITABLE_START.test(title) || UNSUITABLE_END.test(title);
