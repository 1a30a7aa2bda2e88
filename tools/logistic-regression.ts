import type { LogisticWeights } from "../src/adapters/language/index.js";

/** What is learnt from: where its features lie, each once, and what it is. */
export interface Example {
  readonly slots: readonly number[];
  readonly isPositive: boolean;
}

/** How fast and how freely is learnt; best chosen by cross-validation. */
export interface Learning {
  readonly epochs: number;
  readonly rate: number;
  /** How much large weights are held back. */
  readonly l2: number;
}

/** The bias moves slower than the weights, for each example moves it. */
const BIAS_RATE = 0.1;

/**
 * Logistic regression with L2 by stochastic gradient descent, the same each time.
 * @param slotCount how many slots there are.
 */
export function trained(examples: readonly Example[], slotCount: number, learning: Learning): LogisticWeights {
  const { epochs, rate: firstRate, l2 } = learning;
  const weights = new Float64Array(slotCount);
  const next = shuffler();
  let [bias, step, shrunk] = [0, 0, 1];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const { slots, isPositive } of next(examples)) {
      const norm = 1 / Math.sqrt(slots.length);
      const sum = slots.reduce((total, slot) => total + (weights[slot] ?? 0), 0) * shrunk * norm + bias;
      const error = (isPositive ? 1 : 0) - 1 / (1 + Math.exp(-sum));
      const rate = firstRate / (1 + firstRate * l2 * step);
      step += 1;
      // All weights shrink at once by what they are to be multiplied with.
      shrunk *= 1 - rate * l2;
      for (const slot of slots) weights[slot] = (weights[slot] ?? 0) + (rate * error * norm) / shrunk;
      bias += rate * error * BIAS_RATE;
    }
  }
  return quantised(
    weights.map((weight) => weight * shrunk),
    bias,
  );
}

const LARGEST_BYTE = 127;

function quantised(weights: Float64Array, bias: number): LogisticWeights {
  const scale = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0) / LARGEST_BYTE;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { weights: Buffer.from(bytes.buffer).toString("base64"), scale, bias };
}

/** An order that looks like chance and is the same in each run. */
function shuffler(): <T>(items: readonly T[]) => T[] {
  let state = 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return (items) => {
    const left = [...items];
    return Array.from(items).flatMap(() => left.splice(below(left.length), 1));
  };
}

const FOLDS = 5;

/**
 * The examples in five parts, each held out once.
 * @param textOf what decides about the part: those of one text are held out together, in each run alike.
 */
export function folds<T>(examples: readonly T[], textOf: (example: T) => string): { held: T[]; rest: T[] }[] {
  const foldOf = new Map(examples.map((example) => [example, hash(textOf(example)) % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => ({
    held: examples.filter((example) => foldOf.get(example) === fold),
    rest: examples.filter((example) => foldOf.get(example) !== fold),
  }));
}

const hash = (text: string): number =>
  Array.from(text).reduce((sum, point) => (Math.imul(sum, 31) + (point.codePointAt(0) ?? 0)) >>> 0, 7);

/** How well what was taken for positive is, in per cent. */
export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function qualityOf(verdicts: readonly { readonly taken: boolean; readonly isPositive: boolean }[]): Quality {
  const right = verdicts.filter(({ taken, isPositive }) => taken && isPositive).length;
  const taken = verdicts.filter((verdict) => verdict.taken).length;
  const positive = verdicts.filter(({ isPositive }) => isPositive).length;
  return {
    precision: (100 * right) / taken,
    recall: (100 * right) / positive,
    f1: (200 * right) / (taken + positive),
  };
}
