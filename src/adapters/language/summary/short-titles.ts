import type { Agenda } from "./agenda.js";
import type { Sentence } from "../text/analysis.js";
import { addressedNames } from "./key-phrases.js";
import { faintTopics } from "./no-topics.js";
import { capitalised, clip } from "../text/plain-text.js";
import { type TopicMention, topicMentions } from "./topics.js";
import { wordsOf } from "../text/words.js";

const TITLE_LENGTH = 80;
/** What else is known of a conversation. */
export interface Findings {
  readonly agenda: Agenda | undefined;
  /** Action items' descriptions and events' titles. */
  readonly items: readonly string[];
}

export interface ShortTitle {
  readonly text: string;
  /** The lemmas of each topic, best first. */
  readonly topics: readonly (readonly string[])[];
  /** How many of them the title names. */
  readonly named: number;
}

/**
 * The title of a short conversation: the one or two things it is about, as a person would head a note of it.
 * @returns undefined where nothing was named.
 */
export function shortTitle(sentences: readonly Sentence[], findings: Findings): ShortTitle | undefined {
  const mentions = topicMentions(sentences, new Set([...speakersOf(sentences), ...addressedNames(sentences)]));
  const topics = topicsOf(mentions, sentences, findings);
  const { agenda } = findings;
  if (agenda && agenda.lemmas.length > 1 && !isSentence(agenda, sentences)) {
    const others = topics.map(({ lemmas }) => lemmas);
    return { text: clip(capitalised(agenda.text), TITLE_LENGTH), topics: [agenda.lemmas, ...others], named: 1 };
  }
  const [best] = topics;
  if (!best) return undefined;
  const first = fuller(best, topics);
  const next = topics.find(
    (topic) => topic.score >= (first.lemmas.length > 1 ? NEARLY : NEARER) * best.score && !isAlike(topic, first),
  );
  const second = next && fuller(next, topics);
  const named = second ? [first, second] : [first];
  const isSmallTalk = findings.items.length === 0 && named.some(isWeather);
  const ordered = named.toSorted((a, b) => (isSmallTalk ? 0 : a.at - b.at)).map(({ text }) => text);
  const text = `${isSmallTalk ? "Small talk about " : ""}${ordered.join(" and ")}`;
  return {
    text: clip(capitalised(text), TITLE_LENGTH),
    topics: [...named, ...topics.filter((topic) => !named.includes(topic))].map(({ lemmas }) => lemmas),
    named: named.length,
  };
}

/** In a short talk a sentence of nothing else is rather an exclamation than a heading. */
const isSentence = ({ lemmas }: Agenda, sentences: readonly Sentence[]): boolean =>
  sentences.some(({ words, terms }) => words.length <= lemmas.length + 1 && terms.join(" ") === lemmas.join(" "));

const isAlike = (topic: Topic, other: Topic): boolean => topic.lemmas.some((lemma) => other.lemmas.includes(lemma));

const WEATHER = new Set(
  "weather rain snow fog mist frost heat heatwave storm sunshine drizzle wind sleet hail".split(" "),
);

/** What people speak of who have nothing to speak of. */
const isWeather = ({ lemmas, at }: Topic): boolean => at < OPENING && lemmas.every((lemma) => WEATHER.has(lemma));
const OPENING = 8;

/** A second topic is worth so much of the first, or is none. */
const NEARLY = 0.45;
/** One word alone hardly tells what a conversation is about. */
const NEARER = 0.3;

const FULLER = 0.6;

/** "Wheel bearing" rather than "bearing", where it was said so. */
function fuller(topic: Topic, topics: readonly Topic[]): Topic {
  if (topic.lemmas.length > 1) return topic;
  const [lemma] = topic.lemmas;
  const longer = topics.find(
    ({ lemmas, score }) => lemmas.length > 1 && lemmas.at(-1) === lemma && score >= FULLER * topic.score,
  );
  return longer ?? topic;
}

interface Topic {
  readonly text: string;
  readonly lemmas: readonly string[];
  readonly score: number;
  /** The sentence in which it first came up. */
  readonly at: number;
}

function topicsOf(mentions: readonly TopicMention[], sentences: readonly Sentence[], findings: Findings): Topic[] {
  const weights = weightsOf(mentions, sentences, findings);
  const phrases = new Map<string, [TopicMention, ...TopicMention[]]>();
  for (const mention of mentions) {
    const key = mention.lemmas.join(" ");
    const said = phrases.get(key);
    if (said) said.push(mention);
    else phrases.set(key, [mention]);
  }
  return Array.from(phrases.values(), (said) => topic(said, weights))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at);
}

const FAINT = 0.35;
/** Who is only named in passing is no topic. */
const PERSON = 0.6;
const OFTEN = 3;
/** More words tell better which, as long as they weigh something themselves. */
const LONGER = [0, 1, 1.2, 1.2, 1.2, 1.1];

