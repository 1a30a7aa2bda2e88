import { capitalised } from "../text/plain-text.js";
import { possessiveOf } from "../talk/pronouns.js";

/** "My place", said by Ana, is Ana's. */
export const inOthersWords = (title: string, label: string | undefined): string =>
  capitalised(label === undefined ? title : title.replace(/\b(?:my|our) (?=\p{L})/giu, `${possessiveOf(label)} `));
