import { FEATURE_SLOTS } from "./features.js";

/** A trained binary classifier. */
export interface LogisticModel {
  /** One signed byte per slot; multiplied by `scale`. */
  readonly weights: Int8Array;
  readonly scale: number;
  readonly bias: number;
  /** The probability from which an instance is accepted; chosen on data that the weights were not trained on. */
  readonly threshold: number;
}

/** @param slots distinct slots below `FEATURE_SLOTS`. @returns the probability, 0 to 1. */
export function computeProbability({ weights, scale, bias }: LogisticModel, slots: Int32Array): number {
  let sum = 0;
  for (const slot of slots) sum += weights[slot] ?? 0;
  return 1 / (1 + Math.exp(-(bias + (scale * sum) / Math.sqrt(Math.max(1, slots.length)))));
}

const MAGIC = 0x4d4e4c52;
const FORMAT_VERSION = 1;
const HEADER_BYTES = 24;

/** The file is a header (magic, version, schema hash, scale, bias, threshold; big endian) and the weights. */
export function encodeModel(model: LogisticModel, schemaHash: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + model.weights.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, FORMAT_VERSION);
  view.setUint32(8, schemaHash >>> 0);
  view.setFloat32(12, model.scale);
  view.setFloat32(16, model.bias);
  view.setFloat32(20, model.threshold);
  bytes.set(new Uint8Array(model.weights.buffer, model.weights.byteOffset, model.weights.length), HEADER_BYTES);
  return bytes;
}

/** @throws Error when the file is not a model, or was trained with other features. */
export function decodeModel(bytes: Uint8Array, schemaHash: number, name: string): LogisticModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (
    bytes.length !== HEADER_BYTES + FEATURE_SLOTS ||
    view.getUint32(0) !== MAGIC ||
    view.getUint32(4) !== FORMAT_VERSION
  )
    throw new Error(`${name} is not a model of version ${FORMAT_VERSION}`);
  if (view.getUint32(8) !== schemaHash >>> 0) throw new Error(`${name} was trained with other features: retrain it`);
  return {
    scale: view.getFloat32(12),
    bias: view.getFloat32(16),
    threshold: view.getFloat32(20),
    weights: new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, FEATURE_SLOTS),
  };
}
