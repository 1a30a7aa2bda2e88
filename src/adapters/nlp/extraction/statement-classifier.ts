import { FeatureSet, hashText } from "../classification/features.js";
import { computeProbability } from "../classification/logistic-regression.js";
import type { Models } from "../classification/models.js";
import type { ContextTime } from "./context-times.js";
import type { StatementFeatureReader } from "./statement-features.js";

/** How much the evidence of the whole document counts beside that of the statement. Chosen by cross-validation. */
const DOCUMENT_WEIGHT = 0.35;
/** Of a longer document the evidence of the whole says nothing: almost every conversation has something to keep. */
export const MAX_DOCUMENT_STATEMENTS = 60;
const MAX_LOGIT = 6;

/** Decides what the statements of one document are. */
export class StatementClassifier {
  private readonly documentLogit: number;
  private readonly slots = new Map<number, Int32Array>();

  /** @param count number of statements of the document. */
  constructor(
    private readonly models: Models,
    private readonly features: StatementFeatureReader,
    count: number,
  ) {
    const slots = computeDocumentSlots(features, count);
    this.documentLogit = slots ? toLogit(computeProbability(models.document, slots)) : 0;
  }

  /** Whether the statement is worth keeping as a task, a memory or an event. */
  isKept(kind: "task" | "memory" | "event", index: number): boolean {
    const model = this.models[kind];
    const logit = toLogit(computeProbability(model, this.getSlots(index))) + DOCUMENT_WEIGHT * this.documentLogit;
    return logit >= toLogit(model.threshold);
  }

  /** Whether the speaker of a task will do it; otherwise it is for the person spoken to. */
  isSpeakers(index: number): boolean {
    return computeProbability(this.models.owner, this.getSlots(index)) >= this.models.owner.threshold;
  }

  /** Whether a task without a time of its own is due at a time that its context names. */
  isDueInContext(index: number, context: ContextTime): boolean {
    const slots = computeContextSlots(this.getSlots(index), context);
    return computeProbability(this.models.due, slots) >= this.models.due.threshold;
  }

  private getSlots(index: number): Int32Array {
    const slots = this.slots.get(index) ?? this.features.compute(index);
    this.slots.set(index, slots);
    return slots;
  }
}

const toLogit = (probability: number): number =>
  Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, Math.log(probability / (1 - probability))));

/** The features of all statements together; undefined for a document that is empty or long. */
export function computeDocumentSlots(features: StatementFeatureReader, count: number): Int32Array | undefined {
  if (count === 0 || count > MAX_DOCUMENT_STATEMENTS) return undefined;
  const slots = new Set<number>();
  for (let index = 0; index < count; index += 1) for (const slot of features.compute(index)) slots.add(slot);
  return Int32Array.from(slots);
}

const CONTEXT = hashText("context time");

/** The features of a statement and of a time near it. */
export function computeContextSlots(slots: Int32Array, { distance, isSameSentence, isSameUtterance, time }: ContextTime): Int32Array {
  const features = new FeatureSet();
  const place = hashText(`${Math.sign(distance)} ${isSameSentence} ${isSameUtterance}`);
  features.add(CONTEXT, Math.max(-4, Math.min(4, distance)));
  features.add(CONTEXT, place);
  features.add(CONTEXT, place, Number(time.hasTime));
  features.add(CONTEXT, Number(time.hasTime), Math.max(-4, Math.min(4, distance)));
  return Int32Array.from(new Set([...slots, ...features.toSlots()]));
}
