import type { ExtractedMemory } from "../../../domain/conversation/summary-result.js";
import { joinSegmentIds } from "../text/analysis-limits.js";
import { compiled } from "../text/compiled.js";
import type { FactClassifier } from "./fact-classifier.js";
import { topicPatterns } from "./fact-features.js";
import { normalizeText } from "../../../domain/text/normalize-text.js";
import { joined, type Noted } from "./joined-facts.js";
import { memoryCategoryOf } from "./memory-categories.js";
import { type Setting, type ToldFact, toldFacts } from "./told-facts.js";
import { wordsOf } from "../text/words.js";

const MOST_MEMORIES = 12;

/**
 * Decision 5.8: what lasts of what is told of the user in earnest, each as a line of a list of memories: "Is allergic
 * to peanuts", "Sister Ana lives in Porto". The user is its subject and not named, for names change. When in doubt,
 * none: a false memory costs more trust than a missed one.
 */
export async function memoriesOf(setting: Setting, facts: FactClassifier): Promise<ExtractedMemory[]> {
  await compiled(topicPatterns);
  return chosen((await toldFacts(setting)).filter((fact) => isKept(fact, facts.probability(fact))));
}

/** How likely a fact must be worth keeping: one of a known form, and any other. */
const LIKELY = { known: 0.2, open: 0.55 };

export const isKept = ({ isKnown }: ToldFact, probability: number): boolean =>
  probability >= (isKnown ? LIKELY.known : LIKELY.open);

/** Memories of the facts that are worth keeping, the most telling first. */
export function chosen(facts: readonly ToldFact[]): ExtractedMemory[] {
  const found = inOneBreath(facts);
  const once = new Map<string, Noted>();
  for (const fact of joined(found)) {
    const key = normalizeText(fact.content);
    const known = once.get(key);
    const segmentIds = joinSegmentIds(known?.segmentIds ?? [], fact.segmentIds);
    once.set(key, { ...(known ?? fact), segmentIds });
  }
  const best = Array.from(once.values()).sort((a, b) => b.tells - a.tells || a.index - b.index);
  return withoutNarrower(best.slice(0, MOST_MEMORIES * 8))
    .slice(0, MOST_MEMORIES)
    .map(({ content, segmentIds }) => ({ content, category: memoryCategoryOf(content), segmentIds }));
}

/** "Can't swim" and "is afraid of water", told in one sentence, are one memory, unless each is known to be one. */
function inOneBreath(facts: readonly ToldFact[]): Noted[] {
  const found: Noted[] = [];
  let last: ToldFact | undefined;
  for (const fact of facts) {
    const before = found.at(-1);
    const { noted, telling, isKnown } = fact;
    const isOne = last?.telling === telling && last.noted.of === noted.of && noted.of === undefined;
    if (before !== undefined && isOne && !(isKnown && last?.isKnown === true)) {
      const content = `${before.content} and ${noted.content.charAt(0).toLowerCase()}${noted.content.slice(1)}`;
      found[found.length - 1] = { ...before, content, tells: Math.max(before.tells, noted.tells) };
      last = undefined;
    } else {
      found.push(noted);
      last = fact;
    }
  }
  return found;
}

/** What words share however they are bent: "nuts" and "nut". */
const stemOf = (word: string): string => word.slice(0, STEM).replace(/s$/, "");
const STEM = 5;
/** What only holds a memory together. */
const FRAME = /^(?:is|are|was|been|has|have|an?|the|named|called|of|their|who)$/;

/** "Lives in Porto" says nothing that "Lives in Porto with their sister" does not. */
function withoutNarrower(found: readonly Noted[]): Noted[] {
  const words = found.map(
    ({ content }) =>
      new Set(
        wordsOf(content)
          .filter((word) => !FRAME.test(word))
          .map(stemOf),
      ),
  );
  return found.filter((_, i) => {
    const own = words[i] ?? new Set();
    return !words.some(
      (other, j) => j !== i && other.size > own.size && Array.from(own).every((word) => other.has(word)),
    );
  });
}
