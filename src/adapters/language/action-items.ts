import type { DigestActionItem } from "../../domain/digest.js";
import type { Sentence } from "./analysis.js";
import type { Calendar } from "./dates.js";
import { withoutOpening } from "./disfluencies.js";
import type { People } from "./people.js";
import { capitalised, clip } from "./plain-text.js";
import { addressed, type Antecedents, withAntecedent } from "./pronouns.js";
import { speechAct, type SpeechAct } from "./speech-acts.js";
import type { Speaker } from "./utterances.js";
import { genericWords, stopWords, wordsOf } from "./words.js";

const MOST_ITEMS = 12;
const LONGEST = 300;

interface Found extends DigestActionItem {
  readonly words: ReadonlySet<string>;
  readonly weight: number;
  readonly index: number;
}

interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly calendar: Calendar;
}

/**
 * Decision 6.4: the commitments and requests that someone made, as imperatives for the one who is to act, whose name
 * goes before when it is not the user. When in doubt, none: an invented duty costs more trust than a missed one.
 */
export function actionItemsOf(setting: Setting): DigestActionItem[] {
  const found = setting.sentences.flatMap((sentence) => {
    const act = speechAct(withoutOpening(sentence.text));
    return act ? (itemOf(act, sentence, setting) ?? []) : [];
  });
  const kept = withoutDoubles(found)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MOST_ITEMS)
    .sort((a, b) => a.index - b.index);
  return kept.map(({ description, dueAt, segmentIds }) => ({ description, dueAt, segmentIds }));
}

function itemOf(act: SpeechAct, sentence: Sentence, { sentences, people, calendar }: Setting): Found | undefined {
  if (act.name !== undefined && !people.isName(act.name, sentence)) return undefined;
  const reply = act.asked ? replyTo(sentence, sentences) : undefined;
  if (reply && REFUSAL.test(reply.text)) return undefined;
  const owner = ownerOf(act, sentence.speaker, reply, people);
  const ownerSpeaks = act.kind === "commitment" || act.kind === "shared" || act.kind === "note";
  const addressee = people.otherThan(sentence.speaker) ?? undefined;
  const personal = addressed(act.imperative, {
    ownerSpeaks,
    speaker: people.labelOf(sentence.speaker),
    addressee: calledBy(sentence) ?? (addressee && people.labelOf(addressee)),
  });
  const imperative = personal && withAntecedent(personal, antecedents(act, sentence, sentences));
  if (imperative === undefined || !saysEnough(imperative)) return undefined;
  const description = clip(described(imperative, owner), LONGEST);
  const dueAt = calendar.due(sentence.text) ?? null;
  const weight = (dueAt ? 2 : 0) + (act.kind === "shared" ? 0 : 1) + (owner.label === undefined ? 0 : 0.5);
  return {
    description,
    dueAt,
    segmentIds: sentence.segmentIds,
    words: keyOf(description),
    weight,
    index: sentence.index,
  };
}

interface Owner {
  readonly isUser: boolean;
  readonly label: string | undefined;
}

const REFUSAL = /^(?:sorry|I'm sorry|no|nope|I can't|I cannot|I'm afraid|unfortunately|not really)\b/i;
const ASSENT =
  /^(?:yes|yeah|yep|sure|okay|OK|of course|will do|no problem|absolutely|certainly|I can|I will|I'll|right|alright|fine|gladly|definitely)\b/i;

/** What another said right after a request. */
function replyTo({ index, speaker }: Sentence, sentences: readonly Sentence[]): Sentence | undefined {
  return sentences.slice(index + 1, index + 4).find((next) => next.speaker.key !== speaker.key);
}

function ownerOf({ kind, name }: SpeechAct, speaker: Speaker, reply: Sentence | undefined, people: People): Owner {
  if (kind === "shared" || kind === "note") return { isUser: false, label: undefined };
  if (name !== undefined) {
    const called = people.byName(name);
    return { isUser: called?.isUser ?? false, label: called ? people.labelOf(called) : name };
  }
  const willing = reply && ASSENT.test(reply.text) ? reply.speaker : undefined;
  const owner = kind === "commitment" ? speaker : (people.otherThan(speaker) ?? willing);
  return { isUser: owner?.isUser ?? false, label: owner && people.labelOf(owner) };
}

function described(imperative: string, { isUser, label }: Owner): string {
  return isUser || label === undefined ? capitalised(imperative) : `${label}: ${imperative}`;
}

/** "Ana, I'll send you the budget", "Thanks, Ana.": the name that a sentence opens with. */
function calledBy({ text }: Sentence): string | undefined {
  return /^(\p{Lu}\p{Ll}+), (?=I\b|I')/u.exec(withoutOpening(text))?.[1];
}

/** Those of the sentence before the act, then of the one said before. */
function antecedents({ before }: SpeechAct, sentence: Sentence, sentences: readonly Sentence[]): Antecedents {
  const own = sentence.tokens.slice(0, before === "" ? 0 : before.split(" ").length + 1);
  const previous = sentences[sentence.index - 1]?.tokens ?? [];
  return { things: [...things(own), ...things(previous)], people: [...names(own), ...names(previous)] };
}

/** Names that are not of places or days, as far as the word before tells; last one first. */
function names(tokens: Sentence["tokens"]): string[] {
  return tokens
    .filter(({ pos, text }, i) => {
      const before = tokens[i - 1]?.lower ?? "";
      return pos === "PROPN" && /^\p{Lu}\p{Ll}+$/u.test(text) && !/^(?:in|to|at|from|of|on|by|next)$/.test(before);
    })
    .map(({ text }) => text)
    .reverse();
}

/** "the agenda", last one first. */
function things(tokens: Sentence["tokens"]): string[] {
  const phrases: string[] = [];
  let run: string[] = [];
  for (const token of [...tokens, undefined]) {
    const fits = token && /^(?:NOUN|PROPN|ADJ)$/.test(token.pos) && !stopWords.has(token.lower);
    if (fits && !(token.pos === "ADJ" && run.length === 0 && genericWords.has(token.lower))) run.push(token.text);
    else {
      if (run.length > 0 && !genericWords.has(run.at(-1)?.toLowerCase() ?? "")) phrases.push(`the ${run.join(" ")}`);
      run = [];
    }
  }
  return phrases.reverse();
}

function saysEnough(text: string): boolean {
  const words = wordsOf(text);
  const meaningful = words.filter((word) => !stopWords.has(word)).length;
  return meaningful >= 2 || (meaningful === 1 && words.length >= 3);
}

function keyOf(description: string): ReadonlySet<string> {
  return new Set(wordsOf(description).filter((word) => !stopWords.has(word)));
}

/** The same thing said twice is one item: the one that says when, or says more, with both places. */
function withoutDoubles(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const item of found) {
    const at = kept.findIndex((other) => sameThing(item.words, other.words));
    const other = kept[at];
    if (!other) kept.push(item);
    else {
      const better = (item.dueAt ? 1 : 0) > (other.dueAt ? 1 : 0) ? item : other;
      kept[at] = { ...better, segmentIds: [...new Set([...other.segmentIds, ...item.segmentIds])] };
    }
    if (kept.length > MOST_ITEMS * 8) break;
  }
  return kept;
}

function sameThing(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common > 1 && common >= 0.65 * Math.min(a.size, b.size);
}
