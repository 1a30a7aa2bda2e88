import type { Segment } from "../../src/domain/conversation/transcript.js";

/** A generator of texts that are expensive for some part of the analysis, at any length. */
export interface HostileText {
  readonly name: string;
  /** ISO 639-1; detected if undefined. */
  readonly language?: string;
  /** A part of the text, by its index; the parts are distinct if the index occurs in them. */
  readonly part: (index: number) => string;
  /** The separator between two parts. */
  readonly separator: string;
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Returns a different word of letters for each number. */
function createWord(number: number): string {
  let word = "";
  for (let rest = number + 26; rest > 0; rest = Math.floor(rest / 26)) word += letters.charAt(rest % 26);
  return word;
}

const createName = (number: number): string => {
  const word = createWord(number);
  return word.charAt(0).toUpperCase() + word.slice(1);
};

const hostileText = (
  name: string,
  part: string | ((index: number) => string),
  separator = " ",
  language?: string,
): HostileText => ({
  name,
  part: typeof part === "string" ? () => part : part,
  separator,
  ...(language === undefined ? {} : { language }),
});

export const hostileTexts: readonly HostileText[] = [
  hostileText("one letter per line", "a", "\n", "en"),
  hostileText("words without punctuation", "and then we went to the shop and bought some bread", " ", "en"),
  hostileText("sisters with distinct names", (i) => `My sister ${createName(i)} lives in Porto.`, " ", "en"),
  hostileText("distinct words", (i) => createWord(i), " ", "en"),
  hostileText(
    "distinct words in sentences",
    (i) => `The ${createWord(i)} needs a ${createWord(7 * i + 3)}.`,
    " ",
    "en",
  ),
  hostileText("one long word", "abcdefghij", "", "en"),
  hostileText("line breaks", "\n", "", "en"),
  hostileText("bullets without text", "-", "\n", "en"),
  hostileText("bullet points", (i) => `- the ${createWord(i)} of the garden`, "\n", "en"),
  hostileText("commas", ",", "", "en"),
  hostileText("quotation marks", `"`, " ", "en"),
  hostileText("unclosed quotations", `he said "yes`, ", ", "en"),
  hostileText("brackets and dashes", "([{ - — <", "", "en"),
  hostileText("digits", (i) => String(i), " ", "en"),
  hostileText("days and hours", "on 3 May at 5:30", " ", "en"),
  hostileText("dates in sentences", (i) => `We meet on ${(i % 28) + 1} May at ${(i % 12) + 1} pm.`, " ", "en"),
  hostileText("emoji", "👩‍👩‍👧‍👦🙂", "", "en"),
  hostileText("combining marks", "e\u0301\u0327\u0302", "", "en"),
  hostileText("email headers", (i) => `From: ${createName(i)} Weber\nTo: Ana\nSubject: Re: the report\n`, "\n", "en"),
  hostileText("check boxes", (i) => `- [ ] ${createWord(i)} the fence`, "\n", "en"),
  hostileText("empty check boxes", "- [ ] ", "\n", "en"),
  hostileText("names in capitals", (i) => createWord(i).toUpperCase(), " ", "en"),
  hostileText("headings", (i) => `${createName(i)}:`, "\n", "en"),
  hostileText("promises", (i) => `I'll send the ${createWord(i)} to Bob.`, " ", "en"),
  hostileText("the same promise", "I'll send it to Bob.", " ", "en"),
  hostileText("requests", (i) => `Can you please call ${createName(i)} by Friday?`, " ", "en"),
  hostileText("questions", (i) => `What did ${createName(i)} say about the ${createWord(i)}?`, " ", "en"),
  hostileText(
    "facts about the user",
    (i) => `I am allergic to ${createWord(i)} and I live in ${createName(i)}.`,
    " ",
    "en",
  ),
  hostileText(
    "dialogues",
    (i) => `${i % 2 ? "Ana" : "Ben"}: ${i % 2 ? "Yes, I will." : "Will you do it?"}`,
    "\n",
    "en",
  ),
  hostileText("many speakers", (i) => `${createName(i % 500)}: I think so too.`, "\n", "en"),
  hostileText("pronouns", "He told her that they had given it to them.", " ", "en"),
  hostileText("jokes and laughter", "haha just kidding, no, wait, actually, sorry, not really, I mean", ", ", "en"),
  hostileText("tabs and spaces", "\t   ", "", "en"),
  hostileText("URLs", (i) => `https://example.org/${createWord(i)}?q=${i}`, " ", "en"),
  hostileText("dotted names", (i) => `${createWord(i)}.example.org`, ".", "en"),
  hostileText("German", (i) => `Ich schicke dir morgen das ${createName(i)} und wohne in Berlin.`, " ", "de"),
  hostileText("German without punctuation", "und dann gehen wir am Montag um drei in die Stadt", " ", "de"),
  hostileText("Spanish", (i) => `Mañana llamo a ${createName(i)} y soy alérgico a las nueces.`, " ", "es"),
  hostileText("French", (i) => `J'adore ${createWord(i)} et je dois appeler ${createName(i)} demain.`, " ", "fr"),
  hostileText("Italian", (i) => `Domani chiamo ${createName(i)} e vivo a Roma.`, " ", "it"),
  hostileText("Portuguese", (i) => `Amanhã ligo a ${createName(i)} e moro em Lisboa.`, " ", "pt"),
  hostileText("Dutch", (i) => `Morgen bel ik ${createName(i)} en ik woon in Utrecht.`, " ", "nl"),
  hostileText("Chinese", "我们明天三点在北京见面。", "", "zh"),
  hostileText("Chinese without punctuation", "我们明天三点在北京见面", "", "zh"),
  hostileText("Arabic", "سوف أرسل التقرير غدا إلى أحمد.", " ", "ar"),
  hostileText(
    "alternating languages",
    (i) => ["I live in Porto now and like it.", "Ich wohne jetzt in Berlin und mag es."][i % 2] ?? "",
  ),
];

/** @param length in UTF-16 code units; the text may be slightly longer. */
export function buildText({ part, separator }: HostileText, length: number): string {
  const parts: string[] = [];
  for (let [index, total] = [0, 0]; total < length; index += 1) {
    const next = part(index);
    parts.push(next);
    total += next.length + separator.length;
  }
  return parts.join(separator);
}

/** Builds the text as segments of two alternating speakers, each with at least one part. */
export function buildSegments(hostile: HostileText, length: number, count: number): Segment[] {
  const segments: Segment[] = [];
  const maxSegmentLength = length / count;
  for (let [index, total] = [0, 0]; total < length && segments.length < count;) {
    const parts: string[] = [];
    for (let ownLength = 0; ownLength < maxSegmentLength;) {
      const part = hostile.part(index) + hostile.separator;
      parts.push(part);
      ownLength += part.length;
      total += part.length;
      index += 1;
    }
    segments.push(buildSegment(parts.join(""), segments.length));
  }
  return segments;
}

export const buildSegment = (text: string, position: number): Segment => ({
  id: `s${position}`,
  text,
  start: position,
  end: position + 1,
  speaker: `SPEAKER_0${position % 2}`,
  speakerId: position % 2,
  isUser: position % 2 === 0,
  personId: null,
});
