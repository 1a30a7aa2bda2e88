import type { Sentence } from "../text/analysis.js";
import { isJoke } from "./jokes.js";

/** What others say or write, and what is said to them, in one's own mouth. */
const REPORTED =
  /["«»]|(?:^|[\s(:])'\p{Lu}|\b(?:said|says|saying|told|tells?|asked|asks|claims?|claimed|reckons?|thinks|believes|(?:they|people|everyone|everybody|some|doctors?|parents|friends|kids|colleagues) (?:all )?(?:think|believe|say|reckon|assume)|thought|heard|wrote|writes|shouted|quot\w+|(?:was|were|is|be|being|am|are|'s) like,?|goes,|according to|lyrics?|slogan|motto|line is|supposed to|pretends?|pretending)\b/iu;
/** What one does not stand for. */
const HEDGED =
  /\b(?:I(?:'m| am)? (?:think|thinking|guess|guessing|suppose|believe(?! in\b)|reckon|feel like|assume|imagine|bet|doubt|hope|hoping|wish|wonder|wondering|suspect|seem|forget|don't (?:think|know|believe(?! in\b)|remember))|maybe|perhaps|probably|possibly|potentially|apparently|supposedly|allegedly|presumably|might|not (?:sure|certain|that)|unsure|as far as I|seems?|more or less|somehow|or something|or whatever|in a way|in a sense|so to speak|practically|virtually|almost like|no idea)\b|\bmay (?:be|have|not|well|already|just)\b/i;
/** What is not so, but could be. */
const SUPPOSED =
  /\b(?:if|unless|whether|would|wouldn't|(?:I|we)'d|could|couldn't|should|shouldn't|imagine|suppos\w+|let's|say I|assuming|as though|hypothetical\w*|in theory|theoretically|ideally|wish|dream(?:t|ed)|(?:in|from) (?:a|the|my|this|that) (?:\w+ )?(?:dream|game|play|film|movie|story|novel|sketch|role|scene|simulation|scenario)|character|persona|for (?:example|instance)|e\.g|once I|when(?:ever)? I(?:'m| am)|when(?:ever)? we(?:'re| are)|(?:some|one) ?day (?:I|we)(?:'ll)?|either|otherwise|until (?:I|we)|used as|instead of saying)\b/i;
/** What nobody means by the letter. */
const EXAGGERATED =
  /\b(?:sarcas\w+|irony|ironic\w*|yeah,? right|not really|literally|to death|(?:a|the) (?:million|billion|zillion|gazillion|thousand)\w*|million(?:s)? of times|forever|since forever|professional (?:napper|procrastinator|worrier)|secretly|in disguise|world champion|allergic to (?:work|mornings|meetings|deadlines|people|Mondays|maths|math|babysitting|nonsense|exercise|sport|stupidity|housework|homework|mess|effort|bullshit|small talk)|married to (?:my|the|our) (?:job|work|phone)|of nothing)\b/i;
/** Laughing faces, and the mark of sarcasm. */
const SMILED =
  /[\u{1F600}-\u{1F606}\u{1F609}\u{1F61C}\u{1F61D}\u{1F642}-\u{1F644}\u{1F923}]|[:;]-?[)DP](?:\s|$)|(?:^|\s)\/s\b/iu;
/** "Oh great, I love waiting", "I just love traffic jams". */
const BITTER =
  /^(?:oh|wow|great|brilliant|wonderful|fantastic|sure|yeah|yay|right|of course|perfect)\b[,!]? .*\b(?:love|enjoy|adore|like)\b|\b(?:love|enjoy|adore|like)\b (?:being (?:on call|stuck|late|ignored|tired|ill|sick|woken|interrupted|shouted|told|yelled|on hold)|waiting|standing in|queu\w+|getting (?:up at (?:three|four|five)|stuck|woken|ill|sick|soaked|ignored)|paying|doing (?:my |our )?tax\w*|tax\w*|traffic|Mondays?|spam|bugs|deadlines|delays|mosquitos?|mosquitoes|cold coffee|power cuts|filling (?:in|out)|repeating myself|working (?:on|at) (?:weekends|Sundays|night)|(?:\w+ )?meetings (?:at|that|about|before)|cleaning up after|losing)/i;
