import { BuiltInEmbedder } from "../../src/adapters/language/index.js";
import type { Scored } from "../../src/adapters/language/search/best.js";
import { read } from "../../src/adapters/language/search/reading.js";
import { Scratch } from "../../src/adapters/language/search/scratch.js";
import { UserIndex } from "../../src/adapters/language/search/user-index.js";
import { MadeAtOnce } from "../../src/adapters/language/search/vector-source.js";
import type { SearchableMemory } from "../../src/ports/driven/memory-feed.js";
import type { MemoryHit } from "../../src/ports/driven/memory-index.js";
import { PlainBm25 } from "./plain-bm25.js";

/** How it is searched: plain words for comparison, words, vectors, and all that the search has. */
export const ways = ["plain", "lexical", "vector", "fused"] as const;
export type Way = (typeof ways)[number];

/** A question and the ids of those that answer it. */
export interface Asked {
  readonly question: string;
  readonly answers: readonly string[];
}

/** Shares of the questions with an answer among the first five and ten, and the mean of 1 / the first one's rank. */
export interface Quality {
  readonly questions: number;
  readonly recallAt5: Readonly<Record<Way, number>>;
  readonly recallAt10: Readonly<Record<Way, number>>;
  readonly mrr: Readonly<Record<Way, number>>;
}

type Ranks = Readonly<Record<Way, number>>;

const embedder = new BuiltInEmbedder();
const source = new MadeAtOnce(embedder);
const scratch = new Scratch();
const MOST = 100;

/** Some texts, to be asked. */
export class Searchable {
  readonly #index = new UserIndex(embedder.dimensions);
  readonly #plain: PlainBm25;

  constructor(texts: readonly SearchableMemory[]) {
    for (const { id, content } of texts) {
      const text = read(content);
      this.#index.put(id, text, embedder.vectorOf(text.units));
    }
    this.#plain = new PlainBm25(texts);
  }

  async quality(asked: readonly Asked[]): Promise<Quality> {
    const ranks: Ranks[] = [];
    for (const each of asked) ranks.push(await this.#ranksOf(each));
    const mean = (of: (rank: number) => number): Record<Way, number> => {
      const each = ways.map((way) => [way, ranks.reduce((sum, rank) => sum + of(rank[way]), 0) / ranks.length]);
      return Object.fromEntries(each) as Record<Way, number>;
    };
    return {
      questions: asked.length,
      recallAt5: mean((rank) => Number(rank <= 5)),
      recallAt10: mean((rank) => Number(rank <= 10)),
      mrr: mean((rank) => 1 / rank),
    };
  }

  /** The place of the first of the answers in each list, from 1; infinite where none is in it. */
  async #ranksOf({ question, answers }: Asked): Promise<Ranks> {
    const rank = (ids: readonly string[]): number => {
      const at = ids.findIndex((id) => answers.includes(id));
      return at < 0 ? Infinity : at + 1;
    };
    const idsOf = (hits: readonly MemoryHit[]): string[] => hits.map(({ id }) => id);
    const hitsOf = (list: readonly Scored[]): string[] =>
      idsOf(this.#index.hitsOf(new Map(list.map(({ slot, score }) => [slot, score]))));
    const text = read(question);
    const vector = await source.ofQuery(text);
    return {
      plain: rank(this.#plain.search(question)),
      lexical: rank(hitsOf(this.#index.byWords(text, MOST, scratch, false).found)),
      vector: rank(hitsOf(this.#index.byVector(vector.vector, MOST, scratch))),
      fused: rank(idsOf(this.#index.search(text, vector, MOST, scratch))),
    };
  }
}
