const PLEASE = "(?:(?:please|just|so|and|but|oh|well|now|also),? ){0,4}";

/** Courtesies, and what is done by talking on: nothing is left to do after them. */
const SAYINGS = [
  // "Don't hesitate to call me."
  "(?:don't|do not|never) hesitate|feel free|never mind|don't worry|no need to|take your time|take care(?! of)|stay (?:safe|well|tuned|in touch)|keep (?:in touch|safe|calm|up the good)|get well soon|help yourself|make yourself at home|be my guest|watch out|look out|guess what|trust me|bear with me|excuse me|forgive me|enjoy|hold (?:the line|on|still)|rate (?:us|our)|subscribe|like and subscribe|note that|be (?:aware|advised)|accept (?:my|our)|(?:do not|don't) reply|have a seat|sit down|come in|call me (?:maybe|crazy|old-fashioned|back any ?time|any ?time)",
  // "Give my regards to your wife."
  "(?:give|send|pass on|convey)(?: (?!me\\b|us\\b)\\S+){0,2} (?:my|our|his|her) (?:\\p{Ll}+ ){0,2}(?:regards|love|best|greetings|wishes|condolences|congratulations|respects)|give (?:him|her|them|your \\p{Ll}+|\\p{Lu}\\S+) (?:my|our) (?:best|love|regards)|(?:say|tell \\S+) (?:hi|hello|hey)|remember me to",
  // "Let's see what happens. Let me think."
  "let's (?:just |all )?(?:see(?= (?:what|how|if|whether|who|where|when|about|it|that|then)\\b|[.!]*$)|hope|wait(?! for)|say|face it|be (?:honest|clear|real|fair|careful)|not|go(?=[.!]*$)|go for it|dance|talk (?:later|soon)|keep|stay|pretend|imagine|assume|suppose|think|forget|move on|get (?:started|going|to it|back|real)|do (?:it|this|that)(?=[.!]*$)|call it|put it|start(?=[.!]*$)|begin(?=[.!]*$))",
  "let me (?:just )?(?:think|see|guess|explain|tell you|be|say|put it|(?:start|begin|finish|check)(?=[.!]*$)|begin by|start by|rephrase|clarify|remind you|introduce|assure)",
].join("|");

/** What a question about what somebody can, knows or thinks begins with, and what is answered at once. */
const QUESTIONS = [
  "(?:can|could|would|will) you (?:please )?(?:(?:just|actually|still|possibly|kindly) )*(?:believe|imagine|guess|picture|hear|see|feel|smell|taste|tell (?:the difference|if|whether|that|I|from)|understand|repeat (?:that|it|this|yourself|the|what)|say (?:that|it|again)|speak (?:a (?:bit|little) )?(?:up|louder|slower|more)|slow down|hold on|hang on|wait (?:a|one|here)|elaborate|clarify|rephrase|explain (?:it|this|that|how|what|why|me|to me|yourself)|(?:pass|hand) (?:me|us|him|her)(?!.*\\b(?:by|before|on|today|tonight|tomorrow)\\b)|tell (?:me|us) (?:how|what|why|whether|where|when|who|which|if|more|about|again)|remind (?:me|us) (?:how|what|why|who|where|again)|stop(?! (?:by|at|over|in))|shut up|relax|calm down|come again|get (?:me|us) (?:a|some) (?:water|glass|napkin|spoon|fork))",
  "(?:can|could) you (?:even|ever|really|honestly|seriously)",
  "can you (?:swim|dance|sing|ski|skate|juggle|whistle|count|(?:speak|play|ride|drive)(?! (?:to|with|me|us|him|her|them|the|my|our)))",
  // "Can you cook?"
  "(?:can|could|would|will) you \\p{Ll}+(?=\\?)",
  "(?:pass|hand) (?:me|us) the(?!.*\\b(?:by|before|on|today|tonight|tomorrow)\\b)",
].join("|");

const SAID_ON_THE_SPOT = new RegExp(
  `(?:^|(?<=[.!?;:,–—] )|,? (?:and|but|so) )${PLEASE}(?:${SAYINGS}|${QUESTIONS})(?![\\p{L}']).*$`,
  "iu",
);

/** "Please let me know if you have any questions." */
const OPEN_OFFER = new RegExp(
  `(?:^|(?<=[.!?;:–—] )|,? (?:and|but|so|or) |, )${PLEASE}(?:let (?:me|us) know|(?:call|contact|text|e-?mail|ask|message|ring|write to|reach out to|get in touch with|get back to|give) (?:me|us)|reach out|get in touch|reply)\\b(?:(?! and\\b)[^,;]){0,40}?\\b(?:if|with|should)\\b.{0,25}\\b(?:any|anything|questions?|unclear)\\b.*$|^${PLEASE}(?:if|should) (?:you|there|anything)\\b.{0,20}\\b(?:any|anything|questions?|unclear|wrong)\\b.*$`,
  "iu",
);

/** "Call your doctor if symptoms persist": an instruction for a case that has not come. */
const CASE =
  /\bif (?:the |your |any |these |those )?(?:symptoms?|pains?|problems?|fever|bleeding|swelling|redness|irritation|conditions?|issues?|errors?|anything|something|someone|somebody|anyone|anybody)\b/i;
const BARE_CONDITION =
  /^(?:call|ring|contact|see|stop|take|use|press|dial|e-?mail|text|open|close|turn|return|replace|seek|consult|visit|apply|remove|restart|go)\b.* if (?!you (?:can|could|have (?:a |the )?(?:time|minute|chance)|get|don't mind|want|like)\b|possible|needed|necessary)/i;

/** What announces a song or a poem: the words that follow are nobody's. */
const RECITES =
  /\b(?:lyrics?|song|chorus|refrain|verse|poem|rhyme|slogan|motto|headline|proverb|saying)s?(?: (?:just|only|always|then))* (?:(?:goes?|says?|reads?|begins?|starts?|called|titled)\b|(?:is|was|are|were)(?=[:,]? ?["“]|:))/i;

/** Whether a written sentence, and what follows it in the same line, recites what others have written. */
export const recites = (text: string): boolean => RECITES.test(text);

/** Whether an order only holds in a case that it names. */
export const isForACase = (text: string): boolean => CASE.test(text) || BARE_CONDITION.test(text);

/** The sentence without courtesies and questions that want an answer at once, which read like requests. */
export const withoutSetPhrases = (text: string): string =>
  text.replace(OPEN_OFFER, "").replace(SAID_ON_THE_SPOT, "").trim();
