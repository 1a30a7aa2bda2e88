import type { Speaker } from "../dialogue/speakers.js";
import type { Sentence } from "../text/document.js";
import type { SummaryContent } from "./content.js";
import { countWords } from "./term-lexicon.js";
import { describeList, findLists } from "./lists.js";
import { selectSentences } from "./sentence-selection.js";
import { clip, finish } from "./sentence-wording.js";

const MAX_TEXT_LENGTH = 2_000;
/** In words. A shorter text is its own overview. */
const SHORT_TEXT_WORDS = 60;
const FALLBACK_SENTENCES = 3;

interface Passage {
  readonly index: number;
  readonly speaker: Speaker;
  readonly text: string;
}

/** The most informative sentences in order, attributed to their speakers, and the lists of a text. */
export function writeOverview(content: SummaryContent): string {
  const { document, wording, terms } = content;
  const [only] = document.utterances;
  // A link, which sentence splitting would divide.
  if (only && document.utterances.length === 1 && /^\S+$/.test(only.text)) return clip(only.text, MAX_TEXT_LENGTH);
  const isText = document.form !== "dialogue";
  const lists = findLists(document).filter((items) => isText || items.length > 1);
  const listed = new Set(lists.flat());
  const prose = document.sentences.filter(({ utterance }) => !listed.has(utterance) && utterance.kind !== "heading");
  const isShort = isText && prose.reduce((sum, { tokens }) => sum + countWords(tokens), 0) <= SHORT_TEXT_WORDS;
  const create = ({ index, utterance: { speaker } }: Sentence, text: string): Passage => ({ index, speaker, text });
  const passages = isShort
    ? prose.map((sentence) => create(sentence, wording.word(sentence).text))
    : selectSentences(prose, content).map(({ sentence, text }) => create(sentence, text));
  const firstSentences = new Map(document.sentences.toReversed().map((sentence) => [sentence.utterance, sentence]));
  for (const list of lists) {
    const first = list[0] && firstSentences.get(list[0]);
    if (first) passages.push(create(first, describeList(list, document.locale)));
  }
  const all = passages.filter(({ text }) => text !== "").sort((one, other) => one.index - other.index);
  if (all.length > 0) return clip(attribute(all), MAX_TEXT_LENGTH);
  // There is no statement: the first sentences with content, as they are.
  const telling = document.sentences.filter(({ index }) => (terms[index] ?? []).length > 0);
  const first = (telling.length > 0 ? telling : document.sentences).slice(0, FALLBACK_SENTENCES);
  return clip(attribute(first.map((sentence) => create(sentence, finish(sentence.text)))), MAX_TEXT_LENGTH);
}

/** Puts "Name: " before the sentences of another speaker, and of the user where they follow those. */
function attribute(passages: readonly Passage[]): string {
  let current: string | undefined;
  const parts = passages.map(({ speaker, text }) => {
    const isNamed = !speaker.isUser && speaker.name !== undefined;
    if (speaker.key === current || (current === undefined && !isNamed)) return text;
    current = speaker.key;
    return `${speaker.name ?? speaker.key.toUpperCase()}: ${text}`;
  });
  return parts.join(" ");
}
