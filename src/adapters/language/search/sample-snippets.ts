import type { Transcript } from "../../../domain/transcript.js";
import { stretchesOf } from "../text/analysis-limits.js";
import { giveWay, isHoldingUp } from "../text/give-way.js";
import { searchedText, snippetsIn, type Snippet } from "./snippets.js";
import { TermCounter } from "./term-counter.js";

/**
 * What is indexed of one conversation at most, in occurrences of words; the first occurrence of a word counts
 * `NEW_TERM_COST` times more, as it takes more memory and time. So much have twelve hours of ordinary talk, or 27,000
 * words that are all different.
 */
export const MAX_INDEXING_COST = 300_000;
const NEW_TERM_COST = 10;
/** A sample is made smaller than what it exceeds its limit by, so that few rounds are needed. */
const SHRINK_FACTOR = 0.9;

/** A snippet with its place among all snippets of its transcript. */
export interface PlacedSnippet {
  readonly at: number;
  readonly snippet: Snippet;
}

/**
 * Selects what is indexed of a conversation.
 * @returns how many snippets there are; and all of them, or of a very long conversation those in stretches that are
 *   evenly spread from its beginning to its end.
 */
export async function sampleSnippets(
  transcript: Transcript,
  userName: string,
): Promise<{ readonly count: number; readonly sample: readonly PlacedSnippet[] }> {
  const all: PlacedSnippet[] = [];
  for (const snippet of snippetsIn(transcript)) {
    all.push({ at: all.length, snippet });
    if (isHoldingUp()) await giveWay();
  }
  const whole = await measureCosts(transcript, userName, all);
  let { sample, cost } = { sample: all, cost: whole.total };
  // What a sample leaves out may be what made a word of it no new one: the sample is measured by itself.
  for (let limit = MAX_INDEXING_COST; cost > MAX_INDEXING_COST;) {
    sample = selectStretches(all, whole, limit);
    cost = (await measureCosts(transcript, userName, sample)).total;
    limit = Math.floor((limit * SHRINK_FACTOR * MAX_INDEXING_COST) / cost);
  }
  return { count: all.length, sample };
}

interface Costs {
  /** By snippet, in the order of the snippets. */
  readonly costs: readonly number[];
  readonly total: number;
}

async function measureCosts(
  transcript: Transcript,
  userName: string,
  snippets: readonly PlacedSnippet[],
): Promise<Costs> {
  const counter = new TermCounter();
  const costs: number[] = [];
  let total = 0;
  for (const { snippet } of snippets) {
    const { terms, newTerms } = counter.count(searchedText(transcript, snippet, userName));
    const cost = 1 + terms + NEW_TERM_COST * newTerms;
    costs.push(cost);
    total += cost;
    if (isHoldingUp()) await giveWay();
  }
  return { costs, total };
}

/** The snippets that begin in one of the stretches. */
function selectStretches(all: readonly PlacedSnippet[], { costs, total }: Costs, limit: number): PlacedSnippet[] {
  const stretches = stretchesOf(total, limit);
  const selected: PlacedSnippet[] = [];
  let [next, from] = [0, 0];
  for (const [i, snippet] of all.entries()) {
    while (from >= (stretches[next]?.to ?? Infinity)) next += 1;
    if (from >= (stretches[next]?.from ?? Infinity)) selected.push(snippet);
    from += costs[i] ?? 0;
  }
  return selected;
}
