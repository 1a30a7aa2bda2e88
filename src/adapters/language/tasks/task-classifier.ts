import type { Sentence } from "../text/analysis.js";
import { LogisticClassifier, type LogisticWeights } from "../text/logistic-classifier.js";
import type { SpokenAct } from "./spoken-act.js";
import { taskFeatures } from "./task-features.js";
import { taskWeights } from "./task-weights.generated.js";

/** Tells acts of speech that leave somebody with something to do from others: a logistic regression over their words. */
export class TaskClassifier {
  private readonly classifier: LogisticClassifier;

  constructor(weights: LogisticWeights = taskWeights) {
    this.classifier = new LogisticClassifier(weights);
  }

  /** @returns how likely something is left to do, from 0 to 1. */
  probability(act: SpokenAct, sentence: Sentence, sentences: readonly Sentence[]): number {
    return this.classifier.probability(taskFeatures(act, sentence, sentences));
  }
}
