import type { Document } from "../text/document.js";
import { getLexicon } from "./term-lexicon.js";
import type { SentenceWording } from "./sentence-wording.js";

/** An action item or event. */
export interface Finding {
  readonly text: string;
  readonly segmentIds: readonly string[];
  readonly isEvent: boolean;
}

/** A document with what the steps of its summary share. */
export interface SummaryContent {
  readonly document: Document;
  /** The terms of each sentence, by its index. */
  readonly terms: readonly (readonly string[])[];
  /** From 0 to 1. */
  readonly weights: ReadonlyMap<string, number>;
  /** The terms that occur in several sections of the document; a digression has few of them. */
  readonly rooted: ReadonlySet<string>;
  readonly wording: SentenceWording;
  readonly findings: readonly Finding[];
}

const SECTIONS = 12;
const WELL_SPREAD_SECTIONS = 7;
const MIN_ROOTED = 2;
const MIN_SPREAD = 0.3;
/** The weight of a term grows less than its count. */
const COUNT_EXPONENT = 0.6;

/** Weighs terms by how many sentences mention them and how evenly they are spread: a digression has its own words. */
export function weighTerms({ sentences, locale }: Document): Pick<SummaryContent, "terms" | "weights" | "rooted"> {
  const terms = sentences.map((sentence) => getLexicon(sentence.locale ?? locale).listTerms(sentence.tokens));
  const counts = new Map<string, { count: number; sections: number; lastIndex: number; lastSection: number }>();
  for (const [index, list] of terms.entries()) {
    const section = Math.floor((index * SECTIONS) / sentences.length);
    for (const term of list) {
      const entry = counts.get(term);
      if (!entry) counts.set(term, { count: 1, sections: 1, lastIndex: index, lastSection: section });
      else if (entry.lastIndex !== index) {
        entry.count += 1;
        entry.sections += entry.lastSection === section ? 0 : 1;
        [entry.lastIndex, entry.lastSection] = [index, section];
      }
    }
  }
  let greatest = 0;
  const weights = new Map<string, number>();
  const rooted = new Set<string>();
  for (const [term, { count, sections }] of counts) {
    const spread = MIN_SPREAD + (1 - MIN_SPREAD) * Math.min(1, sections / WELL_SPREAD_SECTIONS);
    const weight = count ** COUNT_EXPONENT * spread;
    weights.set(term, weight);
    if (sections >= MIN_ROOTED) rooted.add(term);
    greatest = Math.max(greatest, weight);
  }
  for (const [term, weight] of weights) weights.set(term, weight / greatest);
  return { terms, weights, rooted };
}
