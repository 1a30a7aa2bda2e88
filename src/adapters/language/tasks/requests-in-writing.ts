import type { Sentence } from "../text/analysis.js";
import { withoutCourtesies, withoutInnerPlease } from "../text/courtesies.js";
import { withoutOpening } from "../text/disfluencies.js";
import { capitalised } from "../text/plain-text.js";
import { possessiveOf } from "../talk/pronouns.js";
import { NAMING } from "../talk/speech-acts.js";
import { taskVerbLength } from "../talk/task-verbs.js";

/** From this probability on a written sentence counts as a request or promise. Chosen by cross-validation. */
export const REQUEST_LIKELY = 0.47;

const ADVERBS =
  "(?:(?:also|then|just|definitely|certainly|probably|simply|gladly|please|kindly|possibly|go ahead and|be able to|try to|try and) )*";
/** A verb may follow: neither a name nor a word that only a clause of its own begins with. */
const REST = "(?<rest>(?!(?:I|you|we|he|she|they|it|the|an?|this|that|there|not|to|find below|be aware)\\b)\\p{Ll}.*)$";

/** Where a clause may begin. */
const START = "(?<=^|[,;:.!?)–—-] ?|\\b(?:and|so|but|then|now|think|guess|believe|hope|or) )";

const asking = (words: string): RegExp => new RegExp(`\\b(?:${words}),? ${ADVERBS}${REST}`, "su");
const saying = (words: string): RegExp => new RegExp(`${START}(?:${words}),? ${ADVERBS}${REST}`, "su");

/** What the reader is asked for. */
const REQUESTS: readonly RegExp[] = [
  asking("[Ww](?:ould|ill) you mind(?: if)?|[Ww]hy don't you"),
  asking("(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) (?:you|somebody|someone|anyone|one of you)"),
  asking("I(?:'d| would)(?: really| greatly| very much)? appreciate it if you(?: could| would| can)?"),
  asking(
    "I(?:'d| would)? (?:like|want|need) you to|[Yy]ou(?:'ll| will)? (?:need to|have to|must)|[Mm]ake sure (?:that )?you",
  ),
  asking(
    "[Ww]ould be (?:\\p{Ll}+ ){0,2}(?:if you(?: could| would| can)?|for you to)|(?:mind|wondering|wonder) (?:if|whether) you (?:could|would|can|might)|[Ii]f you (?:could|would)(?= .*\\bappreciate)",
  ),
  asking("[Pp]lease|[Pp]ls\\.?|[Pp]lz|[Kk]indly|PLEASE"),
  // What is asked for with no other word for it.
  new RegExp(
    `${START}(?<rest>(?:[Ll]et(?! (?:me|us) (?!know))|[Gg]ive|[Cc]all|[Ss]end|[Ee]-?mail|[Tt]ell|[Ss]how|[Cc]ontact|[Jj]oin|[Gg]et back to|[Dd]on't hesitate to) (?:me|us|him|her|them|the|an?|my|our|your|\\p{Lu}\\p{Ll}+|call|contact|ask|let)\\b.*)$`,
    "su",
  ),
];
/** What is asked of both or of nobody by name. */
const PROPOSALS: readonly RegExp[] = [
  saying("[Ll]et'?s|[Ss]hould we|[Ss]hall we|[Cc]an we|[Cc]ould we|[Ww]hy don't we"),
  asking(
    "(?:[Ww]ould|will) be (?:\\p{Ll}+ ){1,3}(?:if we (?:could|can)|to)|(?:mind|wondering|wonder) (?:if|whether) we (?:could|can|might)|I(?:'d| would)? (?:suggest|propose) (?:that )?we(?: should)?|[Mm]y suggestion (?:is|would be) to",
  ),
];
/** What the writer takes on. */
const PROMISES: readonly RegExp[] = [
  saying(
    "[Ll]et me(?! know)|(?:I|[Ww]e)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to|'ll need to| need to| have to|'ve got to| must| should| plan to| intend to|'d like to| would like to| want to|(?:'d| would|'ll| will| shall)(?: be)? (?:(?:very|more than) )?(?:glad|happy|love) to)",
  ),
  saying("[Ww]e (?:can|could)"),
];

