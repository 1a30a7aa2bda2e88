import { requestFeatures } from "./request-features.js";
import { requestWeights } from "./request-weights.generated.js";

/** What `tools/train-requests.ts` learns: a weight a slot, as signed bytes in base64 that are to be multiplied. */
export interface RequestWeights {
  readonly weights: string;
  readonly scale: number;
  readonly bias: number;
}

/** Tells written sentences that ask for or promise an action from others: a logistic regression over their words. */
export class RequestClassifier {
  private readonly weights: Int8Array;
  private readonly scale: number;
  private readonly bias: number;

  constructor({ weights, scale, bias }: RequestWeights = requestWeights) {
    this.weights = new Int8Array(Buffer.from(weights, "base64"));
    this.scale = scale;
    this.bias = bias;
  }

  /** @returns how likely the sentence asks for or promises an action, from 0 to 1. */
  probability(sentence: string): number {
    const slots = requestFeatures(sentence);
    let sum = 0;
    for (const slot of slots) sum += this.weights[slot] ?? 0;
    return 1 / (1 + Math.exp(-(this.bias + (this.scale * sum) / Math.sqrt(slots.length))));
  }
}
