import type { ExtractedMemory } from "../../../domain/conversation/summary-result.js";
import { normalizeText } from "../../../domain/text/normalize-text.js";
import { memoryContent } from "../../../domain/limits.js";
import { ValidationFailure } from "../../../domain/rules.js";
import type { Sentence } from "../text/analysis.js";
import { joinSegmentIds } from "../text/analysis-limits.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import type { Fact, FactForms } from "./fact-forms.js";
import type { Tongue } from "./tongue.js";

const MOST_MEMORIES = 12;

interface Setting {
  /** What the user says of themselves. */
  readonly own: readonly Sentence[];
  readonly sentences: readonly Sentence[];
  readonly tongue: Tongue;
  readonly forms: FactForms;
}

/**
 * Decision 5.8, in a language that is known by its lexicon alone: what lasts of what the user tells of themselves, in
 * their own words, for without grammar nobody can put them into another's. When in doubt, none.
 */
export async function factsIn({ own, sentences, tongue, forms }: Setting): Promise<ExtractedMemory[]> {
  const found = new Map<string, Fact & { readonly segmentIds: readonly string[] }>();
  for (const sentence of own) {
    if (isYieldDue()) await yieldToEventLoop();
    if (!isEarnest(sentence, sentences, tongue)) continue;
    for (const fact of forms.factsIn(sentence.text)) {
      if (memoryContent.read(fact.content) instanceof ValidationFailure) continue;
      const key = normalizeText(fact.content);
      const known = found.get(key);
      found.set(key, { ...fact, segmentIds: joinSegmentIds(known?.segmentIds ?? [], sentence.segmentIds) });
    }
  }
  return withoutNarrower(Array.from(found.values()))
    .slice(0, MOST_MEMORIES)
    .map(({ content, category, segmentIds }) => ({ content, category, segmentIds }));
}

/** Told, in no quotation, and not disbelieved. */
function isEarnest({ text, index, speaker }: Sentence, sentences: readonly Sentence[], { speech }: Tongue): boolean {
  if (/["«»„“…]|[—–-]$/.test(text)) return false;
  const next = sentences[index + 1];
  return !(next && next.speaker.key === speaker.key && speech.no.test(next.text));
}

/** "My brother is called Max" says nothing that "My brother Max lives in Bonn" does not. */
function withoutNarrower<T extends Fact>(facts: readonly T[]): T[] {
  return facts.filter(
    ({ name }, i) => name === undefined || !facts.some(({ content }, j) => j !== i && content.includes(name)),
  );
}
