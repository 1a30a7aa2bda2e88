import { hoursAlone } from "./hours-alone.js";

/** What comes again and again gives no event: a calendar of single occasions cannot say it. */
const RECURRING =
  /\b(?:every|each|weekly|daily|monthly|usually|always|normally|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|\b(?:twice|once|three times) (?:a|per) /i;
/** Only thought of, or wished. */
const HYPOTHETICAL =
  /\b(?:if|unless|whether|suppose|imagine|(?:I|we) wish|(?:I|we|let's) hope|hoping|might|would've|should've|could've|used to|or whatever|probably won't|not going to|isn't|aren't|wasn't|never|no longer|as if)\b/i;
/** "At ten, if that suits you" is a proposal like any other. */
const POLITE_IF =
  /,? if (?:that|it|this)(?:'s| is| works| suits)[^,.;]*|,? if (?:you (?:like|can|want|don't mind)|possible)\b[^,.;]*/gi;
/** Told as what has been, though it names a day: "after the meeting on Monday we saw". */
const TOLD =
  /\b(?:was|were)(?! (?:thinking|wondering|hoping|going to (?:say|suggest|ask))\b)|\b(?:I|we|he|she|they|it|there|that|\p{Lu}\p{Ll}+) (?:did|didn't|saw|came|went|wound|ended|turned|had|took|made|said|told|gave|met|left|found|thought|started|only got|(?!booked|scheduled|arranged|reserved|invited)\w+[a-z]{2}ed)\b|\b(?:yesterday|ago|last (?:night|week|month|year|\w+day))\b/u;
const MOVED =
  /\b(?:moved|shifted|pushed|rescheduled|postponed|changed|put back|brought forward|bumped)\b[^,.;]{0,30}\b(?:to|till|until)\b/i;
/** "We're open till six", "The pool closes at nine". */
const OPENING_HOURS =
  /\b(?:open(?! (?:day|mic|house|evening|air))|opens|close|closes|closing|shut|shuts|opening hours?)\b(?! (?:up|day|night|ceremony))/i;
/** When somebody is free again or on the way is no occasion: "I get off at three", "I leave at seven". */
const DAY_ROUTINE =
  /\b(?:I|you|we|he|she|they)(?:'m| am|'re| are|'s| is)? (?:can |don't |won't |usually )?(?:get off|get up|get home|get back|finish|work|teach|leave|leaving|wake up|go to bed|am off|awake|asleep|(?:be )?(?:at|off) work)\b/i;
/** "Friday you'll have it", "it'll be ready tomorrow": when something will be done. */
const DONE_THEN =
  /\byou(?:'ll| will) (?:have|get) (?:it|them|that|those)\b|\b(?:it(?:'ll| will|'d| should) be here|(?:it|they|she|he)(?:'ll| will|'d| should) be (?:done|ready|back|in|out|finished))\b|\b(?:have|get) (?:it|her|him|them|that) (?:done|ready|finished|back)\b/i;
const CLOSE_OF_DAY = /\b(?:end of (?:the )?(?:business |working )?day|EOD|COB|close of (?:business|play))\b/i;

/** What must be done until then: "by Friday at five", "before nine", up to the end of the phrase. */
const DUE =
  /\b(?:by|before|until|till|no later than|since|after)(?<!\b(?:from|between) [^,;]{1,40})\s+(?!next\b)(?=(?:(?:about|around|on|at|the|next|this|early|end|half|a|quarter|past|to|of) )*(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|to(?:day|night|morrow)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|midday|january|february|march|april|may|june|july|august|september|october|november|december|\w+(?:teenth|tieth|[rn]d|st|fifth)\b|then\b|\w+(?:th)\b))[^,;.?!]*/gi;

/** What was said without the times until which something is to be done. */
export const withoutDue = (clause: string): string =>
  AT_LATEST.test(clause) ? "" : clause.replace(GONE, "").replace(DUE, "").replace(APART, "");

/** "Make it quarter to seven, six thirty is gone." */
const GONE = /, [^,]{3,24}(?: is|'s) (?:gone|taken|booked|full|too (?:early|late))(?=[.!,]|$)/gi;

/** "Half an hour before" is told from another time. */
const APART =
  /\b(?:half an hour|an hour|(?:an?|one|two|three|five|ten|fifteen|twenty|thirty|forty|\d+) (?:minutes?|hours?|days?|weeks?))(?: or (?:so|two))? (?:before(?:hand)?|early|earlier|later|after(?:wards)?|ahead)\b/giu;

const AT_LATEST = /\b(?:at the (?:very )?latest|or earlier|or sooner)\b/i;

/** The times until which something is to be done. */
export const dueIn = (clause: string): string =>
  (clause.match(DUE) ?? []).join("; ").replace(/\b(?:by|before|until|till)\b/gi, "on");

/** Whether a clause tells nothing of what will be at a time: habits, dreams, what was, and when a shop is open. */
export function tellsNoPlan(clause: string): boolean {
  const said = clause.replace(POLITE_IF, "");
  if (MOVED.test(said)) return false;
  return [RECURRING, HYPOTHETICAL, TOLD, OPENING_HOURS, DAY_ROUTINE, DONE_THEN, CLOSE_OF_DAY].some((pattern) =>
    pattern.test(said),
  );
}

export const isMoved = (clause: string): boolean => MOVED.test(clause);

const PROPOSAL =
  /\?$|^(?:(?:and|so|then|well|or|okay|maybe|perhaps),? )*(?:shall|should|could|can|would|what about|how about|what if|say|let's say|do you|are you|maybe|perhaps)\b|\b(?:maybe|perhaps|could|would|(?:I|we|he|she|they) can)\b/i;

const HAPPENS =
  /^(?!(?:what|how|when|who|is|are|does|do)\b).*(?:'s| is| are| starts?| begins?) (?:on|at|from|next|this|to(?:day|morrow|night)|the|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[^?]*$/i;
/** "The party is on Saturday at two", whatever is asked of it in the same breath. */
export const tellsWhen = (clause: string): boolean => HAPPENS.test(clause);

/** Whether a time is only put forward, for another to accept. */
export const proposes = (clause: string): boolean => PROPOSAL.test(clause);

const REFUSES =
  /\b(?:can't|cannot|won't|not|doesn't|don't|isn't|no good|rough|tight|bad|tricky|difficult|hard|impossible|busy|busiest|full|gone|booked|taken|out|away|too (?:early|late|soon)|rather not|a no|never)\b|\b(?:I|we)(?:'ve got|'ve| have|'ve to| work| teach|'m \w+ing\b|'m (?:at|in|on|off|out)\b| leave| finish| get off)|\b(?:I|we) \w+ (?:late|until|till)\b/i;

/** "I can be here", "Monday at ten, alright": of the very time, whatever else the clause tells. */
const TAKES_UP =
  /\b(?:I|we) can (?:be|come|do|make)\b|\b(?:day|noon|at \w+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|\d)(?:,| is|'s)? (?:alright|all right|okay|fine|perfect|great)\b/i;

/** Whether, said of a time that another put forward, it turns it down. */
export const refuses = (clause: string): boolean => REFUSES.test(clause) && !TAKES_UP.test(clause);

const UNSETTLES =
  /\b(?:can't|cannot|won't (?:be able|work|do)|no good|doesn't (?:work|suit)|not (?:free|good|possible)|busy|busiest|too (?:early|late|soon)|rather not)\b|\b(?:I|we)(?:'ve| have)(?: got)? (?!it\b)/i;
/** Whether it turns down what was settled: more than a "don't" or a "not" in what is said of that day. */
export const unsettles = (clause: string): boolean => UNSETTLES.test(clause);

const DECLINES =
  /^(?:no|nope|sorry|I can't|I'm afraid|not really)\b(?!.*\b(?:fine|problem|worries|good|great|okay)\b)/i;
const ASKS_HEARER = /\b(?:are|will|would|can|could|do) you\b[^?]*\?$/i;
/** "Are you coming? – No.": who is asked along does not come. */
export const declines = (asked: string, text: string): boolean => ASKS_HEARER.test(asked) && DECLINES.test(text);

const CANNOT_DO = /^(?:(?:yeah|oh|no|sorry),? )*(?:I|we) (?:can't|cannot) (?:do|make)\b/i;
/** "I can't do nine": whatever follows, it is of the time before. */
export const cannotDo = (clause: string): boolean => CANNOT_DO.test(clause);

const CORRECTS =
  /\b(?:no|not|instead|make (?:it|that)|better|rather|actually|earlier|later|sorry|mean|say|could|can|how about|what about)\b|\?$/i;
/** Whether another time takes the place of the one before. */
export const corrects = (clause: string): boolean => CORRECTS.test(clause);

const REFUSAL =
  /^(?:(?:oh|um|well|ah|sorry|hm),? )*(?:no|nope|sorry|I'm sorry|I can't|I cannot|I'm afraid|unfortunately|not really|we can't|that's (?:no good|too|not|a bit)|that doesn't|can't)\b(?! (?:problem|worries))/i;
export const isRefusal = (text: string): boolean => REFUSAL.test(text);

const ACCEPTANCE =
  /^(?:(?:oh|um|well|ah|and|so|then|that|that's|that'll|it's|it|this|sounds|I'm|okay|right|yes|yeah|me too),? )*(?:yes|yeah|yep|yup|sure|okay|ok|of course|absolutely|certainly|right|alright|all right|fine|good(?! (?:thing|question|point|luck|grief|god|lord))|great|perfect|lovely|brilliant|deal|done|works?|cool|awesome|excellent|wonderful|super|no problem|it is|see you|I'll be there|count me in|I'm(?: in)?[.!]?$|can do|happy|settled|agreed|in(?=[.!,]|$)|please|gladly|definitely|suits|(?:I|he|she|we|they)'d love|do(?=[.!]?$| nicely| fine| me[.,!])|that|you got it|why not|go on then|go for it|me too|I'll take (?:it|that)|I'd (?:love|like)\b|got it|noted|thanks|thank you|cheers|I can (?:do|make) (?:that|it)|I'll (?:write|put|note|book|add|pencil|tell)|(?:I )?can't wait|looking forward|we'll be there|let's do (?:that|it))\b/i;
const ACCEPTS_AT_END =
  /\b(?:it is|works(?: for (?:me|us))?|is (?:fine|good|great|perfect|okay)|'s (?:fine|good|great|perfect|okay)|please|suits (?:me|us))[.!]?$/i;
export const accepts = (text: string): boolean =>
  (ACCEPTANCE.test(text) || ACCEPTS_AT_END.test(text)) && !isRefusal(text);

const CALLED_OFF =
  /\b(?:cancel(?:l?ed)?|call(?:ed)? (?:it |that )?off|have to cancel|not happening|won't (?:make|be able)|can't make it|skip it|forget (?:it|that))\b/i;
export const callsOff = (clause: string): boolean => CALLED_OFF.test(clause);

const GOOD_WISHES =
  /^(?:(?:oh|aw|aww|wow|ah|well),? )*(?:how (?:lovely|nice|exciting|wonderful|sweet|great)|congrat\w+|good luck|good for (?:you|her|him|them)|have fun|enjoy|poor (?:you|her|him|them|man|thing)|busy (?:day|week|weekend|girl|you)|lucky you|tell (?:her|him|them)|that's (?:lovely|exciting|so nice)|say hi)\b/i;
/** What one says of what others will do: "Good luck!", "How lovely". */
export const wishesWell = (text: string): boolean => GOOD_WISHES.test(text);

const TOGETHER =
  /\b(?:you|your|yours|we|us|our|together|everyone|everybody|all)\b|\b(?:come|coming|comes|drop by|be (?:there|here)|pick up)\b/i;
const HEARER = /\b(?:you|your|yours|we|us|our|ours|let's|everyone|everybody|don't (?:be|forget))\b/i;
/** Whether what another says is said of the one who hears it, too. */
export const includesHearer = (text: string): boolean => HEARER.test(text);

const SELF = /\b(?:I'll|I will|I'm|we'll|we're|I can|I could|we can|me|my|us|our)\b/;
/** Whether an answer tells what its speaker will do about it. */
export const speaksOfSelf = (text: string): boolean => SELF.test(text);

const OWN =
  /\b(?:I|I'm|I've|I'll|I'd|me|myself|he|she|they|he's|she's|they're|they've)\b|\b(?:my|his|her|their) \p{L}+(?:'s| is| has| are| have| gets)\b/u;
/** Whether what another than the user says happens to the speaker, or a third person, alone. */
export const isOthersOwn = (clause: string): boolean => OWN.test(clause) && !TOGETHER.test(clause);

/** "He comes at ten", "I'll be there", "we're on at nine": somebody is somewhere then. */
const ATTENDS =
  /^(?:then )?at \S+(?: \S+)? (?:I|we) \p{Ll}+|\b(?:I|we|you|he|she|they|somebody|someone|that|it)(?:'ll| will|'s|'re|'m| is| are| am)? (?:all )?(?:be (?:there|here|on|over|at|round)|comes?|coming|on at|meet|meeting|see (?:you|me|us|him|her|each other)|pick(?:ing)? (?:you|me|us) up|fetch(?:ing)? (?:you|me|us)|call(?:ing)? (?:you|me)|ring(?:ing)? (?:you|me)|starts?|starting|begins?|beginning|kicks? off|drop (?:by|in)|expect(?:s|ing)? (?:you|me|us)|have (?:you|us|an? (?:slot|table|appointment))|put you (?:in|down)|got you (?:in|down))\b|\b(?:need|have|has|want|supposed|ought|got) (?:you )?to be (?:at|in|there|here|back)\b|\bbooked (?:in|for|you|us|it)\b|\bwe(?:'re| are) (?:on|up|in)\b/iu;
export const attends = (clause: string): boolean => ATTENDS.test(clause);

const OF_BOTH = /\b(?:we|we'll|we're|us|you'll be|you're|both of us|all of us)\b/i;
/** Whether what is told of a time is what those who speak do then. */
export const isOfBoth = (clause: string): boolean => OF_BOTH.test(clause);

/** "It starts at half seven": the hour that counts of several. */
const STARTS =
  /\b(?:it|that|this|which|show|film|match|game|concert|play|ceremony|service|kick-off)(?:'s| is|'ll| will)? (?:starts?|starting|start|begins?|begin|beginning|kicks? off)\b/i;
export const tellsStart = (clause: string): boolean => STARTS.test(clause);

const MEETS_UP = /\b(?:let's|shall we|we(?:'ll| can| could)?) (?:all )?meet\b/i;
/** "Let's meet outside at seven": the hour that counts for those who go. */
export const meetsUp = (clause: string): boolean => MEETS_UP.test(clause);

const LIGHT =
  /\blet me (?:see|look|check|think)\b|\b(?:at|on|in|the|a|an|of|for|to|from|till|until|between|around|about|say|let's|make|it|it's|is|be|that|that's|this|next|then|so|no|yes|yeah|okay|ok|right|well|oh|and|but|or|wait|sorry|mean|actually|rather|instead|good|fine|great|perfect|lovely|works|work|for|me|you|us|we|we're|I|I'm|could|can|could|do|would|shall|should|how|what|what's|when|maybe|perhaps|same|time|hour|day|place|please|love|dear|mate|done|deal|sharp|again|date|have|'s|'d|'ve|'re|'ll|got|come|morning|afternoon|evening|night|half|quarter|past|your|our|my|not|later|earlier|by|way|meet|see|only|instead|all|just|too|there|here|free|fits?|suits?|okay)\b/gi;
const TIMES =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|to(?:day|night|morrow)|week|weekend|fortnight|january|february|march|april|may|june|july|august|september|october|november|december|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|o'clock|[ap]\.?m|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirt\w+|twent\w+|fort\w+|fift\w+|\w+teenth|\w+teen|hours?|minutes?)\b|\d+(?:st|nd|rd|th|[ap]m)?(?::\d\d)?/gi;

/** What a clause names beside its time: "Odeon" of "Half seven, Odeon". */
export const besideTime = (clause: string): readonly string[] =>
  clause
    .replace(TIMES, " ")
    .replace(LIGHT, " ")
    .match(/\p{L}[\p{L}'-]*/gu) ?? [];

/** A cheap look for clauses that may tell an hour by a number alone. */
const HOUR_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b|\bthe (?:twenty-|thirty-)?(?:first|second|third|\w+th)\b/i;

export const mayNumberHour = (clause: string): boolean => HOUR_WORD.test(clause);

/** The clause with its hours written out, as far as it may tell a time. */
export function hoursWritten(clause: string, expected: boolean): string {
  return HOUR_WORD.test(clause) ? hoursAlone(clause, expected) : clause;
}

const ASKS_WHEN =
  /^(?:(?:and|so|but|okay|oh|right|well),? )*(?:when(?:'s|'d| (?!\w+ing\b))?|what time|what day|at what time|which day)\b/i;
/** Speech that was written down without its marks: "what time", "when wednesday". */
const MOST_UNMARKED = 4;
/** Whether a day or an hour is asked for. */
export const asksWhen = (text: string): boolean =>
  ASKS_WHEN.test(text) && (text.endsWith("?") || (!/[.!]$/.test(text) && text.split(" ").length <= MOST_UNMARKED));

const ASKS_HOUR = /\bwhat time (?:should|shall|do|does|will|would|is|are|can|could) (?:we|it|that|they)\b/i;
/** Whether the hour of what all speak of is asked for. */
export const asksHour = (text: string): boolean => ASKS_HOUR.test(text);

const OTHER_SUBJECT =
  /^(?:(?:okay|ok|so|right|oh|um|well|and|now|good|great|alright|all right|but|then),? )*(?:(?:one )?(?:last|next|other|another|more) (?:thing|one|point|item|topic|question)\b|one (?:last|more|other) (?:thing|question|point)\b|moving on\b|by the way\b|before I forget\b|speaking of\b|on (?:to )?another (?:note|matter|subject)\b|changing (?:the )?subject\b|let's (?:talk about|move on|turn to)\b)/i;
/** "Okay, last thing.": what was said before belongs to something else. */
export const changesSubject = (text: string): boolean => OTHER_SUBJECT.test(text);

const COUNTS =
  /\bhow (?:many|much|old|big|long|far)\b|^(?:(?:all|only|just|the) )?(?:\d+|\p{Ll}+(?:een|ty)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?!minutes|suits|works|sounds)\p{Ll}{3,}s\?$/iu;
/** Whether a number is asked for that is no hour: "How many?", "All thirty hives?". */
const COUNTED =
  /\b(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{Ll}+(?:teen|ty))(?: more| other| new| old)? (?!(?:minutes|hours|days|weeks|months|years|suits|works|sounds|is|was|does|as|this|its)\b)\p{Ll}{2,}s\b|\b(?:need|needs|sold|bought|got|have|want|ordered|invited|counted) (?:about |only |just |at least )?(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{Ll}+(?:teen|ty))\b(?!['’:]| (?:o'clock|free|[ap]\.?m|thirty|fifteen))/iu;
/** Whether things are counted, so that a number alone is no hour: "We need twelve". */
export const countsThings = (text: string): boolean => COUNTED.test(text);

export const asksHowMany = (text: string): boolean => COUNTS.test(text);

/** "I'll go alone": what another has no time for is attended all the same. */
const ALONE =
  /\bI(?:'ll| will|'m going to|'m) (?:just )?(?:go|do (?:it|that)|going|be there) (?:alone|anyway|by myself|on my own|myself|without you)\b/i;
export const goesAlone = (text: string): boolean => ALONE.test(text);

/** "They're doing the inspection", "the show is": what others have fixed. */
const OF_OTHERS =
  /^(?:they|he|she|the \p{Ll}+)(?:'re|'s| are| is) (?!showing|playing|offering|saying|thinking|asking|free)\p{Ll}+ing\b/iu;
export const isFixedByOthers = (clause: string): boolean => OF_OTHERS.test(clause);
