import { loadAnnotatedConversations } from "./language/annotated-conversations.js";
import {
  computePartCoverage,
  groupConversations,
  joinConversations,
  scoreOverviews,
  scoreTitles,
  summariseConversations,
  type OverviewScores,
  type SummarisedConversation,
} from "./language/overview-scoring.js";
import { dataSetParts } from "./support/data-set-parts.js";
import type { Figure } from "./support/measurement.js";

/** Minimum percentages. */
const GOALS: Partial<Record<keyof OverviewScores, { atLeast: number }>> = {
  identifiedShare: { atLeast: 50 },
  rouge1F1: { atLeast: 25 },
  rouge2F1: { atLeast: 4 },
};

const SHARE_NAMES = {
  identifiedShare: "conversation identified among all",
  rouge1F1: "ROUGE-1 F1 with the expected points",
  rouge2F1: "ROUGE-2 F1 with the expected points",
  coveredPointShare: "expected points covered",
  fragmentShare: "sentences that are fragments",
} as const satisfies Partial<Record<keyof OverviewScores, string>>;

/** Overviews of short conversations by part and language, and of long conversations joined from short ones. */
export async function measureOverviews(): Promise<Figure[]> {
  const conversations = loadAnnotatedConversations("english");
  const english = await summariseConversations(conversations);
  const others = await summariseConversations(loadAnnotatedConversations("other-languages"));
  const englishFigures = dataSetParts.flatMap((part) => {
    const selected = english.filter(({ conversation }) => conversation.part === part);
    const dataSet = `en, ${part}`;
    return [
      ...createOverviewFigures(dataSet, scoreOverviews(english, selected)),
      ...createTitleFigures(dataSet, selected),
    ];
  });
  const groups = groupConversations(conversations);
  const joined = await summariseConversations(groups.map(joinConversations));
  const coverages = joined.map(({ summary }, i) =>
    computePartCoverage(groups[i] ?? [], summary.overview, conversations),
  );
  return [
    ...englishFigures,
    ...createOverviewFigures("other languages", scoreOverviews(others)),
    ...createTitleFigures("other languages", others),
    ...createOverviewFigures("long", scoreOverviews(joined)),
    {
      name: "Overviews, long, share of the five joined conversations covered",
      value: toPercent(computeMean(coverages)),
      unit: "%",
    },
  ];
}

function createOverviewFigures(dataSet: string, scores: OverviewScores): Figure[] {
  const shares = (Object.keys(SHARE_NAMES) as (keyof typeof SHARE_NAMES)[]).map((key): Figure => {
    const goal = GOALS[key];
    return {
      name: `Overviews, ${dataSet}, ${SHARE_NAMES[key]}`,
      value: toPercent(scores[key]),
      unit: "%",
      ...(goal && { goal }),
    };
  });
  return [...shares, { name: `Overviews, ${dataSet}, mean length`, value: scores.wordCount, unit: "words" }];
}

function createTitleFigures(dataSet: string, conversations: readonly SummarisedConversation[]): Figure[] {
  const { informativeShare, malformedShare } = scoreTitles(conversations);
  return [
    {
      name: `Titles, ${dataSet}, that share a word with the expected points`,
      value: toPercent(informativeShare),
      unit: "%",
    },
    {
      name: `Titles, ${dataSet}, that begin or end with an unsuitable word`,
      value: toPercent(malformedShare),
      unit: "%",
    },
  ];
}

const toPercent = (share: number): number => share * 100;

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
