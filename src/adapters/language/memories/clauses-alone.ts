/** Where one clause may end and another begin. */
const JOINT = new RegExp(
  [
    String.raw`[.?!;:,–—]+ +`,
    String.raw` +(?=(?:because|cause|cos|since|when|whenever|if|unless|which|where|while|until|till|as long as|so that|in case)\b)`,
    String.raw` +(?=(?:and|but|so|or|that|then|now|only)(?: then| now| also)? (?:I|we|you|he|she|it|they|my|our|his|her|their|the|there|that|this)\b)`,
    String.raw` +(?=(?:I|we|he|she|they)(?:'\p{Ll}+)? \p{Ll})`,
  ].join("|"),
  "giu",
);
const OWN =
  /^(?<lead>(?:(?:and|but|so|or|because|cause|cos|since|that|which|where|when|while|then|now|only|if|unless|until|till|yeah|no|well|oh)\b,? )*)(?<clause>(?:I|we|my|our)(?:'\p{Ll}+)? .+)$/iu;
const FEWEST_WORDS = 3;

/** A clause of a sentence that begins with "I", "we", "my" or "our", by itself. */
export interface ClauseAlone {
  readonly text: string;
  /** All that stands before it in the sentence, with what joins it. */
  readonly before: string;
  /** What stands after it. */
  readonly after: string;
}

/** @returns what a sentence says of its speaker, clause by clause, whatever the rest of it means. */
export function clausesAlone(sentence: string): ClauseAlone[] {
  const clauses: ClauseAlone[] = [];
  let from = 0;
  for (const joint of [...sentence.matchAll(JOINT), undefined]) {
    const to = joint?.index ?? sentence.length;
    const { lead = "", clause } = OWN.exec(sentence.slice(from, to))?.groups ?? {};
    if (clause !== undefined && clause.split(" ").length >= FEWEST_WORDS) {
      const text = clause.replace(/[\s.,;:!?–—-]+$/u, "");
      const start = from + lead.length;
      clauses.push({ text, before: sentence.slice(0, start), after: sentence.slice(start + text.length) });
    }
    if (joint !== undefined) from = to + joint[0].length;
  }
  return clauses;
}
