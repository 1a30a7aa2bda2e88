import type { KeptConversation } from "../bench/language/conversations.js";
import { contentOf, likeness } from "../bench/language/soft-match.js";
import { FACT_SLOTS, factFeatures } from "../src/adapters/language/memories/fact-features.js";
import { LogisticClassifier, type LogisticWeights } from "../src/adapters/language/text/logistic-classifier.js";
import { chosen, isKept } from "../src/adapters/language/memories/memories.js";
import { type ToldFact, toldFacts } from "../src/adapters/language/memories/told-facts.js";
import { heard, openingOf } from "./heard.js";
import { keptQuality } from "./kept-quality.js";
import { folds, type Quality, trained } from "./logistic-regression.js";

interface LabelledFact {
  readonly fact: ToldFact;
  readonly slots: readonly number[];
  readonly isPositive: boolean;
  /** It shares a word with one that should be kept: part of it, or something else of the same matter. Of such a one nothing is learnt. */
  readonly isHalf: boolean;
}

/** A conversation, and of each fact that is told in it whether it is one of those to be kept. */
export interface LabelledFacts {
  readonly conversation: KeptConversation;
  readonly facts: readonly LabelledFact[];
}

export async function labelledFacts(conversations: readonly KeptConversation[]): Promise<LabelledFacts[]> {
  const found: LabelledFacts[] = [];
  for (const conversation of conversations) {
    const expected = conversation.keep.memories.map(contentOf);
    const facts = (await toldFacts(await heard(conversation))).map((fact) => {
      const [memory] = chosen([fact]);
      const content = contentOf(memory?.content ?? "");
      const isPositive = expected.some((other) => likeness(content, other) > 0);
      const isHalf = !isPositive && expected.some((other) => [...content].some((word) => other.has(word)));
      return { fact, slots: factFeatures(fact), isPositive, isHalf };
    });
    found.push({ conversation, facts });
  }
  return found;
}

/** Chosen by cross-validation. */
const LEARNING = { epochs: 40, rate: 1, l2: 3e-4 };

export const trainedOnFacts = (labelled: readonly LabelledFacts[]): LogisticWeights =>
  trained(
    labelled.flatMap(({ facts }) => facts.filter(({ isHalf }) => !isHalf)),
    FACT_SLOTS,
    LEARNING,
  );

/** What is learnt from in five parts, by what is said first: variants of one exchange are held out together. */
export const factFolds = (labelled: readonly LabelledFacts[]): { held: LabelledFacts[]; rest: LabelledFacts[] }[] =>
  folds(labelled, ({ conversation }) => openingOf(conversation));

/** How well the memories that are made with these weights match those that should be kept. */
export function memoryQuality(
  parts: readonly { readonly held: readonly LabelledFacts[]; readonly weights: LogisticWeights }[],
): Quality {
  return keptQuality(
    parts.flatMap(({ held, weights }) => {
      const classifier = new LogisticClassifier(weights);
      return held.map(({ conversation, facts }) => {
        const likely = facts.filter(({ fact, slots }) => isKept(fact, classifier.probability(slots)));
        const kept = chosen(likely.map(({ fact }) => fact));
        return { kept: kept.map(({ content }) => content), expected: conversation.keep.memories };
      });
    }),
  );
}
