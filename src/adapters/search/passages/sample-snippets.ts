import type { Transcript } from "../../../domain/conversation/transcript.js";
import { selectSampleSpans } from "../../text-analysis/sample-spans.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import { buildSearchText, splitIntoSnippets, type Snippet } from "./snippets.js";

/**
 * The maximum cost of indexing one conversation: 1 for each word, and `NEW_TERM_COST` more for its first occurrence,
 * which takes more memory and time. It suffices for twelve hours of ordinary talk, or 27,000 different words.
 */
const MAX_INDEXING_COST = 300_000;
const NEW_TERM_COST = 10;
/** The next limit is lowered by this additional factor, so that few rounds are needed. */
const SHRINK_FACTOR = 0.9;

/** A snippet with its position among all snippets of its transcript. */
interface PositionedSnippet {
  readonly position: number;
  readonly snippet: Snippet;
}

/**
 * Selects the snippets of a conversation to index.
 * @returns the number of all snippets; and all snippets, or for a very long conversation those of excerpts that are
 * evenly spread over it.
 */
export async function sampleSnippets(
  transcript: Transcript,
  userName: string,
): Promise<{ readonly count: number; readonly sample: readonly PositionedSnippet[] }> {
  const all: PositionedSnippet[] = [];
  for (const snippet of splitIntoSnippets(transcript)) {
    all.push({ position: all.length, snippet });
    if (isYieldDue()) await yieldToEventLoop();
  }
  const allCosts = await measureCosts(transcript, userName, all);
  let [sample, cost] = [all, sum(allCosts)];
  // A word may be new in the sample although it is not new in the transcript, so the sample is measured by itself.
  for (let limit = MAX_INDEXING_COST; cost > MAX_INDEXING_COST;) {
    sample = selectExcerpts(all, allCosts, limit);
    cost = sum(await measureCosts(transcript, userName, sample));
    limit = Math.floor((limit * SHRINK_FACTOR * MAX_INDEXING_COST) / cost);
  }
  return { count: all.length, sample };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

async function measureCosts(
  transcript: Transcript,
  userName: string,
  snippets: readonly PositionedSnippet[],
): Promise<number[]> {
  const counter = new TermCounter();
  const costs: number[] = [];
  for (const { snippet } of snippets) {
    const { terms, newTerms } = counter.countTerms(buildSearchText(transcript, snippet, userName));
    costs.push(1 + terms + NEW_TERM_COST * newTerms);
    if (isYieldDue()) await yieldToEventLoop();
  }
  return costs;
}

/** Returns the snippets that begin in one of the excerpts. */
function selectExcerpts(
  all: readonly PositionedSnippet[],
  costs: readonly number[],
  limit: number,
): PositionedSnippet[] {
  const selectedRanges = selectSampleSpans(sum(costs), limit);
  const selected: PositionedSnippet[] = [];
  let [rangeIndex, costOffset] = [0, 0];
  for (const [i, snippet] of all.entries()) {
    while (costOffset >= (selectedRanges[rangeIndex]?.to ?? Infinity)) rangeIndex += 1;
    if (costOffset >= (selectedRanges[rangeIndex]?.from ?? Infinity)) selected.push(snippet);
    costOffset += costs[i] ?? 0;
  }
  return selected;
}

/** The size of the table of known terms in bits: few of 100,000 terms collide. */
const TABLE_BITS = 2 ** 20;
const FNV_PRIME = 0x01000193;
const HASH_MULTIPLIER = 0x9e3779b1;

/**
 * Estimates the number of terms in texts at a small part of the cost of tokenising them. It counts sequences of letters
 * and digits, and the characters of scripts without spaces. A term is new if its hash was not seen before.
 */
export class TermCounter {
  readonly #seenHashBits = new Uint8Array(TABLE_BITS / 8);

  countTerms(text: string): { readonly terms: number; readonly newTerms: number } {
    let [terms, newTerms] = [0, 0];
    let [hash, kind, previous] = [0, CodeUnitKind.None, 0];
    const endTerm = (): void => {
      if (kind !== CodeUnitKind.Latin && kind !== CodeUnitKind.Other) return;
      terms += 1;
      newTerms += this.#markSeen(hash);
    };
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const nextKind = classifyCodeUnit(code);
      if (nextKind !== kind) {
        endTerm();
        [hash, kind] = [0, nextKind];
      }
      if (nextKind === CodeUnitKind.Sign) {
        // Scripts without spaces are indexed by pairs of characters.
        terms += 1;
        newTerms += this.#markSeen(Math.imul(previous, FNV_PRIME) ^ code);
        previous = code;
      } else hash = Math.imul(hash ^ code, FNV_PRIME);
    }
    endTerm();
    return { terms, newTerms };
  }

  /** @returns 1 for a new hash, 0 for a known one. */
  #markSeen(hash: number): number {
    const bit = Math.imul(hash ^ (hash >>> 15), HASH_MULTIPLIER) >>> 12;
    const mask = 1 << (bit & 7);
    const byte = this.#seenHashBits[bit >>> 3] ?? 0;
    this.#seenHashBits[bit >>> 3] = byte | mask;
    return (byte & mask) === 0 ? 1 : 0;
  }
}

const enum CodeUnitKind {
  None,
  Latin,
  Other,
  Sign,
}

function classifyCodeUnit(code: number): CodeUnitKind {
  if (code < 0x80) {
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    return isLetter || (code >= 48 && code <= 57) ? CodeUnitKind.Latin : CodeUnitKind.None;
  }
  if (code < 0xc0) return CodeUnitKind.None;
  if (code < 0x0250) return CodeUnitKind.Latin;
  if (code < 0x0e00) return CodeUnitKind.Other;
  // Thai to Burmese, old Hangul, Khmer; below, arrows, pictographs and the characters of East Asia.
  if (code < 0x10a0 || (code >= 0x1100 && code < 0x1200) || (code >= 0x1780 && code < 0x1800)) return CodeUnitKind.Sign;
  if (code >= 0x1e00 && code < 0x1f00) return CodeUnitKind.Latin;
  if (code < 0x2000) return CodeUnitKind.Other;
  if (code < 0x2190) return CodeUnitKind.None;
  return code < 0xfb00 ? CodeUnitKind.Sign : CodeUnitKind.Other;
}
