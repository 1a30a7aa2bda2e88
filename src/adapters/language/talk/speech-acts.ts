import { Calendar } from "../dates/dates.js";
import { taskVerbLength } from "./task-verbs.js";

/** What one does by saying something, as far as it concerns what is to be done. */
export type ActKind = "commitment" | "request" | "shared" | "note";

/** A commitment or request as it was put, before its pronouns are resolved. */
export interface SpeechAct {
  readonly kind: ActKind;
  /** From its verb on, as said. */
  readonly imperative: string;
  /** Who is called by name to do it. */
  readonly name: string | undefined;
  /** Whom it was promised to, by name: "I told Mum I'd call her". */
  readonly promisedTo: string | undefined;
  /** What was said before it in the same sentence. */
  readonly before: string;
  /** Put as a question, which may be answered by no. */
  readonly asked: boolean;
}

const ADVERBS =
  "(?:(?:also|then|just|definitely|certainly|probably|quickly|simply|still|now|gladly|happily|at least|please|go and|go ahead and|be able to|try to|try and|make a note to|remember to) )*";
const NAME = "(?<name>\\p{Lu}\\p{Ll}[\\p{L}'-]*)";

const PROMISEE =
  "(?<to>(?:(?:Mr|Mrs|Ms|Dr)\\.? |Aunt |Uncle )?\\p{Lu}\\p{Ll}[\\p{L}'-]*|(?:my|our|the) \\p{Ll}+|him|her|them|everyone)";

/** How an act is put; the group "rest" is what is to be done, "name" who is called to do it. */
export interface Form {
  readonly kind: ActKind;
  readonly pattern: RegExp;
}

export const form = (kind: ActKind, pattern: string): Form => ({
  kind,
  pattern: new RegExp(`^(?:${pattern}) ${ADVERBS}(?<rest>\\S.*)$`, "isu"),
});

export const named = (kind: ActKind, pattern: string): Form => ({
  kind,
  // Names are told by their capital, so case counts here.
  pattern: new RegExp(`^(?:${pattern}) ${ADVERBS}(?<rest>\\S.*)$`, "su"),
});

/** In the order in which they are tried. */
export const FORMS: readonly Form[] = [
  form("note", "(?:to-?do|action(?: item)?|next step|task|reminder):"),
  named("request", `${NAME}, (?:can|could|would|will) you(?: please)?|(?:[Cc]an|[Cc]ould) you,? ${NAME},`),
  named(
    "request",
    `${NAME}, (?:please|you need to|you have to|you'll need to|make sure (?:that )?you|don't forget to|remember to)`,
  ),
  named(
    "request",
    `${NAME}(?: will| is going to|'s going to| needs to| has to|'ll| has agreed to| agreed to| promised to| volunteered to)`,
  ),
  named("request", `[Cc]an ${NAME}`),
  form(
    "request",
    "(?:can|could|would|will) you(?: two| three| both| all| guys| lot)?(?: please| possibly| kindly)?|would you mind|do you think you (?:can|could)",
  ),
  form(
    "request",
    "(?:if you (?:can|could) )?please|(?:just )?make sure (?:that )?(?:you|to)|(?:please )?(?:don't|do not) forget to|(?:please )?remember to",
  ),
  form(
    "request",
    "you(?:'ll| will)? (?:need to|have to|must|should)(?: please)?|I(?:'d| would) (?:like|need|want) you to|I (?:need|want) you to",
  ),
  named(
    "commitment",
    `I(?:'ve| have)?(?: also| already| just)? promised ${PROMISEE},? (?:(?:that )?I(?:'d| would|'ll| will)|to)|I(?:'ve| have)?(?: also| already| just)? (?:told|assured) ${PROMISEE.replace("<to>", "<told>")},? (?:that )?I(?:'d| would|'ll| will)`,
  ),
  form(
    "commitment",
    "I(?:'ve| have)?(?: also| already| just)? (?:promised|agreed|offered|volunteered)(?: (?:that )?I(?:'d| would|'ll| will)| to)",
  ),
  form(
    "commitment",
    "remind me to|I(?:'ll have to| will have to|'ll need to| will need to|'ll| will| shall|'m going to| am going to| need to| have to|'ve got to| must| should| promise to| plan to| intend to| want to make sure (?:that )?I|'m planning to)",
  ),
  form(
    "shared",
    "we(?:'ll have to| will have to|'ll need to| will need to|'ll| will| shall|'re going to| are going to| need to| have to|'ve got to| must| should)|let's",
  ),
];

