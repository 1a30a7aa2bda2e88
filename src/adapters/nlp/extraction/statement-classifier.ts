import { FeatureSet, hashText } from "../classification/features.js";
import { computeProbability } from "../classification/logistic-regression.js";
import type { Models } from "../classification/models.js";
import type { ContextTime } from "./context-times.js";
import type { StatementFeatureReader } from "./statement-features.js";

/** How much the evidence of the whole document counts beside that of the statement. Chosen by cross-validation. */
const DOCUMENT_WEIGHT = 0.5;
/** A longer document is not classified: almost every long conversation has something to keep. */
export const MAX_DOCUMENT_STATEMENTS = 60;
const LONG_DOCUMENT_LOGIT = 2.5;
const MAX_LOGIT = 6;

export type KeptKind = "task" | "memory" | "event";

/** Decides what the statements of one document are. */
export class StatementClassifier {
  private readonly documentLogit: number;

  /** @param count number of statements of the document. */
  constructor(
    private readonly models: Models,
    private readonly features: StatementFeatureReader,
    count: number,
  ) {
    const slots = computeDocumentSlots(features, count);
    this.documentLogit = slots ? toLogit(computeProbability(models.document, slots)) : LONG_DOCUMENT_LOGIT;
  }

  /** @returns by how much the evidence for a kind exceeds what is required, in logits. */
  computeMargin(kind: KeptKind, index: number): number {
    const model = this.models[kind];
    const logit =
      toLogit(computeProbability(model, this.features.compute(index))) + DOCUMENT_WEIGHT * this.documentLogit;
    return logit - toLogit(model.threshold);
  }

  /** Whether the speaker of a task will do it; otherwise it is for the person spoken to. */
  isSpeakers(index: number): boolean {
    return computeProbability(this.models.owner, this.features.compute(index)) >= this.models.owner.threshold;
  }

  /** Whether a task without a time of its own is due at a time that its context names. */
  isDueInContext(index: number, context: ContextTime): boolean {
    const slots = computeContextSlots(this.features.compute(index), context);
    return computeProbability(this.models.due, slots) >= this.models.due.threshold;
  }
}

const toLogit = (probability: number): number =>
  Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, Math.log(probability / (1 - probability))));

/** The features of all statements together; undefined for a document that is empty or long. */
export function computeDocumentSlots(features: StatementFeatureReader, count: number): Int32Array | undefined {
  if (count === 0 || count > MAX_DOCUMENT_STATEMENTS) return undefined;
  const statements = Array.from({ length: count }, (_, index) => features.compute(index));
  const all = new FeatureSet();
  for (const slots of statements) for (const slot of slots) all.addSlot(slot);
  return all.toSlots();
}

const CONTEXT = hashText("context time");

/** The features of a statement and of a time near it. */
export function computeContextSlots(
  slots: Int32Array,
  { distance, isSameSentence, isSameUtterance, time }: ContextTime,
): Int32Array {
  const features = new FeatureSet();
  for (const slot of slots) features.addSlot(slot);
  const place = hashText(`${Math.sign(distance)} ${isSameSentence} ${isSameUtterance}`);
  features.add(CONTEXT, Math.max(-4, Math.min(4, distance)));
  features.add(CONTEXT, place);
  features.add(CONTEXT, place, Number(time.hasTime));
  features.add(CONTEXT, Number(time.hasTime), Math.max(-4, Math.min(4, distance)));
  return features.toSlots();
}
