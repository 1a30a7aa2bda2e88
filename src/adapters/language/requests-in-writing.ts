import type { Sentence } from "./analysis.js";
import { withoutCourtesies } from "./courtesies.js";
import { withoutOpening } from "./disfluencies.js";
import { capitalised } from "./plain-text.js";
import { possessiveOf } from "./pronouns.js";

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
];
/** What the writer takes on. */
const PROMISES: readonly RegExp[] = [
  saying(
    "[Ll]et me(?! know)|(?:I|[Ww]e)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to|'ll need to| need to| have to|'ve got to| must| should| plan to| intend to|'d like to| would like to| want to)",
  ),
];

/** Being, having and knowing is not doing: a question about it wants an answer. */
const STATE =
  /^(?:be|been|have|like|know|think|prefer|want|need|mind|agree|happen|say|rather|care|get|hear|remember|recommend)\b/;
/** "When can you come?" asks when, "Why don't you come?" asks to come. */
const OPEN_QUESTION = /^(?:what|when|where|who|whom|whose|which|how|why (?!don't))\b/i;
/** "If you have any questions,": what is asked for hangs on it. */
const CONDITION = /^(?:if|when|once|unless|should|before|after|as soon as|in case|whenever|in order to|to)\b/i;

type Voice = "asked" | "promised" | "shared" | "answered";

/**
 * What a written sentence asks for or promises, as an imperative: "Please let me know if you can come" as "let them
 * know if you can come"; a question as one to answer; else the sentence itself.
 * @param sender the writer's name, where it is known.
 */
export function taskInWriting({ text }: Pick<Sentence, "text">, sender: string | undefined): WrittenTask {
  const said = withoutCourtesies(withoutOpening(text)) || text;
  const found = taskIn(said, text);
  if (!found) return { words: capitalised(ended(said)) || text, isOrder: false };
  return { words: capitalised(forOwner(ended(found.task), found.voice, sender)), isOrder: found.voice !== "answered" };
}

/** What is to be done, as its owner reads it. */
export interface WrittenTask {
  readonly words: string;
  /** False for the sentence as it was, which says when in words of its own. */
  readonly isOrder: boolean;
}

function taskIn(said: string, text: string): { task: string; voice: Voice } | undefined {
  const isQuestion = said.endsWith("?");
  if (isQuestion && OPEN_QUESTION.test(said)) return { task: `answer: ${text}`, voice: "answered" };
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
      return { task: CONDITION.test(before) ? `${before} ${rest}` : rest, voice };
    }
  }
  return isQuestion ? { task: `answer: ${text}`, voice: "answered" } : undefined;
}

const ended = (task: string): string => (task.startsWith("answer: ") ? task : task.replace(/[\s.,;:?!–—-]+$/u, ""));

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
    case "answered":
      return task;
  }
}
