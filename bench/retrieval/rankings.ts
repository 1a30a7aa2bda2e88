import { BuiltInEmbedder } from "../../src/adapters/language/index.js";
import { Scratch, UserIndex } from "../../src/adapters/language/search/user-index.js";
import { tokensOf } from "../../src/adapters/language/search/tokens.js";
import type { Scored } from "../../src/adapters/language/search/best.js";
import type { MemoryHit } from "../../src/ports/driven/memory-index.js";
import type { Kind, Part, RetrievalSet } from "./life.js";

export const ways = ["lexical", "vector", "fused"] as const;
export type Way = (typeof ways)[number];

export interface Quality {
  readonly part: Part;
  readonly kind: Kind | "all";
  readonly questions: number;
  /** Share of the questions with an answer among the first five, and the mean of 1 / the rank of the first answer. */
  readonly recallAt5: Readonly<Record<Way, number>>;
  readonly mrr: Readonly<Record<Way, number>>;
}

/** How well each way of searching answers the questions, by part and kind. */
export function qualities(set: RetrievalSet): Quality[] {
  const asked = set.questions.map((question) => ({
    ...question,
    ranks: ranksOf(set, question.question, question.memories),
  }));
  const kinds = [...new Set(asked.map(({ kind }) => kind)), "all"] as const;
  return (["tune", "report"] as const).flatMap((part) =>
    kinds.map((kind) => {
      const mine = asked.filter((each) => each.part === part && (kind === "all" || each.kind === kind));
      const mean = (of: (rank: number) => number): Record<Way, number> => {
        const each = ways.map((way) => [way, mine.reduce((sum, { ranks }) => sum + of(ranks[way]), 0) / mine.length]);
        return Object.fromEntries(each) as Record<Way, number>;
      };
      return {
        part,
        kind,
        questions: mine.length,
        recallAt5: mean((rank) => Number(rank <= 5)),
        mrr: mean((rank) => 1 / rank),
      };
    }),
  );
}

const embedder = new BuiltInEmbedder();
const scratch = new Scratch();
const indexes = new WeakMap<RetrievalSet, UserIndex>();

function indexOf(set: RetrievalSet): UserIndex {
  let index = indexes.get(set);
  if (!index) {
    index = new UserIndex(embedder.dimensions);
    for (const { id, content } of set.memories) {
      const words = tokensOf(content);
      index.put(id, words, embedder.vectorOf(words));
    }
    indexes.set(set, index);
  }
  return index;
}

/** The place of the first of the memories in each list, from 1; infinite where none is in it. */
function ranksOf(set: RetrievalSet, question: string, memories: readonly string[]): Record<Way, number> {
  const index = indexOf(set);
  const asked = tokensOf(question);
  const words = index.byWords(asked, 100, scratch);
  const vector = embedder.vectorOf(asked);
  const near = index.byVector(vector, 100, scratch);
  const rank = (hits: readonly MemoryHit[]): number => {
    const at = hits.findIndex(({ id }) => memories.includes(id));
    return at < 0 ? Infinity : at + 1;
  };
  const hitsOf = (list: readonly Scored[]): MemoryHit[] =>
    index.hitsOf(new Map(list.map(({ slot, score }) => [slot, score])));
  const fused = index.search(asked, vector, 100, scratch);
  return { lexical: rank(hitsOf(words.found)), vector: rank(hitsOf(near)), fused: rank(fused) };
}
