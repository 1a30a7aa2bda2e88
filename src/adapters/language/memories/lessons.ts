import { capitalised } from "../text/plain-text.js";

const TAUGHT =
  /^(?:Spanish|French|German|Italian|Portuguese|Japanese|Chinese|Mandarin|Arabic|Welsh|Dutch|Russian|Polish|Greek|Turkish|Korean|English|Swedish|Norwegian|Danish|Finnish|Hebrew|Latin|Irish|Hindi|Swahili|spanish|french|german|italian|portuguese|japanese|chinese|piano|violin|guitar|cello|singing|swimming|driving|riding|dance|dancing|ballet|tango|salsa|yoga|pilates|pottery|painting|drawing|cooking|sewing|judo|karate|flute|drum|sailing|diving|welding|woodwork|photography|writing)$/;

/** What one may learn from a teacher. */
export const isTaught = (subject: string): boolean => TAUGHT.test(subject);

/** "My cello lesson" says that one learns the cello, "my Spanish class" that one takes it. */
export function taughtIn(said: string, kind: string): string {
  const subject = /^(?:french|japanese|german|italian|spanish|chinese|portuguese)$/.test(said)
    ? capitalised(said)
    : said;
  if (/^(?:class|classes|course)$/.test(kind)) return `I'm taking ${kind === "classes" ? "" : "a "}${subject} ${kind}.`;
  if (/^(?:piano|violin|guitar|cello|flute)$/.test(subject)) return `I'm learning the ${subject}.`;
  return /^\p{Lu}/u.test(subject) ? `I'm learning ${subject}.` : `I'm taking ${subject} lessons.`;
}