/** What takes back what was said before it. */
const TAKEN_BACK =
  /^(?:no\b(?=[,.!–—-]|$| (?:wait|sorry|I|we|he|she|it|that|not|actually|hang|hold)\b)(?!,? (?:problem|worries))|nope\b|wait\b|(?:I'm |oh,? )?sorry\b,? (?!to |for |about |but |if |,|\.)|scratch that|strike that|correction|I meant?\b|rather\b|not (?:really|any|quite|true|anymore)|well,? (?:not|no)\b|actually,? (?:no|not|I (?:don't|didn't|'m not))|I was (?:wrong|lying|joking)|I lied|that(?:'s| was| is) (?:not|wrong|a lie|a joke|nonsense|what (?:he|she|they)|how)|forget (?:it|that)|at least (?:that's|I thought)|or so\b|just joking)/i;
/** An answer by which nobody need believe what was said. */
const DISBELIEVED =
  /^(?:very funny|funny\b|you(?:'re| are) (?:joking|kidding|so silly|lying|funny|hilarious)|don't be silly|stop it|liar|no,? you (?:don't|aren't|didn't|haven't|can't|never)|that's (?:not true|a lie|hilarious)|sure you (?:do|are|did|have)|of course you (?:do|are|did|have)|I bet|yeah,? right|you wish|in your dreams|as if)\b|\bha(?: |-)?ha/i;
/** After these others speak, or a play begins. */
const FRAMED =
  /\b(?:imagine|suppose|pretend|let's (?:say|play|act|practise|practice|rehearse)|for (?:example|instance)|role-?play\w*|rehearse|script|my (?:character|part|line)|the (?:line|song|lyric|slogan|quote|letter|mail|email|review|note|sign|text|message) (?:goes|is|was|said|says|reads)|dream(?:t|ed)|had a (?:strange |weird |funny )?dream|it says|it said|(?:she|he|they) (?:said|says|wrote|goes|went|was like)|here's (?:what|how|the)|quote|read (?:it )?(?:out|aloud)|in the (?:film|movie|play|book|game|novel|story))\b|(?:said|says|wrote|writes|reads|like|goes):?$/i;

/** What the speaker goes on to read out. */
const READ_OUT = /\b(?:it|which|letter|sign|note|text|message|mail) reads\b|:$/i;

/** One's own words once more. */
const AS_I_SAID = /\b(?:as|like) I(?:'ve)? (?:just |already )?said,? /i;

/** How far on a retraction, and how far back a frame, is looked for, in sentences. */
const NEAR = 2;

/** What is no longer meant though it goes on after a comma: "if I lived in Bonn, I had a garden". */
const FAR =
  /\b(?:if|unless|whether|imagine|suppos\w+|let's say|say I|assuming|pretend\w*|wish|dream\w*|hypothetical\w*|theor\w+|(?:in|from) (?:a|the|my|this|that) (?:\w+ )?(?:dream|game|play|film|movie|story|novel|sketch|role|scene|simulation|scenario)|character|example|instance|either|otherwise|as though)\b/i;

/** Whether what words say holds for what follows them as well: a condition and another's voice do, a wish does not. */
export const goesFar = (text: string): boolean => [REPORTED, HEDGED, FAR].some((pattern) => pattern.test(text));

/** Whether others speak in what is said. */
export const isReported = (text: string): boolean => REPORTED.test(text);

/** Whether words are meant as a fact by who says them, as far as they tell themselves. When in doubt, not. */
export function isMeant(said: string): boolean {
  const text = said.replace(AS_I_SAID, "");
  if (/\?["')]*$/.test(text) || /[—–-]$/.test(text)) return false;
  return ![REPORTED, HEDGED, SUPPOSED, EXAGGERATED, SMILED, BITTER].some((pattern) => pattern.test(text));
}

/** Whether nothing said around a sentence takes it back, laughs at it or makes it another's. */
export function isStanding(sentence: Sentence, sentences: readonly Sentence[]): boolean {
  const { index, speaker } = sentence;
  if (isJoke(sentence, sentences)) return false;
  const own = (other: Sentence): boolean => other.speaker.key === speaker.key;
  const after = sentences.slice(index + 1, index + 1 + NEAR);
  const [next] = after;
  if (after.some((other) => (own(other) ? SMILED : DISBELIEVED).test(other.text))) return false;
  const goingOn = next && (own(next) || next.words.length < 4) ? after.find(own) : undefined;
  if (goingOn && TAKEN_BACK.test(goingOn.text)) return false;
  return !sentences
    .slice(Math.max(0, index - NEAR), index)
    .some(
      ({ text: before, speaker: who }) => FRAMED.test(before) || (who.key === speaker.key && READ_OUT.test(before)),
    );
}
