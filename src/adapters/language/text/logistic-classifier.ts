/** What `tools/logistic-regression.ts` learns: a weight a slot, as signed bytes in base64 that are to be multiplied. */
export interface LogisticWeights {
  readonly weights: string;
  readonly scale: number;
  readonly bias: number;
}

/** A logistic regression over features that are there or not, each hashed to a slot. */
export class LogisticClassifier {
  private readonly weights: Int8Array;
  private readonly scale: number;
  private readonly bias: number;

  constructor({ weights, scale, bias }: LogisticWeights) {
    this.weights = new Int8Array(Buffer.from(weights, "base64"));
    this.scale = scale;
    this.bias = bias;
  }

  /**
   * @param slots where the features lie that are there, each once.
   * @returns from 0 to 1.
   */
  probability(slots: readonly number[]): number {
    let sum = 0;
    for (const slot of slots) sum += this.weights[slot] ?? 0;
    return 1 / (1 + Math.exp(-(this.bias + (this.scale * sum) / Math.sqrt(slots.length))));
  }
}

/**
 * @param slots how many there are, a power of two.
 * @returns where a feature lies: FNV-1a, its high bits mixed into those that are kept.
 */
export function slotOf(feature: string, slots: number): number {
  return slotAt(hashed(feature), slots);
}

/**
 * Features of words said side by side, hashed piece by piece: their texts are never put together.
 * @param name of the space that they are in; of each feature it is the first word.
 * @param slots how many there are, a power of two.
 * @returns tells where the feature "name one other" lies, or "name one": the same as `slotOf` that text.
 */
export function slotsNamed(name: string, slots: number): (one: string, other?: string) => number {
  const from = hashed(" ", hashed(name));
  return (one, other) => {
    const hash = hashed(one, from);
    return slotAt(other === undefined ? hash : hashed(other, hashed(" ", hash)), slots);
  };
}

/** @param from the hash of what stands before the text. */
function hashed(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

function slotAt(hash: number, slots: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % slots;
}
