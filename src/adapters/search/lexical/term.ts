import { countBigrams } from "../../text-analysis/dice-similarity.js";
import { PostingList } from "./posting-list.js";
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
  /** The state of the text that is being added. */
  currentSlot = -1;
  currentFrequency = 0;
  isNameInCurrent = false;
  isPlainInCurrent = false;
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
