import { listIn, memberOf } from "./json-members.js";
import { ModelFailure } from "./model-failure.js";

/** No model has so many; more than this is no vector. */
const MOST_DIMENSIONS = 65_536;

/**
 * The vectors that an endpoint answers for so many texts, in the order of the texts, at length 1; all zeros where it
 * answered nothing but zeros.
 * @throws ModelFailure `unreadable` unless there is one for each text, of finite numbers, and all of one length.
 */
export function vectorsIn(answer: unknown, count: number): Float32Array[] {
  const entries = listIn(memberOf(answer, "data"));
  if (entries.length !== count) throw new ModelFailure("unreadable");
  const vectors: Float32Array[] = [];
  entries.forEach((entry, place) => {
    const index = memberOf(entry, "index") ?? place;
    if (!isIndex(index, count) || vectors[index]) throw new ModelFailure("unreadable");
    vectors[index] = atUnitLength(numbersIn(memberOf(entry, "embedding")));
  });
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) throw new ModelFailure("unreadable");
  return vectors;
}

function isIndex(value: unknown, count: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < count;
}

/** Numbers, or their bytes in Base64 as 32 bits each, the lowest first, though nobody asked for that. */
function numbersIn(value: unknown): ArrayLike<number> {
  const numbers = typeof value === "string" ? decoded(value) : listIn(value);
  if (numbers.length === 0 || numbers.length > MOST_DIMENSIONS || !Array.from(numbers).every(Number.isFinite)) {
    throw new ModelFailure("unreadable");
  }
  return numbers as ArrayLike<number>;
}

function decoded(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % 4 !== 0 || bytes.toString("base64") !== text) throw new ModelFailure("unreadable");
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

/** The greatest is made 1 before, so that no square is too great or too small for a number. */
function atUnitLength(numbers: ArrayLike<number>): Float32Array {
  let greatest = 0;
  for (let i = 0; i < numbers.length; i += 1) greatest = Math.max(greatest, Math.abs(numbers[i] ?? 0));
  if (greatest === 0) return new Float32Array(numbers.length);
  let squares = 0;
  for (let i = 0; i < numbers.length; i += 1) squares += ((numbers[i] ?? 0) / greatest) ** 2;
  const length = Math.sqrt(squares);
  return Float32Array.from(numbers, (part) => part / greatest / length);
}
