import { factFeatures } from "./fact-features.js";
import { factWeights } from "./fact-weights.generated.js";
import { LogisticClassifier, type LogisticWeights } from "../text/logistic-classifier.js";
import type { ToldFact } from "./told-facts.js";

/** Tells what is worth keeping of all that is told of the user: a logistic regression over its words. */
export class FactClassifier {
  private readonly classifier: LogisticClassifier;

  constructor(weights: LogisticWeights = factWeights) {
    this.classifier = new LogisticClassifier(weights);
  }

  /** @returns how likely it is worth keeping, from 0 to 1. */
  probability(fact: ToldFact): number {
    return this.classifier.probability(factFeatures(fact));
  }
}
