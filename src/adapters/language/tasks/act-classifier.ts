import type { Sentence } from "../text/analysis.js";
import { LogisticClassifier, type LogisticWeights } from "../text/logistic-classifier.js";
import type { SpokenAct } from "./spoken-act.js";
import { actFeatures } from "./act-features.js";
import { actWeights } from "./act-weights.generated.js";

/** Tells acts of speech that leave somebody with something to do from others: a logistic regression over their words. */
export class ActClassifier {
  private readonly classifier: LogisticClassifier;

  constructor(weights: LogisticWeights = actWeights) {
    this.classifier = new LogisticClassifier(weights);
  }

  /** @returns how likely something is left to do, from 0 to 1. */
  probability(act: SpokenAct, sentence: Sentence, sentences: readonly Sentence[]): number {
    return this.classifier.probability(actFeatures(act, sentence, sentences));
  }
}