/** "I need your answer": what is to be given. */
const NEEDED = /\bI(?:'ll| will)? (?:really |also |still |only |just )?need (?<what>your \p{Ll}.*)$/su;
/** Where somebody has to be is a task where it is said when. */
const PRESENCE = saying("(?:I|[Ww]e)(?: need to| have to|'ve got to| must|'ll have to| will have to)");

/** "Attached please find the minutes", "you will find": what is there to be found is not to be done. */
export const ENCLOSED =
  /^(?:please )?find (?:\p{L}+ ){0,4}(?:attached|enclosed|below|above|here)\b|\b(?:attached|enclosed|below)(?: please|,)? (?:please )?find\b|\byou(?:'ll| will) find\b/iu;
/** Being, having and knowing is not doing: a question about it wants an answer. */
const STATE =
  /^(?:be|been|have|like|know|think|prefer|want|need|mind|agree|happen|say|rather|care|get|hear|remember|recommend)\b/;
/** "When can you come?" asks when, "Why don't you come?" asks to come. */
const OPEN_QUESTION = /^(?:what|when|where|who|whom|whose|which|how|why (?!don't))\b/i;
/** "If you have any questions,": what is asked for hangs on it. */
const CONDITION = /^(?:if|when|once|unless|should|before|after|as soon as|in case|whenever|in order to|to)\b/i;

type Voice = "asked" | "promised" | "shared";

/**
 * What a written sentence asks for or promises, as an imperative: "Please let me know if you can come" as "let them
 * know if you can come"; else the sentence itself, where it begins with what to do.
 * @param sender the writer's name, where it is known.
 * @param isDated whether it says when.
 * @returns undefined for what reports only: "Next week I fly to Berlin", "Find attached the minutes".
 */
export function taskInWriting(
  { text, tokens }: Pick<Sentence, "text" | "tokens">,
  sender: string | undefined,
  isDated: boolean,
): WrittenTask | undefined {
  const said = withoutInnerPlease(withoutCourtesies(withoutOpening(text))) || text;
  const found = taskIn(said) ?? presenceIn(said, isDated);
  // What only wants an answer is nothing to be done: "How's it going?"
  if (!found && said.endsWith("?")) return undefined;
  if (!found) return isOrder(said, tokens) ? { words: capitalised(ended(said)) || text, isOrder: false } : undefined;
  if (!beginsWithVerb(found.task, tokens)) return undefined;
  return { words: capitalised(forOwner(ended(found.task), found.voice, sender)), isOrder: true };
}

/** What is to be done, as its owner reads it. */
export interface WrittenTask {
  readonly words: string;
  /** False for the sentence as it was, which says when in words of its own. */
  readonly isOrder: boolean;
}

/** "Even cook" is none. What is a usual doing may have been taken for another kind of word. */
function beginsWithVerb(task: string, tokens: Sentence["tokens"]): boolean {
  const [first = ""] = task.toLowerCase().split(/[^\p{L}'’-]/u, 1);
  const pos = tokens.find(({ lower }) => lower === first)?.pos;
  return pos === undefined || !NEVER_A_VERB.test(pos) || taskVerbLength(task, true) > 0;
}

const NEVER_A_VERB = /^(?:ADV|PRON|DET|ADP|NUM|INTJ|SCONJ|CCONJ)$/;

function presenceIn(said: string, isDated: boolean): { task: string; voice: Voice } | undefined {
  const rest = isDated ? PRESENCE.exec(said)?.groups?.["rest"] : undefined;
  return rest?.startsWith("be ") === true ? { task: rest, voice: "promised" } : undefined;
}

/** "Reserve a room for seven people", "Mark, go ahead". */
function isOrder(said: string, tokens: Sentence["tokens"]): boolean {
  if (NAMING.test(said)) return false;
  const [first = ""] = said
    .replace(/^\p{Lu}\p{Ll}+, /u, "")
    .toLowerCase()
    .split(/[^\p{L}'’]/u);
  if (/^(?:do|don['’]t)$/.test(first)) return true;
  return tokens.find(({ lower }) => lower === first)?.pos === "VERB" && !/(?:ing|ed)$/.test(first);
}

function taskIn(said: string): { task: string; voice: Voice } | undefined {
  const isQuestion = said.endsWith("?");
  if (isQuestion && OPEN_QUESTION.test(said)) return undefined;
  for (const [voice, patterns] of [
    ["asked", REQUESTS],
    ["shared", PROPOSALS],
    ["promised", PROMISES],
  ] as const) {
    for (const pattern of patterns) {
      const match = pattern.exec(said);
      const rest = match?.groups?.["rest"];
      if (!match || rest === undefined || (STATE.test(rest) && (isQuestion || voice === "promised"))) continue;
      const before = said.slice(0, match.index).trim();
      return { task: CONDITION.test(before) ? `${ended(rest)} ${conditionOf(before)}` : rest, voice };
    }
  }
  const needed = NEEDED.exec(said)?.groups?.["what"];
  return needed === undefined ? undefined : { task: `give me ${needed}`, voice: "asked" };
}

/** "If it rains," as it stands behind what is to be done. */
const conditionOf = (before: string): string => ended(before.slice(0, 1).toLowerCase() + before.slice(1));

const ended = (task: string): string => task.replace(/[\s.,;:?!–—-]+$/u, "");

/** As the one who is to act reads it. */
function forOwner(task: string, voice: Voice, sender: string | undefined): string {
  switch (voice) {
    case "asked":
      return task
        .replace(/\bI(?:'m| am)\b/g, "they are")
        .replace(/\bI've\b/g, "they have")
        .replace(/\bI'll\b/g, "they will")
        .replace(/\bI'd\b/g, "they would")
        .replace(/\bI\b/g, "they")
        .replace(/\bme\b/gi, sender ?? "them")
        .replace(/\bmy\b/gi, sender === undefined ? "their" : possessiveOf(sender))
        .replace(/\bwe\b/gi, "they")
        .replace(/\bwe're\b/gi, "they're")
        .replace(/\bus\b/g, "them")
        .replace(/\bours?\b/g, (own) => own.replace("our", "their"));
    case "promised":
      return task
        .replace(/\byourself\b/gi, "themselves")
        .replace(/\byours?\b/gi, (own) => own.toLowerCase().replace("your", "their"))
        .replace(/\byou(?:'re| are)\b/gi, "they are")
        .replace(
          /\byou (?=(?:can|could|will|would|may|might|want|need|have|like|should|asked|sent|wanted|requested)\b)/gi,
          "they ",
        )
        .replace(/\byou\b/gi, "them")
        .replace(/\bmyself\b/gi, "yourself")
        .replace(/\bmy\b/gi, "your")
        .replace(/\bI(?:'m| am)\b/g, "you are")
        .replace(/\bI\b/g, "you")
        .replace(/\bme\b/g, "you");
    case "shared":
      return task;
  }
}
