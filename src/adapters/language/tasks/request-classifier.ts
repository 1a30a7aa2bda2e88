import { LogisticClassifier, type LogisticWeights } from "../text/logistic-classifier.js";
import { requestFeatures } from "./request-features.js";
import { requestWeights } from "./request-weights.generated.js";

/** Tells written sentences that ask for or promise an action from others: a logistic regression over their words. */
export class RequestClassifier {
  private readonly classifier: LogisticClassifier;

  constructor(weights: LogisticWeights = requestWeights) {
    this.classifier = new LogisticClassifier(weights);
  }

  /** @returns how likely the sentence asks for or promises an action, from 0 to 1. */
  probability(sentence: string): number {
    return this.classifier.probability(requestFeatures(sentence));
  }
}
