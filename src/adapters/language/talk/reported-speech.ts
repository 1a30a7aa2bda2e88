import { clauses } from "./speech-acts.js";

/** After these words somebody else speaks. */
const REPORTED =
  /\b(?:said|says|say|goes|go|went|was like|were like|is like|'s like|asks?|asked|shouts?|shouted|wrote|writes|reads?|thinks?|thought)(?: to (?:\p{L}+|my \p{L}+|the \p{L}+))?[,:]? ?(?:"|')?$|\b(?:told|tells?|telling|asked|asks|asking)(?: (?!you\b)[\p{L}']+){1,3}[,:]? ?$/iu;
/** "You must help me, he told the fox." */
const REPORTED_AFTER =
  /, (?:(?:he|she|they|it|the \p{Ll}+|my \p{Ll}+|\p{Lu}\p{Ll}+) (?:said|says|told|tells|asked|asks|goes|shouted|cried|thought)|(?:said|says|asked|cried|shouted) (?:the|he|she|they|my|his|her|\p{Lu})\S*)(?: (?:to )?(?:me|him|her|them|us|(?:the|my) \p{Ll}+|\p{Lu}\p{Ll}+)){0,2}[.!,]*$/u;

/** Whether what follows these words is what somebody says. */
export function announcesWords(before: string): boolean {
  return REPORTED.test(before);
}

/** Whether a clause ends in who said it. */
export function isReported(clause: string): boolean {
  return REPORTED_AFTER.test(clause);
}

/** A cheap look before the costly one. */
const HINT = /\b(?:sa(?:id|ys?)|go|goes|went|like|ask|shout|wr(?:ote|ites)|read|th(?:ink|ought)|told|tell)/i;

/** Whether a sentence ends, or goes on, in the words of somebody else. */
export function quotes(text: string, starts: RegExp): boolean {
  if (!HINT.test(text)) return false;
  for (const { before } of clauses(text, starts)) if (REPORTED.test(before)) return true;
  return /\b(?:said|says|goes|(?:was|were|is) like|told \p{L}+)[,:]?$/u.test(text.replace(/[.!?]+$/, ""));
}
