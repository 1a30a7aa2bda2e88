import { LogisticClassifier, type LogisticWeights } from "../text/logistic-classifier.js";
import { mentionFeatures, type Pointing } from "./mention-features.js";
import { mentionWeights } from "./mention-weights.generated.js";
import type { Mention } from "./mentions.js";

/** Tells which of the things that were mentioned a pronoun means: a logistic regression that ranks them. */
export class MentionClassifier {
  private readonly classifier: LogisticClassifier;

  constructor(weights: LogisticWeights = mentionWeights) {
    this.classifier = new LogisticClassifier(weights);
  }

  /**
   * @param mentions the nearest first.
   * @returns those that may be meant, the likeliest first.
   */
  ranked(mentions: readonly Mention[], pointing: Pointing): Mention[] {
    return byLikelihood(
      mentions.map((mention, place) => ({
        mention,
        likelihood: this.classifier.probability(mentionFeatures(mention, place, pointing)),
      })),
    ).map(({ mention }) => mention);
  }
}

interface Weighed {
  readonly mention: Mention;
  readonly likelihood: number;
}

/** Those that may be meant, the likeliest first. */
export const byLikelihood = <T extends Weighed>(weighed: readonly T[]): T[] =>
  weighed
    .filter(({ likelihood }) => likelihood >= LEAST_LIKELY)
    .toSorted((a, b) => Number(isJustNamed(b.mention)) - Number(isJustNamed(a.mention)) || b.likelihood - a.likelihood);

/** "The agenda is missing, so I'll print it": of these there are too few to learn from. */
const isJustNamed = ({ back, isOnlyNamed }: Mention): boolean => back === 0 && !isOnlyNamed;

/** Less than this, and it is not known what is meant. */
const LEAST_LIKELY = 0.1;