function topic(said: readonly [TopicMention, ...TopicMention[]], weights: ReadonlyMap<string, number>): Topic {
  const [{ lemmas, sentence, head }] = said;
  const person = said.filter(({ isPerson }) => isPerson).length * 2 > said.length && said.length < OFTEN ? PERSON : 1;
  const each = lemmas.map((lemma) => weights.get(lemma) ?? 0);
  const best = Math.max(...each);
  const mean = each.reduce((sum, weight) => sum + weight, 0) / each.length;
  const faint = lemmas.length === 1 && faintTopics.has(head) ? FAINT : 1;
  const score = ((best + mean) / 2) * (LONGER[lemmas.length] ?? 1) * faint * person;
  return { text: mostSaid(said), lemmas, score, at: sentence.index };
}

/** Of what was said as often the longer: "tins" rather than "tin". */
function mostSaid(said: readonly TopicMention[]): string {
  const counts = new Map<string, number>();
  for (const { text } of said) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = Array.from(counts).sort(([a, x], [b, y]) => y - x || b.length - a.length || (a < b ? -1 : 1));
  return most?.[0] ?? "";
}

const IN_ITEMS = 2.5;
const ANNOUNCED = 2;
/** What a mention weighs more or less than another. */
const ASKED = 1.4;
const KNOWN = 1.2;
const RAISED = 1.5;
const REQUESTED = 1.4;
const TO_BE_DONE = 1.2;
const DATED = 1.5;
const LAUGHED_AT = 0.5;
const COMMITS = /\b(?:I'll|we'll|I will|need to|needs to|have to|has to|must|let's|going to|should|supposed to)\b/i;
const REQUESTS = /\b(?:can|could|will|would) you\b/i;
const DATE =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|o'clock|january|february|march|april|june|july|august|september|october|november|december)\b/i;
const LAUGHS = /^(?:ha|haha|oh|wow|really|seriously|no!)(?:$|[^\p{L}])/iu;
/** When something is to be is said within so many sentences. */
const SOON = 3;

/** What a mention in each sentence weighs. */
function sentenceWeights(sentences: readonly Sentence[]): readonly number[] {
  const dated = sentences.map(({ text }) => DATE.test(text));
  return sentences.map(({ text, speaker, index }) => {
    let weight = placeWeight(index / sentences.length);
    if (text.endsWith("?")) weight *= ASKED;
    if (REQUESTS.test(text)) weight *= REQUESTED;
    else if (COMMITS.test(text)) weight *= TO_BE_DONE;
    if (dated.slice(index, index + SOON + 1).includes(true)) weight *= DATED;
    const next = sentences[index + 1];
    if (next && next.speaker.key !== speaker.key && LAUGHS.test(next.text)) weight *= LAUGHED_AT;
    return weight;
  });
}

/** What each lemma weighs: how often, where and how it was said, and whether the digest's items name it. */
function weightsOf(
  mentions: readonly TopicMention[],
  sentences: readonly Sentence[],
  { items, agenda }: Findings,
): ReadonlyMap<string, number> {
  const inItems = beginningsIn(items);
  const heard = new Map<string, Map<number, number>>();
  const weightOf = sentenceWeights(sentences);
  for (const { sentence, lemmas, isKnown, isRaised } of mentions) {
    const weight = (weightOf[sentence.index] ?? 1) * (isRaised ? RAISED : isKnown ? KNOWN : 1);
    for (const lemma of lemmas) {
      const turns = heard.get(lemma) ?? new Map<number, number>();
      turns.set(sentence.turn, Math.max(weight, turns.get(sentence.turn) ?? 0));
      heard.set(lemma, turns);
    }
  }
  return new Map(
    Array.from(heard, ([lemma, turns]) => {
      let weight = Array.from(turns.values()).reduce((sum, each) => sum + each, 0);
      if (inItems.has(lemma.slice(0, Math.max(4, lemma.length - 1)))) weight *= IN_ITEMS;
      if (agenda?.lemmas.includes(lemma)) weight *= ANNOUNCED;
      return [lemma, weight];
    }),
  );
}

const LONGEST_BEGINNING = 20;

/** All words of the texts and what they begin with, for a lemma is not always what was written. */
function beginningsIn(texts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of texts.flatMap(wordsOf)) {
    for (let length = Math.min(word.length, 3); length <= Math.min(word.length, LONGEST_BEGINNING); length += 1)
      found.add(word.slice(0, length));
  }
  return found;
}

/** The topic is mostly set early; what comes up at the end is mostly courtesy. */
function placeWeight(place: number): number {
  if (place < 1 / 6) return 1.4;
  if (place < 1 / 3) return 1.15;
  return place > 5 / 6 ? 0.7 : 1;
}

function speakersOf(sentences: readonly Sentence[]): ReadonlySet<string> {
  return new Set(sentences.flatMap(({ speaker }) => (speaker.name ?? "").toLowerCase().split(/[^\p{L}]+/u)));
}
