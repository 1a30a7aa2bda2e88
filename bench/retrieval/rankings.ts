import { BuiltInEmbedder } from "../../src/adapters/search/index.js";
import { type ScoredSlot, ScoreBufferPool } from "../../src/adapters/search/score-buffers.js";
import { analyzeText } from "../../src/adapters/text-analysis/text-analyzer.js";
import { UserIndex } from "../../src/adapters/search/user-index.js";
import { OnDemandEmbeddings } from "../../src/adapters/search/embeddings/built-in-embedder.js";
import type { SearchableMemory } from "../../src/ports/driven/store/change-feed.js";
import type { MemoryHit } from "../../src/ports/driven/models/semantic-search.js";
import { PlainBm25 } from "./plain-bm25.js";

/** `plain` is the BM25 baseline; `fused` combines the lexical and the vector ranking, as the service does. */
export const rankingMethods = ["plain", "lexical", "vector", "fused"] as const;
export type RankingMethod = (typeof rankingMethods)[number];

/** A question and the IDs of the texts that answer it. */
export interface RankedQuestion {
  readonly question: string;
  readonly answers: readonly string[];
}

/** Recall@5, recall@10 and mean reciprocal rank (MRR) of each method. */
export interface RankingQuality {
  readonly questions: number;
  readonly recallAt5: Readonly<Record<RankingMethod, number>>;
  readonly recallAt10: Readonly<Record<RankingMethod, number>>;
  readonly mrr: Readonly<Record<RankingMethod, number>>;
}

type Ranks = Readonly<Record<RankingMethod, number>>;

const embedder = new BuiltInEmbedder();
const source = new OnDemandEmbeddings(embedder);
const bufferPool = new ScoreBufferPool();
const MAX_RESULTS = 100;

/** Ranks texts for questions by each method and scores the rankings. */
export class RankingEvaluator {
  readonly #index = new UserIndex(embedder.dimensions);
  readonly #plain: PlainBm25;

  constructor(texts: readonly SearchableMemory[]) {
    for (const { id, content } of texts) {
      const text = analyzeText(content);
      this.#index.put(id, text, embedder.embedUnits(text.units));
    }
    this.#plain = new PlainBm25(texts);
  }

  async evaluate(questions: readonly RankedQuestion[]): Promise<RankingQuality> {
    const ranks: Ranks[] = [];
    for (const each of questions) ranks.push(await this.#ranksOf(each));
    const mean = (score: (rank: number) => number): Record<RankingMethod, number> => {
      const each = rankingMethods.map((method) => [
        method,
        ranks.reduce((sum, rank) => sum + score(rank[method]), 0) / ranks.length,
      ]);
      return Object.fromEntries(each) as Record<RankingMethod, number>;
    };
    return {
      questions: questions.length,
      recallAt5: mean((rank) => Number(rank <= 5)),
      recallAt10: mean((rank) => Number(rank <= 10)),
      mrr: mean((rank) => 1 / rank),
    };
  }

  /** @returns the 1-based rank of the first answer by each method; Infinity if the method does not find one. */
  async #ranksOf({ question, answers }: RankedQuestion): Promise<Ranks> {
    const rank = (ids: readonly string[]): number => {
      const at = ids.findIndex((id) => answers.includes(id));
      return at < 0 ? Infinity : at + 1;
    };
    const idsOf = (hits: readonly MemoryHit[]): string[] => hits.map(({ id }) => id);
    const hitsOf = (list: readonly ScoredSlot[]): string[] =>
      idsOf(this.#index.rankHits(new Map(list.map(({ slot, score }) => [slot, score]))));
    const text = analyzeText(question);
    const vector = await source.embedQuery(text);
    return {
      plain: rank(this.#plain.search(question)),
      lexical: rank(hitsOf(this.#index.searchTerms(text, MAX_RESULTS, bufferPool, false).hits)),
      vector: rank(hitsOf(this.#index.searchVectors(vector.vector, MAX_RESULTS, bufferPool))),
      fused: rank(idsOf(this.#index.search(text, vector, MAX_RESULTS, bufferPool))),
    };
  }
}
