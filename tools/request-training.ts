import type { LogisticWeights } from "../src/adapters/language/index.js";
import { REQUEST_SLOTS, requestFeatures } from "../src/adapters/language/tasks/request-features.js";
import { folds, trained } from "./logistic-regression.js";

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

/** The sentences in five parts, by what they say. */
export const requestFolds = (
  sentences: readonly LabelledSentence[],
): { held: LabelledSentence[]; rest: LabelledSentence[] }[] => folds(sentences, ({ text }) => text);

/** Chosen by cross-validation. */
const LEARNING = { epochs: 60, rate: 1, l2: 3e-5 };

export const trainedOnRequests = (sentences: readonly LabelledSentence[]): LogisticWeights =>
  trained(
    sentences.map(({ text, isRequest }) => ({ slots: requestFeatures(text), isPositive: isRequest })),
    REQUEST_SLOTS,
    LEARNING,
  );
