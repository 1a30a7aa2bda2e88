import { countBigrams } from "../../text-analysis/dice-similarity.js";
import type { NameRole } from "../../text-analysis/name-roles.js";

/** Returns the term of a name in a role, which differs from the term of the same name when it is only mentioned. */
export const formatRoleTerm = (role: NameRole, term: string): string => `${role}:${term}`;

/** A term of the index, with its postings. */
export class Term {
  /** Packed by `packPosting`, in no order. Postings of removed texts remain until they are swept, and do not count. */
  readonly postings = new PostingList();
  /** The number of texts that contain the term. */
  documentFrequency = 0;
  /** In how many texts it is spelt as a name, and in how many as an ordinary word. */
  nameCount = 0;
  plainCount = 0;
  /** 0 until it is computed. */
  #bigramCount = 0;

  constructor(
    readonly key: number,
    readonly text: string,
    /** Whether it is a content word of a text. */
    readonly isContent: boolean,
  ) {}

  /** Whether it is spelt as a name in most texts. */
  get isName(): boolean {
    return this.nameCount > this.plainCount;
  }

  /** See `countBigrams`. */
  get bigramCount(): number {
    return (this.#bigramCount ||= countBigrams(this.text));
  }
}

const FREQUENCY_RANGE = 2 ** 8;
export const MAX_FREQUENCY = FREQUENCY_RANGE - 1;

/** Packs a slot and the frequency of the term in its text into 24 and 8 bits. */
export const packPosting = (slot: number, frequency: number): number => slot * FREQUENCY_RANGE + frequency;
export const unpackSlot = (posting: number): number => posting >>> 8;
export const unpackFrequency = (posting: number): number => posting & MAX_FREQUENCY;

const NAME_FLAG = 1;
const PLAIN_FLAG = 2;

/** Packs the key of a term, its spelling and its frequency in the text into 22, 2 and 8 bits. */
export const packOccurrence = (key: number, isName: boolean, isPlain: boolean, frequency: number): number =>
  (key * 4 + (isName ? NAME_FLAG : 0) + (isPlain ? PLAIN_FLAG : 0)) * FREQUENCY_RANGE + frequency;
export const unpackKey = (occurrence: number): number => occurrence >>> 10;
export const isNameOccurrence = (occurrence: number): boolean => ((occurrence >>> 8) & NAME_FLAG) !== 0;
export const isPlainOccurrence = (occurrence: number): boolean => ((occurrence >>> 8) & PLAIN_FLAG) !== 0;

/** Up to this capacity a plain array takes less memory than a typed one, whose header alone has some 220 bytes. */
const MAX_PLAIN_CAPACITY = 32;
/** What the array objects take beside their elements, as measured. */
const PLAIN_BYTES = 48;
const TYPED_BYTES = 230;
const PLAIN_ELEMENT_BYTES = 8;
const TYPED_ELEMENT_BYTES = 4;

/** A growing list of unsigned 32-bit integers. Most are short and decide how large an index is. */
class PostingList {
  values: number[] | Uint32Array = [];
  length = 0;

  /** The memory of the elements and their array, in bytes. */
  get bytes(): number {
    return computeBytes(this.values.length);
  }

  /** @returns by how many bytes it has grown. */
  push(value: number): number {
    const capacity = this.values.length;
    const isFull = this.length === capacity;
    if (isFull) this.#resize(Math.max(1, capacity * 2));
    this.values[this.length] = value;
    this.length += 1;
    return isFull ? computeBytes(this.values.length) - computeBytes(capacity) : 0;
  }

  /** Removes the values that do not meet the condition and keeps the order of the others. */
  retain(shouldKeep: (value: number) => boolean): void {
    let keptCount = 0;
    for (let i = 0; i < this.length; i += 1) {
      const value = this.values[i] ?? 0;
      if (shouldKeep(value)) this.values[keptCount++] = value;
    }
    this.length = keptCount;
    if (keptCount < this.values.length / 4) this.#resize(keptCount);
  }

  #resize(capacity: number): void {
    const { values, length } = this;
    const resized = capacity > MAX_PLAIN_CAPACITY ? new Uint32Array(capacity) : new Array<number>(capacity).fill(0);
    for (let i = 0; i < length; i += 1) resized[i] = values[i] ?? 0;
    this.values = resized;
  }
}

function computeBytes(capacity: number): number {
  return capacity > MAX_PLAIN_CAPACITY
    ? TYPED_BYTES + capacity * TYPED_ELEMENT_BYTES
    : PLAIN_BYTES + capacity * PLAIN_ELEMENT_BYTES;
}
