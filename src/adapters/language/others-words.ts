import { capitalised } from "./plain-text.js";
import { possessiveOf } from "./pronouns.js";

/** "My place", said by Ana, is Ana's. */
export const inOthersWords = (title: string, label: string | undefined): string =>
  capitalised(label === undefined ? title : title.replace(/\b(?:my|our) (?=\p{L})/giu, `${possessiveOf(label)} `));
