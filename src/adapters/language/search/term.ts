import { gramsIn } from "./likeness.js";
import { PostingList } from "./posting-list.js";
import type { Role } from "./roles.js";

/** The term of a name in a role, which is another than the name where it is spoken about. */
export const inRole = (role: Role, term: string): string => `${role}:${term}`;

/** A term of a user's memories, with where it stands. */
export class Term {
  /** `postingOf` in no order. Those of slots that are empty by now count for nothing. */
  readonly postings = new PostingList();
  /** How many texts have it. */
  texts = 0;
  /** In how many of them it is written as a name, and in how many plainly, as no name is. */
  asName = 0;
  asPlain = 0;
  /** Of the text that is being taken in. */
  currentSlot = -1;
  currentFrequency = 0;
  currentAsName = false;
  currentAsPlain = false;
  /** 0 until somebody asks. */
  #grams = 0;

  constructor(
    readonly key: number,
    readonly text: string,
    /** A word that carries meaning by itself, of which the text tells. */
    readonly isContent: boolean,
  ) {}

  /** It is the name of somebody or something: spelt so more often than not. */
  get isName(): boolean {
    return this.asName > this.asPlain;
  }

  /** As of `gramsIn`. */
  get grams(): number {
    return (this.#grams ||= gramsIn(this.text));
  }
}

const FREQUENCIES = 2 ** 8;
export const MOST_FREQUENT = FREQUENCIES - 1;

/** A slot and how often the term stands in its text: 24 and 8 bits. */
export const postingOf = (slot: number, frequency: number): number => slot * FREQUENCIES + frequency;
export const slotIn = (posting: number): number => posting >>> 8;
export const frequencyIn = (posting: number): number => posting & MOST_FREQUENT;

const AS_NAME = 1;
const AS_PLAIN = 2;

/** A term's key, how it is spelt and how often it stands in the text: 22, 2 and 8 bits. */
export const occurrenceOf = (key: number, asName: boolean, asPlain: boolean, frequency: number): number =>
  (key * 4 + (asName ? AS_NAME : 0) + (asPlain ? AS_PLAIN : 0)) * FREQUENCIES + frequency;
export const keyIn = (occurrence: number): number => occurrence >>> 10;
export const isNameIn = (occurrence: number): boolean => ((occurrence >>> 8) & AS_NAME) !== 0;
export const isPlainIn = (occurrence: number): boolean => ((occurrence >>> 8) & AS_PLAIN) !== 0;
