import {
  joined,
  longTalks,
  type OverviewScores,
  overviewScores,
  partsTold,
  summarised,
  talksIn,
  titleScores,
} from "./language/overviews.js";
import type { Figure } from "./support/measurement.js";

const parts = ["tune", "report"] as const;
/** Minimum percentages. */
const GOALS: Partial<Record<keyof OverviewScores, { atLeast: number }>> = {
  identified: { atLeast: 50 },
  rouge1: { atLeast: 25 },
  rouge2: { atLeast: 4 },
};

/** Overviews of short conversations by part and language, and of long conversations joined from short ones. */
export async function overviews(): Promise<Figure[]> {
  const all = talksIn("english");
  const english = await summarised(all);
  const others = await summarised(talksIn("others"));
  const figures = parts.flatMap((part) => {
    const judged = english.filter(({ talk }) => talk.part === part);
    return [...figuresOf(`en, ${part}`, overviewScores(english, judged)), ...titleFigures(`en, ${part}`, judged)];
  });
  const long = longTalks(all);
  const summaries = await summarised(long.map(joined));
  const shares = summaries.map(({ digest }, i) => partsTold(long[i] ?? [], digest.overview, all));
  return [
    ...figures,
    ...figuresOf("other languages", overviewScores(others)),
    ...titleFigures("other languages", others),
    ...figuresOf("long", overviewScores(summaries)),
    { name: "Overviews, long, share of the five parts covered", value: percent(mean(shares)), unit: "%" },
  ];
}

function figuresOf(which: string, scores: OverviewScores): Figure[] {
  const named = {
    identified: "meeting identified among all",
    rouge1: "ROUGE-1 F1 with the points",
    rouge2: "ROUGE-2 F1 with the points",
    covered: "points covered",
    fragments: "sentences that are fragments",
  } as const;
  const shares = (Object.keys(named) as (keyof typeof named)[]).map((key): Figure => {
    const goal = GOALS[key];
    return {
      name: `Overviews, ${which}, ${named[key]}`,
      value: percent(scores[key]),
      unit: "%",
      ...(goal && { goal }),
    };
  });
  return [...shares, { name: `Overviews, ${which}, words`, value: scores.words, unit: "words" }];
}

function titleFigures(which: string, judged: Parameters<typeof titleScores>[0]): Figure[] {
  const { telling, odd } = titleScores(judged);
  return [
    { name: `Titles, ${which}, that share a word with the points`, value: percent(telling), unit: "%" },
    { name: `Titles, ${which}, that begin or end with an unsuitable word`, value: percent(odd), unit: "%" },
  ];
}

const percent = (share: number): number => share * 100;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
