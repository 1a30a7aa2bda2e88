import type { Sentence } from "../text/analysis.js";

export const REFUSAL = /^(?:sorry|I'm sorry|no|nope|I can't|I cannot|I'm afraid|unfortunately|not really)\b/i;
export const ASSENT =
  /^(?:yes|yeah|yep|sure|okay|OK|of course|will do|no problem|absolutely|certainly|I can|I will|I'll|right|alright|fine|gladly|definitely)\b/i;

/** What another said right after a request or a question. */
export function replyTo({ index, speaker }: Sentence, sentences: readonly Sentence[]): Sentence | undefined {
  return sentences.slice(index + 1, index + 4).find((next) => next.speaker.key !== speaker.key);
}

/** What an answer in a dialogue does with what was asked, offered or promised before it. */
export type Uptake = "assent" | "refusal" | "withdrawal" | "completion";

/** "Never mind", "don't bother", "no need": whoever says it wants it no longer, or will not have it. */
const WITHDRAWAL =
  /(?:^|[,;.] )(?:(?:no|oh|well|honestly|actually|really|ah|but|please|you know what),? )*(?:never ?mind|don't bother|don't worry about (?:it|that)|(?:there's )?no need|forget (?:it|that|about (?:it|that))|scratch that|let's not(?! (?:get|be|go|worry|forget|rush|panic|pretend|make|start|argue)\b)|let's (?:leave|drop|skip|forget|park) (?:it|that|the|this)|leave it(?! (?:to|with|on|at|in)\b)|not any ?more|I(?:'ve)? changed my mind|it's (?:fine|sorted|done|taken care of) (?:already|now)|that's (?:already )?(?:off the list|sorted|taken care of)|please don't|don't\b(?=[.,!]|$)|you don't (?:have|need) to|you needn't)|^(?:(?:oh|ah|um|hang on|wait|actually|no|sorry),? )+(?:(?:I )?(?:can't|couldn't|won't be able to)|(?:I )?don't (?:need|have) to|no need)\b/i;
/** "I already told them", "I did it yesterday", "that's done". */
const COMPLETION =
  /\b(?:already (?:did|done|have|told|sent|paid|\p{Ll}+ed)|(?:I|we|he|she|they|\p{Lu}\p{Ll}+)(?:'ve| have| has|'s)? (?:already|just) \p{Ll}+|(?:did|done|sorted|signed|sent|paid|finished|ordered|booked|posted|bought|fixed|found|collected) (?:it|that|them|those)(?: one)? (?:already|yesterday|last (?:night|week)|this morning|on|earlier|ages|for))\b|^(?:(?:oh|yes|yeah|well),? )*(?:I|we) (?:\p{Ll}{2,}ed|did|got|sent|paid|bought|told|rang|wrote|made|brought|put|gave) (?:it|them|that|him|her|those)(?=[.,!]|$)|^(?:(?:it's|that's|they're) )?(?:all )?(?:already )?done\b|^I did\b(?! not)|^I have(?: already)?[.,!]/iu;
const REFUSED =
  /^(?:(?:oh|well|ah|um|sorry|I'm sorry|honestly|hmm),? )*(?:no\b(?!,? (?:problem|worries|of course|sure|that's fine|I'll|I will|I can)\b)|nope|nah|I can't|I cannot|I couldn't|I won't (?!forget)|I'm afraid|unfortunately|not (?:really|me|today|now|yet|a chance|this time)|no way|I'd (?:love|like) to,? but|I'd rather not|don't look at me|we'll see|I don't (?:think|want|know)|you(?:'re| are) joking|are you (?:mad|joking|kidding|serious)|why (?:me|should I)|do it yourself|in your dreams|absolutely not|certainly not|of course not)/i;
const AGREED =
  /^(?:(?:oh|well|ah|um|right|and),? )*(?:yes|yeah|yep|yup|sure|okay|ok|alright|all right|of course|course|will do|no problem|no worries|absolutely|certainly|definitely|gladly|happily|happy to|I will|I can(?! (?:hear|see)\b)|I'll|right(?: so| then| you are)?(?=[.,!]|$)|fine|deal|done(?=[.,!]|$)|you bet|sure thing|got it|consider it done|on it|I'm on it|leave it (?:to|with) me|thanks|thank you|cheers|ta(?=[.,!]|$)|great|perfect|brilliant|lovely|cool|awesome|good(?=[.,!]| (?:idea|stuff|plan|man|girl|boy|lad)\b|$)|wonderful|marvell?ous|excellent|super|grand|please(?=[.,!]| do\b|$)|go on(?: then)?|go ahead|appreciate it|(?:that|it)(?:'d| would|'ll| will|'s) (?:be )?(?:great|good|lovely|helpful|brilliant|perfect|fine|kind|a help|wonderful|ideal|nice|amazing|awesome|super|even better)|fantastic|amazing|fab|beautiful|sweet|legend|noted|do it(?=[.,!]|$)|do that(?=[.,!]|$)|would you|could you|can you|you're (?:an angel|a star|a (?:life)?saver|the best)|even better|bless you|god bless|not at all|fine by me|very well|naturally|aye\b|righto|rightio|right-o|if I must|with pleasure|my pleasure|can do|okey|say no more|copy that|no bother|not a problem|too right|fair's fair|consider|happy to|fair enough|suits me|works for me|I'd (?:like|love|appreciate) that|if you (?:could|would|don't mind|like)|makes sense|agreed|understood|roger|as you wish|noted|twist my arm|I suppose so|I won't(?: forget)?(?=[.,!]|$)|go for it|\S+ it is\b)/i;

/** @param isOther whether somebody else says it than who asked or offered. */
export function uptakeIn(text: string, isOther: boolean): Uptake | undefined {
  if (WITHDRAWAL.test(text)) return "withdrawal";
  if (!isOther) return undefined;
  if (COMPLETION.test(text)) return "completion";
  if (REFUSED.test(text)) return "refusal";
  return AGREED.test(text) ? "assent" : undefined;
}

const NAMED_THING = /\blet's (?:leave|drop|skip|forget|park|not \p{Ll}+) (?<thing>(?:the|this|that) \p{L}+)/iu;

/** "Let's forget the arch": what a withdrawal names, where it does. */
export function takenBackIn(text: string): string | undefined {
  return NAMED_THING.exec(text)?.groups?.["thing"];
}

const GLAD =
  /^(?:(?:oh|well|ah|yes|okay|ok|right|sure),? )*(?:thanks|thank you|cheers|great|perfect|brilliant|lovely|excellent|wonderful|marvell?ous|super|grand|awesome|fantastic|amazing|please(?=[.,!]| do\b|$)|do (?:it|that),? please|would you|could you|appreciate|bless you|god bless|even better|you're (?:an? \p{Ll}+|the best|amazing)|you (?:star|angel|legend)|legend|(?:that|it)(?:'d| would|'ll| will) (?:be|help)|I'd (?:like|love|appreciate) that|good (?:man|girl|boy|lad|idea|stuff))\b/iu;

/** Whether an answer welcomes what was offered or promised. */
export function isGlad(text: string): boolean {
  return GLAD.test(text);
}
