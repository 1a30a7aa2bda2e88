import { REQUEST_SLOTS, requestFeatures } from "../src/adapters/language/request-features.js";
import type { RequestWeights } from "../src/adapters/language/request-classifier.js";

/** A sentence of a mail, and whether it asks for or promises an action. */
export interface LabelledSentence {
  readonly text: string;
  readonly isRequest: boolean;
}

/**
 * @param tsv lines of `Yes` or `No`, a tab, and the sentence.
 * @throws Error for a line of another form.
 */
export function labelledSentences(tsv: string): LabelledSentence[] {
  return tsv
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line, i) => {
      const [, label, text] = /^(Yes|No)\t(.+)$/.exec(line) ?? [];
      if (text === undefined) throw new Error(`Line ${i + 1} is not a label, a tab and a sentence`);
      return { text, isRequest: label === "Yes" };
    });
}

const FOLDS = 5;

/** The sentences in five parts, by what they say, so that each run of it divides them alike. */
export function folds(
  sentences: readonly LabelledSentence[],
): { held: LabelledSentence[]; rest: LabelledSentence[] }[] {
  const foldOf = new Map(sentences.map((sentence) => [sentence, hash(sentence.text) % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => ({
    held: sentences.filter((sentence) => foldOf.get(sentence) === fold),
    rest: sentences.filter((sentence) => foldOf.get(sentence) !== fold),
  }));
}

const hash = (text: string): number =>
  Array.from(text).reduce((sum, point) => (Math.imul(sum, 31) + (point.codePointAt(0) ?? 0)) >>> 0, 7);

/** Chosen by cross-validation. */
const EPOCHS = 60;
const RATE = 1;
const L2 = 3e-5;
/** The bias moves slower than the weights, for each sentence moves it. */
const BIAS_RATE = 0.1;

/** Logistic regression with L2 by stochastic gradient descent, the same each time. */
export function trained(sentences: readonly LabelledSentence[]): RequestWeights {
  const examples = sentences.map(({ text, isRequest }) => ({ slots: requestFeatures(text), isRequest }));
  const weights = new Float64Array(REQUEST_SLOTS);
  const next = shuffler();
  let [bias, step, shrunk] = [0, 0, 1];
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { slots, isRequest } of next(examples)) {
      const norm = 1 / Math.sqrt(slots.length);
      const sum = slots.reduce((total, slot) => total + (weights[slot] ?? 0), 0) * shrunk * norm + bias;
      const error = (isRequest ? 1 : 0) - 1 / (1 + Math.exp(-sum));
      const rate = RATE / (1 + RATE * L2 * step);
      step += 1;
      // All weights shrink at once by what they are to be multiplied with.
      shrunk *= 1 - rate * L2;
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

function quantised(weights: Float64Array, bias: number): RequestWeights {
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

/** How well what was taken for a request is one, in per cent. */
export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function qualityOf(verdicts: readonly { readonly taken: boolean; readonly isRequest: boolean }[]): Quality {
  const right = verdicts.filter(({ taken, isRequest }) => taken && isRequest).length;
  const taken = verdicts.filter((verdict) => verdict.taken).length;
  const requests = verdicts.filter(({ isRequest }) => isRequest).length;
  return {
    precision: (100 * right) / taken,
    recall: (100 * right) / requests,
    f1: (200 * right) / (taken + requests),
  };
}
