import type { Calendar } from "../dates/dates.js";
import { capitalised } from "../text/plain-text.js";

/** An hour of the same day that is named by what happens then: "after supper", "when I get home", "right after this". */
const LATER_TODAY =
  /\b(?:right after (?:this|the call|the meeting|we|lunch)|straight after(?: this)?|after (?:this(?: call| meeting)?|supper|dinner|lunch|tea|work|school)(?=[.,!?]|$)|(?:when|once|as soon as) (?:I(?:'m| am|'ve)?|they|we|you) (?:get home|got home|home|get back|get in|open|hang up|leave|finish(?:ed)? here|done here)|before (?:you|they|we|it) clos(?:e|es)|the minute (?:I|we|they|you) \p{Ll}+|(?:before|by) (?:the )?close of (?:play|business)|this lunchtime|at lunch(?:time)?)\b/iu;
/** "Here you are": done while one speaks of it. */
const DONE_HERE =
  /\b(?:here(?:'s| is| are) (?:your|the|a)|here (?:you (?:are|go)|we are|it is|they are)|there (?:you|we) (?:are|go)|as we speak)\b/i;
/** Said and done. */
const AT_ONCE =
  /\b(?:one|just a) (?:minute|moment|sec|second|tick)[.!]?$|\b(?:straight ?away|right (?:over|up|down|round)(?=[.,!]|$)|right (?:away|now)|at once|in a (?:minute|moment|sec|second|tick)|here(?:'s| is| are) (?:your|the|a)|here (?:you (?:are|go)|we are|it is|they are)|there (?:you|we) (?:are|go)|as we speak)\b|\bI'll just\b|(?<!\bjust )\bnow[.!]?$/i;
const ON_THE_WAY = /\b(?:on|along) (?:my|the) way (?:home|back|out|in)\b/i;
const FIRST_THING = /\bfirst thing\b(?! (?:tomorrow|on|in the morning|next|mon|tue|wed|thu|fri|sat|sun))/i;

/** "On Friday and Saturday": done when the last of them is over. */
const SPAN =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:and|to|till|until) (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)/gi;
/** "A week after that": counted from a day that was named before. */
const COUNTED_ON =
  /\b(?:an?|one|two|three|\d+|a couple of|a few) (?:days?|weeks?) (?:after|before) (?:that|then|this|it)\b/gi;
const NEGATED = /\bnot (?:this|next|today|tonight|tomorrow)\b[^,.;]*/gi;

const BARE_DAY =
  /(^|,? so |, )the (?=(?:(?:twenty|thirty)[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|\d+(?:st|nd|rd|th))(?:[.,;!?]|$))/;

/** A text without the hours of the same day, which say nothing later on. */
export function withoutLaterToday(text: string): string {
  return text.replace(LATER_TODAY, "").replace(/\s+/g, " ").trim();
}

/** When what was said is due, if it says so, also by what else happens on that day. */
export function dueBy(said: string, calendar: Calendar): Date | undefined {
  // "The twenty-second." as an answer is a day.
  const text = said
    .replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
    .replace(BARE_DAY, "$1on the ")
    // "But that's not this year": no day of it.
    .replace(NEGATED, "")
    .replace(/(day), (?=the \w+(?:th|st|nd|rd|first|second|third)\b)/g, "$1 ")
    .replace(SPAN, "")
    .replace(COUNTED_ON, "")
    // "I'll order some today": the calendar takes it for what comes on some days.
    .replace(/\bsome (?=to(?:day|night|morrow)\b)/, "it ");
  const named = calendar.due(
    text.replace(/^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)/, capitalised),
  );
  if (named) return named;
  return LATER_TODAY.test(text) || ON_THE_WAY.test(text) || FIRST_THING.test(text)
    ? calendar.due("tonight")
    : undefined;
}

const TIME =
  "(?:(?:this|next|the|coming|early|late|end of|first thing|maybe|say|good|a|on|in|about|around|for) )*(?:to(?:day|night|morrow)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|noon|midday|midnight|week(?:end)?|month|fortnight|(?:this|tomorrow) (?:morning|afternoon|evening)|lunchtime|\\d+(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twent\\S+|thirt\\S+|end of|close of)";
/** "By Sunday, please.", "Tuesday.", "Before the market on Saturday", "No later than noon tomorrow". */
const BARE = new RegExp(
  `^(?:(?:no|sorry|well|wait|actually|okay|fine|sure|yes|yeah|then|so|and|but|let's say|say|make (?:it|that)|it's for|ideally|preferably|how about|what about|shall we say)[,.]? )*(?:(?:by|before|until|till|for|on|at|no later than|not before|latest|some ?time|within|in|after|due) )?(?:the \\p{Ll}+ )?${TIME}\\b`,
  "iu",
);
/** "You'll have them Thursday", "I need it by noon", "it has to be there on Monday", "I'm going to say Monday". */
const SETTLING =
  /\b(?:you(?:'ll|'d| will| can) (?:have|get) (?:it|them|that|those|everything|both)|I(?:'ll| will|'d| can) (?:have|get) (?:it|them|that|those) (?:(?:done|ready|finished|to you|over|back|for you|in|sent|up) )*|(?:I|we|he|she|they|\p{Lu}\p{Ll}+) (?:\p{Ll}+ )?(?:needs?|wants?) (?:it|them|that|those)\b|I(?:'m| am) (?:seeing|meeting|visiting) (?:him|her|them|\p{Lu}\p{Ll}+)\b|(?:it|that|they)(?:'ll| will| has to| have to| must| needs? to|'s| is) (?:be )?(?:due|ready|done|in|there|with (?:you|me|them)|back|finished)\b|I(?:'m| am) going to say|(?:let's|let me|I'd) say|make (?:it|that)|(?:the )?deadline(?:'s| is)|but not before|not (?:before|until|till))\b/iu;
/** "Thursday's fine", "Monday works for me". */
const AGREED = new RegExp(
  `^(?:the )?${TIME}(?:'s| is| would be| will be|'d be)? (?:is )?(?:fine|good|great|perfect|okay|ok|works|will do|suits)\\b`,
  "i",
);
const UNTIL = /^(?:(?:no|well|yes|ideally|preferably),? )*(?:by|before|no later than) \S/i;
/** A longer sentence speaks of something else as well. */
const MOST_WORDS = 12;
/** What puts another time in its place. */
const AGAIN =
  /^(?:(?:uh|um|oh|well|sorry),? )*(?:no|wait|sorry|actually|hang on|hold on|scratch that|I mean|rather|make (?:it|that))\b/i;

/** The end of a day that was named before. */
const END_OF_IT = /^(?:(?:by|at|before) )?(?:the )?(?:end|close) of (?:the )?(?:day|play|business)\b/i;

/** Says when something is to be done, and little else. */
export function settles(text: string): "time" | "deadline" | "again" | undefined {
  if (END_OF_IT.test(text)) return undefined;
  if (AGAIN.test(text) && (SETTLING.test(text) || BARE.test(text))) return "again";
  if (SETTLING.test(text) || AGREED.test(text) || UNTIL.test(text)) return "deadline";
  return BARE.test(text) && text.split(" ").length <= MOST_WORDS ? "time" : undefined;
}

/** Whether what is spoken of is done before the conversation goes on: nothing to write down. */
export function isAtOnce(text: string): boolean {
  return AT_ONCE.test(text);
}

/** Whether something is put in the place of what was just said. */
export function isAgain(text: string): boolean {
  return AGAIN.test(text);
}

/** Whether what was asked for has just been done. */
export function isDoneHere(text: string): boolean {
  return DONE_HERE.test(text);
}

const DELIVERY =
  /\b(?:you(?:'ll|'d| will| can) (?:have|get) (?:it|them|that|those|everything|both)|I(?:'ll| will| can) (?:have|get) (?:it|them|that|those)\b)/i;

/** "Friday you'll have it": a promise of what was spoken of. */
export function delivers(text: string): boolean {
  return DELIVERY.test(text);
}
