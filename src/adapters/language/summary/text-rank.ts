/** Terms that come up for the first time later weigh nothing. Ordinary conversations have a tenth as many. */
const MAX_TERMS = 20_000;
/** Words this near to each other support each other. */
const WINDOW = 3;
const DAMPING = 0.85;
const ROUNDS = 20;

/**
 * The weight of each term by the company it keeps: PageRank over the graph of terms that occur near each other
 * (TextRank, Mihalcea & Tarau 2004). Time and memory grow with the number of words, not with its square.
 * @param sequences one list of terms a sentence, in order.
 * @returns weights scaled so that the greatest is 1.
 */
export function termWeights(sequences: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  const edges = new Map<number, number>();
  for (const terms of sequences) {
    const line = terms.flatMap((term) => idOf(ids, term) ?? []);
    line.forEach((a, i) => {
      for (const b of line.slice(i + 1, i + WINDOW + 1)) if (a !== b) connect(edges, a, b);
    });
  }
  const spread = spreadOf(sequences, ids);
  const ranks = pageRank(ids.size, edges).map((rank, id) => rank * (spread[id] ?? 1));
  const greatest = ranks.reduce((most, rank) => Math.max(most, rank), 0) || 1;
  return new Map(Array.from(ids, ([term, id]) => [term, (ranks[id] ?? 0) / greatest]));
}

const SECTIONS = 12;
const WELL_SPREAD = 7;

/** What comes up all through a conversation is what it is about; a digression has its own words. */
function spreadOf(sequences: readonly (readonly string[])[], ids: Map<string, number>): number[] {
  const sections = Array.from(ids, () => 0);
  sequences.forEach((terms, i) => {
    const section = 1 << Math.floor((i * SECTIONS) / sequences.length);
    for (const term of terms) {
      const id = ids.get(term);
      if (id !== undefined) sections[id] = (sections[id] ?? 0) | section;
    }
  });
  return sections.map((mask) => 0.3 + 0.7 * Math.min(1, bitsIn(mask) / WELL_SPREAD));
}

function bitsIn(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

function idOf(ids: Map<string, number>, term: string): number | undefined {
  const known = ids.get(term);
  if (known !== undefined || ids.size >= MAX_TERMS) return known;
  ids.set(term, ids.size);
  return ids.size - 1;
}

/** An edge's key holds both ends: fewer than 2^20 terms are ranked. */
const SHIFT = 2 ** 20;

function connect(edges: Map<number, number>, a: number, b: number): void {
  const key = Math.min(a, b) * SHIFT + Math.max(a, b);
  edges.set(key, (edges.get(key) ?? 0) + 1);
}

function pageRank(size: number, edges: ReadonlyMap<number, number>): Float64Array {
  const weightOf = new Float64Array(size);
  const list = Array.from(edges, ([key, weight]) => ({ a: Math.floor(key / SHIFT), b: key % SHIFT, weight }));
  for (const { a, b, weight } of list) {
    weightOf[a] = (weightOf[a] ?? 0) + weight;
    weightOf[b] = (weightOf[b] ?? 0) + weight;
  }
  let ranks = new Float64Array(size).fill(1);
  let next = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round += 1) {
    next.fill(1 - DAMPING);
    for (const { a, b, weight } of list) {
      next[a] = (next[a] ?? 0) + (DAMPING * weight * (ranks[b] ?? 0)) / (weightOf[b] ?? 1);
      next[b] = (next[b] ?? 0) + (DAMPING * weight * (ranks[a] ?? 0)) / (weightOf[a] ?? 1);
    }
    [ranks, next] = [next, ranks];
  }
  return ranks;
}
