import type { Figure } from "./support/measure.js";
import { life, type Part } from "./retrieval/life.js";
import { Searchable, ways, type Quality, type Way } from "./retrieval/rankings.js";
import { talks, type Talk } from "./retrieval/talks.js";

const parts = ["tune", "report"] as const;
/** More than nothing: of some hundred questions one more has an answer, or has it a place further ahead. */
const STRICTLY_BETTER = 1.001;

/** Recall@5 and MRR of words, vectors and both on questions in other words than the memory, as a table. */
export async function retrieval(): Promise<Figure[]> {
  const { memories, questions } = life();
  const searchable = new Searchable(memories);
  const kinds = [...new Set(questions.map(({ kind }) => kind)), "all"] as const;
  console.log(header("recall@5, MRR"));
  const figures: Figure[] = [];
  for (const part of parts) {
    for (const kind of kinds) {
      const mine = questions.filter((each) => each.part === part && (kind === "all" || each.kind === kind));
      const asked = mine.map(({ question, memories: answers }) => ({ question, answers }));
      const quality = await searchable.quality(asked);
      console.log(row(`${part} ${kind}`, quality, quality.recallAt5));
      if (part === "tune" || (kind !== "name" && kind !== "number" && kind !== "paraphrase")) continue;
      const atLeast = kind === "paraphrase" ? STRICTLY_BETTER : 1;
      for (const [what, of] of [
        ["Recall@5", quality.recallAt5],
        ["MRR", quality.mrr],
      ] as const) {
        figures.push({
          name: `${what} of fused beside the better of lexical and vector, ${kind}`,
          value: of.fused / Math.max(of.lexical, of.vector),
          unit: "×",
          goal: { atLeast },
        });
      }
    }
  }
  return figures;
}

/**
 * What plain BM25 finds of a public set of talks, and what we are to find of it. Ours has fewer words in common with its
 * questions: it is the ratio that can be compared.
 */
const BESIDE_PLAIN = 75 / 69;

/** Recall@10 and MRR of the turns of a talk, each a memory, with its speaker's name before it and without. */
export async function turnsOfTalks(): Promise<Figure[]> {
  console.log(header("recall@10, MRR"));
  const both = talks();
  const figures: Figure[] = [];
  for (const part of parts) {
    for (const isLabelled of [false, true]) {
      const quality = await qualityOf(both[part], isLabelled);
      console.log(row(`${part} turns${isLabelled ? " with names" : ""}`, quality, quality.recallAt10));
      figures.push(...figuresOf(part, isLabelled, quality.recallAt10));
    }
  }
  return figures;
}

function qualityOf({ turns, questions }: Talk, isLabelled: boolean): Promise<Quality> {
  const texts = turns.map(({ id, speaker, text }) => ({ id, content: isLabelled ? `${speaker}: ${text}` : text }));
  return new Searchable(texts).quality(questions.map(({ question, turns: answers }) => ({ question, answers })));
}

function figuresOf(part: Part, isLabelled: boolean, recallAt10: Readonly<Record<Way, number>>): Figure[] {
  if (part === "tune") return [];
  const turns = isLabelled ? "turns of a talk with names" : "turns of a talk";
  return [
    {
      name: `Recall@10 of fused beside plain BM25, ${turns}`,
      value: recallAt10.fused / recallAt10.plain,
      unit: "×",
      goal: { atLeast: BESIDE_PLAIN },
    },
    { name: `Recall@10 of fused, ${turns}`, value: 100 * recallAt10.fused, unit: "%" },
  ];
}

const header = (what: string): string => `  ${what.padEnd(32)}${ways.map((way) => way.padStart(16)).join("")}`;

function row(name: string, { questions, mrr }: Quality, recall: Readonly<Record<Way, number>>): string {
  const cells = ways.map((way) => `${(100 * recall[way]).toFixed(1)} %, ${mrr[way].toFixed(3)}`.padStart(16));
  return `  ${name.padEnd(26)}${String(questions).padStart(6)}${cells.join("")}`;
}
