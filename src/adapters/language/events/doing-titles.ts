import { TIMES } from "./title-phrases.js";

const DOING =
  /\b(?:I|[Ww]e)(?:'m| am|'re| are) (?<act>(?!going to \p{Ll}+ |gonna|leaving|finishing|getting|working|trying|thinking|hoping|looking|waiting|doing|being|having (?:to|a (?:look|think))|saying|talking|asking|wondering|telling|starting|running late)\p{Ll}+ing\b[^.;?!]*)/u;

/** "At six I pick up Leo". */
const SCHEDULED = /^at \S+(?: \S+)? (?:I|we) (?<act>(?!am\b|was\b|were\b|will\b|have\b|can\b)\p{Ll}+ [^.;?!]*)/u;

/** "I'm taking the cat to the vet": what is arranged is told in this form. */
export function doingTitle(clause: string): string | undefined {
  const act = (DOING.exec(clause) ?? SCHEDULED.exec(clause))?.groups?.["act"]
    ?.replace(TIMES, "")
    .split(/,| (?:because|so|if|when|while|until|till|then) /)[0]
    ?.replace(/(?: (?:at|on|from|for|to|in))+$/i, "")
    .trim();
  const words = act?.split(" ") ?? [];
  if (
    act === undefined ||
    words.length < 2 ||
    words.length > 8 ||
    /\b(?:it|that|this|them|these|those|not)\b|^\p{Ll}+ing (?:him|her|you|us|me)(?: (?:anyway|again|too|then|there|up|off|soon|later))*$/iu.test(
      act,
    )
  )
    return undefined;
  return act;
}

const JOINT =
  /\b(?:(?:shall|should|could|can) we|let's|let us|why don't we|we(?:'ll| can| could| should)?) (?:all |both |just |maybe |perhaps )*(?<act>(?:go (?:through|over|to)|talk|speak|meet|look|sit|catch|discuss|review|try|start|play|watch|see|grab|eat|walk|run|practi[sc]e|rehearse|visit|check|finish|continue)\b[^,.;?!]*)/iu;

/** "Shall we talk again": what two do together. */
export function jointAct(clause: string): string | undefined {
  const act = JOINT.exec(clause)
    ?.groups?.["act"]?.replace(TIMES, "")
    .replace(/ (?:together|once|when|after|before|because|so|if|and|at|on|for|in|then)\b.*$/i, (tail) =>
      /^ together/i.test(tail) ? " together" : "",
    );
  const words = act?.trim().split(" ") ?? [];
  if (words.length < 2 || words.length > 7 || /\b(?:it|that|this|them|these|those|her|him|you)\b/i.test(act ?? ""))
    return undefined;
  return words.join(" ");
}

const LONGEST_CLAUSE = 5;

/** "Let's meet here again next Tuesday": a short clause of people meeting, without its times. */
export function shortClause(text: string): string | undefined {
  if (
    !/^(?:then |so )?(?:I'm|I'll|we're|we are|we'll|we|let's) (?:all |will |going to )*(?:meet|see each other)\b/i.test(
      text,
    )
  )
    return undefined;
  const bare = text
    .replace(TIMES, "")
    .replace(/^(?:then |so )?(?:I'm|I'll|we're|we are|we'll|we|let's) (?:all |will |going to )*/i, "");
  const title = bare.replace(/[\s.,;:!?]+$/u, "").replace(/^[\s,]+/, "");
  const words = title.split(" ").length;
  return words < 2 || words > LONGEST_CLAUSE || /\b(?:time|weeks?|it|that|this|they|them|these|those)\b/i.test(title)
    ? undefined
    : title;
}