const BREAKS =
  /(?:[,;:—–] |\. )(?:and |but |so |then |because )*|\s(?:and|but|so|then|because)\s(?:then |also |so |maybe |probably )*|(?= (?:I'll|I will|we'll|I need to|I have to|I'm going to|can you|could you|please|don't forget to)\b)(?<!\b(?:that|what|which|who|if|when|where|how|whether|than|before|after|until|unless|why|things?|all|everything)) /gi;

const PERSON_START =
  /^(?:I\b|I'|we\b|we'|you\b|you'|please\b|could\b|can\b|would\b|will\b|let's\b|don't\b|do not\b|make sure\b|just make\b|remember\b|remind me\b|\p{Lu}\p{Ll}+(?:,| will | is going to |'s going to | needs to |'ll | has to ))/iu;

/** The places in a sentence where a clause with a person as its subject may begin. */
export function* clauses(text: string, starts = PERSON_START): Generator<{ clause: string; before: string }> {
  yield { clause: text, before: "" };
  for (const match of text.matchAll(BREAKS)) {
    const at = match.index + match[0].length;
    const clause = text.slice(at);
    if (starts.test(clause)) yield { clause, before: text.slice(0, match.index) };
  }
}

/** What cannot be a commitment: conditions, doubts, the past, and what was only asked. */
const HYPOTHETICAL =
  /\b(?:if I were|if we were|would have|could have|should have|might have|suppose|imagine|hypothetically|what if|whether (?:we|I) should|shall (?:I|we)|should (?:I|we)|do (?:I|we) (?:need|have) to|why don't|how (?:do|can|will|would|should)|what (?:do|can|will|would|should|are)|when (?:do|can|will|would|should)|used to)\b/i;
export const CONDITION =
  /^(?:if (?!you (?:can|could|get a chance|have (?:a )?time|don't mind)\b)|in case|in the event|unless|suppose|when I|whenever|once upon)\b/i;
/** Where speech without full stops goes on: "renew your passport it expires in June". */
const RUN_ON =
  /(?<!\b(?:that|if|whether|when|how|where|what|sure|before|after|until|and|as)) (?:(?:it|he|she) (?!this\b|always\b|sometimes\b)\p{Ll}+s|they (?:have|are|will|want|need))\b.*$/u;

const TAIL =
  /,? (?:if (?:that's|you|it's|possible|I|we|there)|because|since|so that|although|though|otherwise|or else|as (?:I|we|you) |(?<!\b(?:out|know|see|ask|check|decide) )(?:which|who)|but|so|okay|right|shall\b(?! we)|will I|anyway|and (?:then )?(?:I|we|you|he|she|they|it|that|see|hopefully|maybe)(?:'\w+)?)\b.*$|, (?:the|my|your|our|his|her|their) \p{Ll}+(?:'s| is| are| has| was)\b.*$|, (?:I|we|you|he|she|they|it|that's|that'd|that would|it'd|it would|it's|they're|those|these|is that|okay|right|please|yeah|thanks|then)\b.*$|(?:,| (?:before|until|till|by|since))? (?:please|then|as well|too|right now|now|okay|alright|for now|in a (?:minute|second|moment)|really quick(?:ly)?)(?=[.?!]*$).*$/iu;

/** The first commitment or request in a sentence that names something that can be done. */
export function speechAct(text: string): SpeechAct | undefined {
  return speechActs(text)[0];
}

/** All of them, each but once: "I'll write the tests and then I'll review the code". */
export function speechActs(text: string): SpeechAct[] {
  if (HYPOTHETICAL.test(text) || CONDITION.test(text)) return [];
  const dated = Calendar.mayNameTime(text);
  const acts: SpeechAct[] = [];
  for (const { clause, before } of clauses(text)) {
    const act = actIn(clause, before, dated);
    if (act && !acts.some(({ imperative }) => imperative.includes(act.imperative))) acts.push(act);
    if (acts.length === MOST_ACTS) break;
  }
  return acts.length > 0 ? acts : ordersIn(text, dated);
}

const MOST_ACTS = 3;

function actIn(clause: string, before: string, dated: boolean): SpeechAct | undefined {
  if (AGENDA.test(clause) && !dated) return undefined;
  for (const { kind, pattern } of FORMS) {
    const groups = pattern.exec(clause)?.groups;
    if (groups) return actOf(kind, groups, { before, dated });
  }
  return undefined;
}

/** "Let's plan the launch" opens the talk about it and is done by talking. */
export const AGENDA =
  /^let's (?:first |now |quickly |just )*(?:plan|discuss|talk|review|go (?:over|through)|look|start|begin|update|sort out|work out|check|see|vote|think|run)\b/i;

function actOf(
  kind: ActKind,
  groups: Readonly<Record<string, string | undefined>>,
  { before, dated }: { before: string; dated: boolean },
): SpeechAct | undefined {
  const said = groups["rest"] ?? "";
  if (kind !== "note" && kind !== "request" && UNDER_CONDITION.test(said)) return undefined;
  const imperative = imperativeOf(said);
  const keeps = /^keep \w+ing\b/i.test(imperative);
  if (kind !== "note" && !keeps && taskVerbLength(imperative, dated) === 0) return undefined;
  if (kind === "request" && !dated && POINTING.test(imperative)) return undefined;
  if (imperative.split(" ").length > 32 || imperative.split(" ").length < 2) return undefined;
  const promisedTo = groups["to"] ?? groups["told"];
  return { kind, imperative, name: groups["name"], promisedTo, before, asked: said.trim().endsWith("?") };
}

/** What was said from its verb on, without what only goes along with it. */
export function imperativeOf(said: string): string {
  return infinitive(
    said
      .replace(TAIL, "")
      .replace(RUN_ON, "")
      .replace(TAIL, "")
      .replace(/[\s.,;:?!—–-]+$/u, ""),
  );
}

/** "Ask him if he knows" asks whether. */
export const UNDER_CONDITION = /^(?!(?:ask|check|find out)\b).*\bif (?:I|we|it|he|she|they)\b/i;

/** "Analyse those figures": what lies before the speakers is dealt with on the spot. */
export const POINTING = /^\S+ (?:those|these|that|this) \p{L}/iu;

/** "be sending" and "be doing" are "send" and "do". */
function infinitive(text: string): string {
  return text
    .replace(
      /^(?:be )?(sending|doing|writing|preparing|calling|booking|working|emailing|e-mailing|checking|bringing|making)\b/i,
      (_, verb: string) => {
        const stem = verb.toLowerCase().slice(0, -3);
        return ["writ", "prepar", "mak"].includes(stem) ? `${stem}e` : stem;
      },
    )
    .replace(/^make sure (?:that )?you /i, "")
    .replace(/^(book|get|order|buy|find) us (?=an?\b|the\b|some\b)/i, "$1 ")
    .replace(/ (and|or) (?:(?:probably|maybe|perhaps|hopefully) )+/gi, " $1 ");
}

/** What begins like an order and names a thing: "Call with Ana at three", "Test results tomorrow". */
export const NAMING =
  /^(?:test|research|plan|design|record|order|call|text|e-?mail|mail|water|document|review|post|ring|file|copy|update|change|iron|paint|check|print|book|return|move|show|run|study|leave|drive|start|finish|message|contact|report|visit|share|forward) (?:is|was|are|will|has|had|on|at|in|for|with|of|from|to|starts?|ends?|lasts?|went|being|received|sent|results?|tomorrow|today|next|this|\p{Ll}+ed(?= (?:at|on|in|by|from|after|before|with|yesterday|today|last|this)\b|[.!]*$))(?![\p{L}'])/iu;

/** "Book festival.": a verb's look before a bare noun makes a name of both, but in one's own notes. */
export const BARE_NAME =
  /^(?:book|test|plan|record|water|document|review|post|file|copy|update|paint|print|show|study|message|contact|report|visit|share|design|research) (?!\p{Ll}+s[.!]*$)\p{Ll}{3,}[.!]*$/iu;

/** "Send me the file by Friday": an order without a "please" counts when it names a recipient or a time. */
export function ordersIn(text: string, dated: boolean): SpeechAct[] {
  if (text.endsWith("?")) return [];
  const [, name, order = ""] = /^(?:(\p{Lu}\p{Ll}+), )?(\p{L}.*)$/u.exec(text) ?? [];
  const asks = /,? please[.!]*$/i.test(order);
  const imperative = order.replace(TAIL, "").replace(/[\s.,;:!—–-]+$/u, "");
  // "Add the letters and send me the chapter": the second may be the one that counts.
  const parts = [imperative, ...imperative.split(/ and (?=\p{Ll})/u).slice(1)];
  for (const part of parts) {
    const found = plainOrder(part.slice(0, 1).toLowerCase() + part.slice(1), dated, asks);
    if (found !== undefined)
      return [{ kind: "request", imperative: found, name, promisedTo: undefined, before: "", asked: false }];
  }
  return [];
}

function plainOrder(order: string, dated: boolean, asks: boolean): string | undefined {
  const toMe = /^(?:send|email|e-mail|forward|bring|give|book|buy|order|get) (?:me|us) \S/i.test(order);
  if ((!dated && !asks && !toMe) || NAMING.test(order)) return undefined;
  const words = order.split(" ").length;
  return taskVerbLength(order, dated) > 0 && words >= 2 && words <= 25 ? infinitive(order) : undefined;
}
