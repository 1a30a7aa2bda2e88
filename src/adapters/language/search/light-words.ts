import { stemOf } from "./stems.js";

/**
 * Words that carry some meaning, but so little that a text which shares them with a question may well be about
 * something else, however rare they are among the texts of one person.
 */
const words = `get go make thing kind type sort way people person someone somebody good nice time day do want like use come
  take give know think say see look new first many much lot feel really just still now more most last other work need
  try keep help start plan find year week month name happen call long old own big part place little bit best during
  after before recent recently current currently`;

const stems: ReadonlySet<string> = new Set(words.split(/\s+/).map(stemOf));

/** @param term a stem. */
export const isLight = (term: string): boolean => stems.has(term);
