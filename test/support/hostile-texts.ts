import type { Segment } from "../../src/domain/transcript.js";

/** Generators of texts that are expensive for some part of the analysis, at any length. */
export interface HostileText {
  readonly name: string;
  /** ISO 639-1; detected where there is none. */
  readonly language?: string;
  /** A part of it, by its place; the parts of a text are distinct where the place is in it. */
  readonly part: (index: number) => string;
  /** What stands between two parts. */
  readonly separator: string;
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Another word of letters for each number. */
function wordOf(number: number): string {
  let word = "";
  for (let rest = number + 26; rest > 0; rest = Math.floor(rest / 26)) word += letters.charAt(rest % 26);
  return word;
}

const nameOf = (number: number): string => {
  const word = wordOf(number);
  return word.charAt(0).toUpperCase() + word.slice(1);
};

const text = (
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
  text("one letter a line", "a", "\n", "en"),
  text("words without punctuation", "and then we went to the shop and bought some bread", " ", "en"),
  text("sisters with distinct names", (i) => `My sister ${nameOf(i)} lives in Porto.`, " ", "en"),
  text("distinct words", (i) => wordOf(i), " ", "en"),
  text("distinct words in sentences", (i) => `The ${wordOf(i)} needs a ${wordOf(7 * i + 3)}.`, " ", "en"),
  text("one long word", "abcdefghij", "", "en"),
  text("line breaks", "\n", "", "en"),
  text("bullets without text", "-", "\n", "en"),
  text("points", (i) => `- the ${wordOf(i)} of the garden`, "\n", "en"),
  text("commas", ",", "", "en"),
  text("quotation marks", `"`, " ", "en"),
  text("opened quotations", `he said "yes`, ", ", "en"),
  text("brackets and dashes", "([{ - — <", "", "en"),
  text("digits", (i) => String(i), " ", "en"),
  text("days and hours", "on 3 May at 5:30", " ", "en"),
  text("dates in sentences", (i) => `We meet on ${(i % 28) + 1} May at ${(i % 12) + 1} pm.`, " ", "en"),
  text("emoji", "👩‍👩‍👧‍👦🙂", "", "en"),
  text("combining marks", "e\u0301\u0327\u0302", "", "en"),
  text("heads of mails", (i) => `From: ${nameOf(i)} Weber\nTo: Ana\nSubject: Re: the report\n`, "\n", "en"),
  text("boxes to tick", (i) => `- [ ] ${wordOf(i)} the fence`, "\n", "en"),
  text("empty boxes", "- [ ] ", "\n", "en"),
  text("names in capitals", (i) => wordOf(i).toUpperCase(), " ", "en"),
  text("headings", (i) => `${nameOf(i)}:`, "\n", "en"),
  text("promises", (i) => `I'll send the ${wordOf(i)} to Bob.`, " ", "en"),
  text("the same promise", "I'll send it to Bob.", " ", "en"),
  text("requests", (i) => `Can you please call ${nameOf(i)} by Friday?`, " ", "en"),
  text("questions", (i) => `What did ${nameOf(i)} say about the ${wordOf(i)}?`, " ", "en"),
  text("own facts", (i) => `I am allergic to ${wordOf(i)} and I live in ${nameOf(i)}.`, " ", "en"),
  text("dialogues", (i) => `${i % 2 ? "Ana" : "Ben"}: ${i % 2 ? "Yes, I will." : "Will you do it?"}`, "\n", "en"),
  text("many speakers", (i) => `${nameOf(i % 500)}: I think so too.`, "\n", "en"),
  text("pronouns", "He told her that they had given it to them.", " ", "en"),
  text("jokes and laughter", "haha just kidding, no, wait, actually, sorry, not really, I mean", ", ", "en"),
  text("tabs and spaces", "\t   ", "", "en"),
  text("addresses of the net", (i) => `https://example.org/${wordOf(i)}?q=${i}`, " ", "en"),
  text("dotted names", (i) => `${wordOf(i)}.example.org`, ".", "en"),
  text("German", (i) => `Ich schicke dir morgen das ${nameOf(i)} und wohne in Berlin.`, " ", "de"),
  text("German without punctuation", "und dann gehen wir am Montag um drei in die Stadt", " ", "de"),
  text("Spanish", (i) => `Mañana llamo a ${nameOf(i)} y soy alérgico a las nueces.`, " ", "es"),
  text("French", (i) => `J'adore ${wordOf(i)} et je dois appeler ${nameOf(i)} demain.`, " ", "fr"),
  text("Italian", (i) => `Domani chiamo ${nameOf(i)} e vivo a Roma.`, " ", "it"),
  text("Portuguese", (i) => `Amanhã ligo a ${nameOf(i)} e moro em Lisboa.`, " ", "pt"),
  text("Dutch", (i) => `Morgen bel ik ${nameOf(i)} en ik woon in Utrecht.`, " ", "nl"),
  text("Chinese", "我们明天三点在北京见面。", "", "zh"),
  text("Chinese without punctuation", "我们明天三点在北京见面", "", "zh"),
  text("Arabic", "سوف أرسل التقرير غدا إلى أحمد.", " ", "ar"),
  text(
    "languages in turn",
    (i) => ["I live in Porto now and like it.", "Ich wohne jetzt in Berlin und mag es."][i % 2] ?? "",
  ),
];

/** @param length in UTF-16 code units; the text has a few more at most. */
export function textOf({ part, separator }: HostileText, length: number): string {
  const parts: string[] = [];
  for (let [index, total] = [0, 0]; total < length; index += 1) {
    const next = part(index);
    parts.push(next);
    total += next.length + separator.length;
  }
  return parts.join(separator);
}

/** The text in segments of two speakers in turn, each with a part at least. */
export function segmentsOf(hostile: HostileText, length: number, count: number): Segment[] {
  const segments: Segment[] = [];
  const each = length / count;
  for (let [index, total] = [0, 0]; total < length && segments.length < count;) {
    const parts: string[] = [];
    for (let own = 0; own < each;) {
      const part = hostile.part(index) + hostile.separator;
      parts.push(part);
      own += part.length;
      total += part.length;
      index += 1;
    }
    segments.push(segmentOf(parts.join(""), segments.length));
  }
  return segments;
}

export const segmentOf = (said: string, place: number): Segment => ({
  id: `s${place}`,
  text: said,
  start: place,
  end: place + 1,
  speaker: `SPEAKER_0${place % 2}`,
  speakerId: place % 2,
  isUser: place % 2 === 0,
  personId: null,
});
