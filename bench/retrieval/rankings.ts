import { ScoreBufferPool } from "../../src/adapters/search/score-buffers.js";
import { analyzeText } from "../../src/adapters/text-analysis/text-analyzer.js";
import { UserIndex } from "../../src/adapters/search/user-index.js";
import type { SearchableMemory } from "../../src/ports/driven/store/change-feed.js";
import { PlainBm25 } from "./plain-bm25.js";

/** `plain` is the BM25 baseline; `search` is what the service does without an embedding model. */
export const rankingMethods = ["plain", "search"] as const;
export type RankingMethod = (typeof rankingMethods)[number];

/** A question and the IDs of the texts that answer it. */
export interface RankedQuestion {
  readonly question: string;
  readonly answers: readonly string[];
}

export type ValueByMethod = Readonly<Record<RankingMethod, number>>;

/** Recall@5, recall@10 and mean reciprocal rank (MRR) of each method, 0 to 1. */
export interface RankingQuality {
  /** The number of questions. */
  readonly questions: number;
  readonly recallAt5: ValueByMethod;
  readonly recallAt10: ValueByMethod;
  readonly mrr: ValueByMethod;
}

const bufferPool = new ScoreBufferPool();
const MAX_RESULTS = 100;

/** Ranks texts for questions by each method and scores the rankings. */
export class RankingEvaluator {
  readonly #index = new UserIndex();
  readonly #plain: PlainBm25;

  constructor(texts: readonly SearchableMemory[]) {
    for (const { id, content } of texts) this.#index.put(id, analyzeText(content));
    this.#plain = new PlainBm25(texts);
  }

  evaluate(questions: readonly RankedQuestion[]): RankingQuality {
    const ranks = questions.map((question) => this.#findRanks(question));
    const computeMean = (score: (rank: number) => number): ValueByMethod => {
      const means = rankingMethods.map((method) => [
        method,
        ranks.reduce((sum, rank) => sum + score(rank[method]), 0) / ranks.length,
      ]);
      return Object.fromEntries(means) as Record<RankingMethod, number>;
    };
    return {
      questions: questions.length,
      recallAt5: computeMean((rank) => Number(rank <= 5)),
      recallAt10: computeMean((rank) => Number(rank <= 10)),
      mrr: computeMean((rank) => 1 / rank),
    };
  }

  /** @returns the 1-based rank of the first answer by each method; Infinity if the method does not find one. */
  #findRanks({ question, answers }: RankedQuestion): ValueByMethod {
    const findRank = (ids: readonly string[]): number => {
      const index = ids.findIndex((id) => answers.includes(id));
      return index < 0 ? Infinity : index + 1;
    };
    const hits = this.#index.search(analyzeText(question), undefined, MAX_RESULTS, bufferPool);
    return { plain: findRank(this.#plain.search(question)), search: findRank(hits.map(({ id }) => id)) };
  }
}
