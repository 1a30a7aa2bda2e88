import { dataSetParts, type DataSetPart } from "./support/data-set-parts.js";
import type { Figure } from "./support/measurement.js";
import { loadMemoryRetrievalSet } from "./retrieval/memory-retrieval-set.js";
import { RankingEvaluator, rankingMethods, type RankingQuality, type ValueByMethod } from "./retrieval/rankings.js";
import { loadTalks, type Talk } from "./retrieval/talks.js";

/** Plain BM25 finds few memories that share no word with the question. */
const MIN_PARAPHRASE_RATIO = 2;

/** Recall@5 and MRR of search and plain BM25 on questions in other words than the memory, as a table. */
export function memoryRetrieval(): Promise<Figure[]> {
  const { memories, questions } = loadMemoryRetrievalSet();
  const evaluator = new RankingEvaluator(memories);
  const kinds = [...new Set(questions.map(({ kind }) => kind)), "all"] as const;
  console.log(header("recall@5, MRR"));
  const figures: Figure[] = [];
  for (const part of dataSetParts) {
    for (const kind of kinds) {
      const selected = questions.filter((each) => each.part === part && (kind === "all" || each.kind === kind));
      const ranked = selected.map(({ question, memories: answers }) => ({ question, answers }));
      const quality = evaluator.evaluate(ranked);
      console.log(row(`${part} ${kind}`, quality, quality.recallAt5));
      if (part === "tune" || (kind !== "name" && kind !== "number" && kind !== "paraphrase")) continue;
      const atLeast = kind === "paraphrase" ? MIN_PARAPHRASE_RATIO : 1;
      for (const [metric, values] of [
        ["Recall@5", quality.recallAt5],
        ["MRR", quality.mrr],
      ] as const) {
        figures.push({
          name: `${metric} of search relative to plain BM25, ${kind} questions`,
          value: values.search / values.plain,
          unit: "×",
          goal: { atLeast },
        });
      }
    }
  }
  return Promise.resolve(figures);
}

/**
 * Target recall divided by the recall of plain BM25 on a public data set. Our data set shares fewer words with its
 * questions, so only the ratio is comparable.
 */
const MIN_RATIO_TO_PLAIN_BM25 = 75 / 69;

/** Recall@10 and MRR when each turn of a talk is a memory, with and without the speaker's name as a prefix. */
export function turnRetrieval(): Promise<Figure[]> {
  console.log(header("recall@10, MRR"));
  const talksByPart = loadTalks();
  const figures: Figure[] = [];
  for (const part of dataSetParts) {
    for (const isLabelled of [false, true]) {
      const quality = evaluateTurns(talksByPart[part], isLabelled);
      console.log(row(`${part} turns${isLabelled ? " with names" : ""}`, quality, quality.recallAt10));
      figures.push(...createFigures(part, isLabelled, quality.recallAt10));
    }
  }
  return Promise.resolve(figures);
}

function evaluateTurns({ turns, questions }: Talk, isLabelled: boolean): RankingQuality {
  const texts = turns.map(({ id, speaker, text }) => ({ id, content: isLabelled ? `${speaker}: ${text}` : text }));
  return new RankingEvaluator(texts).evaluate(questions.map(({ question, turns: answers }) => ({ question, answers })));
}

function createFigures(part: DataSetPart, isLabelled: boolean, recallAt10: ValueByMethod): Figure[] {
  if (part === "tune") return [];
  const turns = isLabelled ? "turns of a talk with speaker names" : "turns of a talk without speaker names";
  return [
    {
      name: `Recall@10 of search relative to plain BM25, ${turns}`,
      value: recallAt10.search / recallAt10.plain,
      unit: "×",
      goal: { atLeast: MIN_RATIO_TO_PLAIN_BM25 },
    },
    { name: `Recall@10 of search, ${turns}`, value: 100 * recallAt10.search, unit: "%" },
  ];
}

const header = (what: string): string =>
  `  ${what.padEnd(32)}${rankingMethods.map((method) => method.padStart(16)).join("")}`;

function row(name: string, { questions, mrr }: RankingQuality, recall: ValueByMethod): string {
  const cells = rankingMethods.map((method) =>
    `${(100 * recall[method]).toFixed(1)} %, ${mrr[method].toFixed(3)}`.padStart(16),
  );
  return `  ${name.padEnd(26)}${String(questions).padStart(6)}${cells.join("")}`;
}
