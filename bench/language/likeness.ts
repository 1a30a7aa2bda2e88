import { stemmer } from "stemmer";
import { carriesMeaning, wordsOf } from "./words.js";

type Counts = ReadonlyMap<string, number>;

/** Stems of all words, as ROUGE counts them. */
export const stemsOf = (text: string): string[] =>
  wordsOf(text).map((word) => (/^[a-z]+$/.test(word) ? stemmer(word) : word));

/** Stems of the words that carry meaning. */
export const meaningOf = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text)
      .filter(carriesMeaning)
      .map((word) => (/^[a-z]+$/.test(word) ? stemmer(word) : word)),
  );

/**
 * The F1 of the words (`size` 1) or pairs of words (2) that two texts have in common (ROUGE-N, Lin 2004).
 * @returns 0 to 1.
 */
export function rouge(text: string, reference: string, size: number): number {
  const [ours, theirs] = [grams(stemsOf(text), size), grams(stemsOf(reference), size)];
  let common = 0;
  for (const [gram, count] of ours) common += Math.min(count, theirs.get(gram) ?? 0);
  return common === 0 ? 0 : (2 * common) / (sum(ours) + sum(theirs));
}

function grams(stems: readonly string[], size: number): Counts {
  return countsOf(stems.slice(size - 1).map((_, i) => stems.slice(i, i + size).join(" ")));
}

function countsOf(items: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

const sum = (counts: Counts): number => Array.from(counts.values()).reduce((all, count) => all + count, 0);

/** Texts by their words, each the heavier the fewer of the texts hold it (tf-idf). */
export class Identification {
  private readonly holding = new Map<string, number>();
  private readonly vectors: readonly Counts[];
  private readonly size: number;

  constructor(texts: readonly string[]) {
    this.size = texts.length;
    const counted = texts.map((text) => countsOf(stemsOf(text)));
    for (const counts of counted)
      for (const stem of counts.keys()) this.holding.set(stem, (this.holding.get(stem) ?? 0) + 1);
    this.vectors = counted.map((counts) => this.vectorOf(counts));
  }

  /** How like the text is to each of the texts (cosine). */
  likenesses(text: string): number[] {
    const vector = this.vectorOf(countsOf(stemsOf(text)));
    return this.vectors.map((other) => cosine(vector, other));
  }

  /** The place of the text that it is most like; -1 when it is like none. */
  nearest(text: string): number {
    const found = this.likenesses(text);
    const most = Math.max(...found);
    return most === 0 ? -1 : found.indexOf(most);
  }

  private vectorOf(counts: Counts): Counts {
    const weighed = Array.from(counts).flatMap(([stem, count]): [string, number][] => {
      const holding = this.holding.get(stem);
      return holding === undefined ? [] : [[stem, (1 + Math.log(count)) * Math.log((this.size + 1) / (holding + 0.5))]];
    });
    return new Map(weighed);
  }
}

function cosine(a: Counts, b: Counts): number {
  let product = 0;
  for (const [stem, weight] of a) product += weight * (b.get(stem) ?? 0);
  const length = (counts: Counts): number =>
    Math.sqrt(Array.from(counts.values()).reduce((all, weight) => all + weight * weight, 0));
  return product === 0 ? 0 : product / (length(a) * length(b));
}
