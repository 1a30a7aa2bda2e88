import type { Sentence } from "../text/analysis.js";
import { ASSENT } from "../talk/replies.js";
import type { Token } from "../text/tagger.js";

/** Words that say that something is settled (decision detection, Hsueh & Moore 2007; cue phrases, Edmundson 1969). */
const SETTLED =
  /\b(?:agreed|decided|settled|approved|confirmed|finished|completed|postponed|(?:is|are|it's|we're|been) done|cancelled|canceled|no longer|go(?:ing)? (?:with|for)|so (?:it's|it is|that's) (?:just|only)|(?:it's|it is|that's) (?:just|only) for|from now on|moved? (?:\S+ ){1,3}to the|for sure|will be|is going to be|stays?|we (?:expect|support|propose))\b/i;
/** Words that announce what matters. */
const WEIGHTY =
  /\b(?:goals?|aims?|aiming|purpose|priority|principles?|results?|solution|main|important|plan(?:ned|ning)?|propos\w+|suggest\w*|problem|because of|costs?|budget|price|deadline|profit|we(?:'re| are) (?:creating|building|making|designing|planning|working)|needs? to be|should be|ha(?:s|ve) to be)\b/i;
/** A conclusion is mostly drawn with one of these before it: "so we take", "then let's". */
const CONCLUDES = /^(?:(?:okay|right|good|yeah|yes|fine|great|perfect|alright|all right|well)[,.]? )*(?:so|then)[, ]/i;
/** "So maybe have one of each": a proposal, made without a subject. */
const PROPOSES = /^(?:(?:okay|right|yeah|well)[,.]? )*(?:so|then),? (?:maybe|perhaps) /i;
const OF_US = /^(?:we\b|let's\b|no\b|[^,]{1,30}, we\b)/i;

/** Talk about the talk: its agenda, its time, its means, its courtesies. */
const PROCEDURE =
  /\b(?:agenda|minutes of|(?:next|first|last|final|other|few|some|more) (?:item|questions?|point|meeting|slide)|item (?:\d|one|two|three|four|five|six)|(?:move|moving|go|going|come|coming|get|getting) (?:on|back|into|onto|over) (?:to )?|(?:only|about|got|have|has) (?:\S+ ){0,2}\S+ minutes|minutes (?:left|to)|run(?:ning)? (?:out of|over) time|time(?:'s| is) up|start(?:ed)? (?:with|off)|wrap (?:it )?up|microphones?|powerpoint|screen|slides?|can you hear|can(?:'t|not) hear|hear me|introduce|welcome|apologies|thank|thanks|good (?:morning|afternoon|evening|question)|my name|questions? (?:on|for|from|now)|any other business|sorry|excuse me|grateful|happy to (?:answer|take)|pleased to|let me|let's (?:talk|start|begin|see|move|look|discuss|go (?:over|through|on)|get)|going to (?:talk|tell|say|ask|show|discuss)|talk (?:a little )?(?:bit )?about|(?:as|like) (?:you|I|we) (?:\S+ ){0,3}(?:know|say|said)|you'll be aware|by the way|i'll (?:tell|say|explain|just)|before I forget|keen to|moment to|please|I ask)\b/gi;
/** What people begin with, on the telephone and at a counter. */
const GREETING =
  /\b(?:how (?:can|may) I help|what can I (?:do|get) (?:for )?you|what brings you|what seems to be|how (?:are|have) (?:you|things|we)|how(?:'s| is) (?:it|everything|life|your day)|how (?:ya|you) going|(?:thanks|thank you) for (?:calling|coming|having|waiting)|\p{Lu}\p{Ll}+ speaking|this is \p{Lu}\p{Ll}+|(?:nice|good|lovely|great) to (?:see|meet|hear)|long time no see|can you hear|take a seat|have a seat|come (?:on )?in|any (?:other )?questions|anything else)\b/iu;
/** Doubt, supposition and illustration. */
const TENTATIVE =
  /\b(?:i don't know|i'm not sure|for (?:instance|example)|i mean|you know|i guess|if (?:we|i|you)|(?:might|could) (?:be|have)|imagine|suppose|i was (?:just )?(?:thinking|hoping|wondering)|in (?:this|that) regard|sounds? like|trying to (?:see|figure))\b/i;
/** What one person is to do stands among the action items, where anybody is to read it. */
const PROMISE = /\bI(?:'ll| will| can|'m going to)\b/;
/** Stories about oneself stand for no conversation. */
const OWN_LIFE =
  /\b(?:my (?:mother|father|mum|dad|sister|brother|wife|husband|uncle|aunt|cousin|son|daughter|girlfriend|boyfriend|grand\p{L}+|birthday|favou?rite|own|car|dog|cat|\p{L}+ appointment)|I (?:remember|once|always|used to|moved|was born|miss|love|like|hate|feel)|when I was|I'm (?:away|at home|taking|glad|excited))\b/iu;

const MONEY = /[%€$£]|\b(?:percent|per cent|euros?|dollars?|pounds|cents|million|billion|thousand|hundred)\b/i;

/** How much a sentence tells of what was settled and of facts, against talk about the talk and about oneself. */
export function purposefulness(
  text: string,
  sentence: Sentence,
  { next, isBrief }: { readonly next: readonly Sentence[]; readonly isBrief: boolean },
): number {
  let factor = settledness(text, sentence, next) * informativeness(text, sentence.tokens);
  if (text.endsWith("?")) factor *= 0.2;
  factor *= 0.3 ** Math.min(3, text.match(PROCEDURE)?.length ?? 0);
  if (PROMISE.test(text)) factor *= isBrief ? 0.8 : 0.35;
  if (isBrief && GREETING.test(text)) factor *= 0.1;
  if (TENTATIVE.test(text)) factor *= 0.6;
  if (OWN_LIFE.test(text)) factor *= 0.4;
  return factor * personFactor(text, sentence.tokens);
}

function settledness(text: string, sentence: Sentence, next: readonly Sentence[]): number {
  let factor = 1;
  if (SETTLED.test(text)) factor *= 1.4;
  if (WEIGHTY.test(text)) factor *= 1.2;
  if (PROPOSES.test(sentence.text)) factor *= 1.8;
  if (!OF_US.test(text)) return factor;
  if (CONCLUDES.test(sentence.text) || /^let's\b/i.test(text)) factor *= 1.3;
  return next.some((reply) => reply.speaker.key !== sentence.speaker.key && AGREES.test(reply.text))
    ? factor * 1.2
    : factor;
}

const AGREES = new RegExp(
  `${ASSENT.source}|^(?:agreed|deal|perfect|great|good|exactly|sounds good|that's fair)\\b`,
  "i",
);

function informativeness(text: string, tokens: readonly Token[]): number {
  let factor = 1;
  const numbers = tokens.filter(({ pos, lower }) => pos === "NUM" && lower !== "one").length;
  if (MONEY.test(text)) factor *= 1.45;
  else if (numbers > 0 || /\d/.test(text)) factor *= 1.2;
  // A name within the sentence, not the one that opens it.
  if (/[a-z,] \p{Lu}\p{Ll}/u.test(text)) factor *= 1.1;
  return factor;
}

/** Nobody says who "I" and "you" are where sentences stand without their speakers. */
function personFactor(text: string, tokens: readonly Token[]): number {
  const count = (pattern: RegExp): number => tokens.filter(({ lower }) => pattern.test(lower)).length;
  const own = count(/^(?:i|me|my|myself)$/);
  let factor = 1 - Math.min(0.6, (3 * own + 1.8 * count(/^(?:you|your)$/)) / Math.max(1, tokens.length));
  if (/^(?:I|My)\b/.test(text)) factor *= 0.2;
  if (count(/^(?:we|our|us)$/) > 0) factor *= 1.2;
  return factor;
}
