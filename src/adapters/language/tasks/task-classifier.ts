import { LogisticClassifier, type LogisticWeights } from "../text/logistic-classifier.js";
import type { Candidate, Heard } from "./candidate.js";
import { taskFeatures } from "./task-features.js";
import { taskWeights } from "./task-weights.generated.js";

/** Tells what somebody is left with to do after a dialogue from what was only talked about: a logistic regression. */
export class TaskClassifier {
  private readonly classifier: LogisticClassifier;

  constructor(weights: LogisticWeights = taskWeights) {
    this.classifier = new LogisticClassifier(weights);
  }

  /** @returns how likely it is left to do, from 0 to 1. */
  probability(candidate: Candidate, heard: Heard): number {
    return this.classifier.probability(taskFeatures(candidate, heard));
  }
}
