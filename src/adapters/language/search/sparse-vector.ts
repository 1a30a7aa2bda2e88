/** A vector by the dimensions in which it is not zero, each once. */
export interface SparseVector {
  readonly dimensions: readonly number[];
  readonly parts: readonly number[];
}

export function sparse(vector: Float32Array): SparseVector {
  const dimensions: number[] = [];
  const parts: number[] = [];
  for (let d = 0; d < vector.length; d += 1) {
    const part = vector[d] ?? 0;
    if (part === 0) continue;
    dimensions.push(d);
    parts.push(part);
  }
  return { dimensions, parts };
}

export function dense({ dimensions, parts }: SparseVector, length: number): Float32Array {
  const vector = new Float32Array(length);
  dimensions.forEach((dimension, i) => (vector[dimension] = parts[i] ?? 0));
  return vector;
}
