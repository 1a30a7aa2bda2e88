import { FEATURE_SLOTS } from "../src/adapters/nlp/classification/features.js";
import { computeProbability, type LogisticModel } from "../src/adapters/nlp/classification/logistic-regression.js";

export interface Example {
  /** Distinct slots of the features that are present. */
  readonly slots: Int32Array;
  readonly isPositive: boolean;
  /** How much the example counts; 1 for an ordinary one. */
  readonly weight: number;
}

export interface TrainingOptions {
  readonly epochs: number;
  readonly rate: number;
  /** Strength of the L2 penalty. */
  readonly l2: number;
}

const MAX_INT8 = 127;
/** Keeps the first steps of AdaGrad finite. */
const EPSILON = 1e-6;

/**
 * Trains a logistic regression with an L2 penalty by AdaGrad (Duchi, Hazan, Singer 2011); the penalty applies to the
 * features of each example. The same examples give the same model.
 */
export function trainModel(examples: readonly Example[], { epochs, rate, l2 }: TrainingOptions): LogisticModel {
  const weights = new Float64Array(FEATURE_SLOTS);
  const squares = new Float64Array(FEATURE_SLOTS).fill(EPSILON);
  const order = Array.from(examples.keys());
  const random = createGenerator();
  let [bias, biasSquares] = [0, EPSILON];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) {
      const { slots, isPositive, weight } = examples[index] as Example;
      const norm = 1 / Math.sqrt(Math.max(1, slots.length));
      let sum = 0;
      for (const slot of slots) sum += weights[slot] as number;
      const error = weight * (1 / (1 + Math.exp(-(sum * norm + bias))) - Number(isPositive));
      for (const slot of slots) {
        const gradient = error * norm + l2 * (weights[slot] as number);
        squares[slot] = (squares[slot] as number) + gradient * gradient;
        weights[slot] = (weights[slot] as number) - (rate * gradient) / Math.sqrt(squares[slot]);
      }
      biasSquares += error * error;
      bias -= (rate * error) / Math.sqrt(biasSquares);
    }
  }
  return quantize(weights, bias);
}

function quantize(weights: Float64Array, bias: number): LogisticModel {
  const largest = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0);
  const scale = Math.fround(largest / MAX_INT8);
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { weights: bytes, scale, bias: Math.fround(bias), threshold: 0.5 };
}

/** Fisher-Yates. */
function shuffle(order: number[], random: (limit: number) => number): void {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [order[index], order[other]] = [order[other] as number, order[index] as number];
  }
}

/** A linear congruential generator, for the same order in each run. */
function createGenerator(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** @returns precision, recall and F1 of the examples at a threshold, 0 to 1. */
export function evaluateModel(
  model: LogisticModel,
  examples: readonly Example[],
  threshold: number,
): { readonly precision: number; readonly recall: number; readonly f1: number } {
  let [correct, accepted, positive] = [0, 0, 0];
  for (const { slots, isPositive } of examples) {
    const isAccepted = computeProbability(model, slots) >= threshold;
    accepted += Number(isAccepted);
    positive += Number(isPositive);
    correct += Number(isAccepted && isPositive);
  }
  return {
    precision: correct / Math.max(1, accepted),
    recall: correct / Math.max(1, positive),
    f1: (2 * correct) / Math.max(1, accepted + positive),
  };
}
