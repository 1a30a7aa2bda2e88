import type { DigestActionItem } from "../../domain/digest.js";
import type { Sentence } from "./analysis.js";
import { antecedentsOf, type Company, withAntecedent } from "./antecedents.js";
import type { Calendar } from "./dates.js";
import { withoutCourtesies } from "./courtesies.js";
import { withoutOpening } from "./disfluencies.js";
import { isJoke } from "./jokes.js";
import type { People } from "./people.js";
import { capitalised, clip } from "./plain-text.js";
import { addressed, possessiveOf } from "./pronouns.js";
import { withoutRelativeTimes } from "./relative-times.js";
import type { RequestClassifier } from "./request-classifier.js";
import { REQUEST_LIKELY, taskInWriting } from "./requests-in-writing.js";
import { ASSENT, REFUSAL, replyTo } from "./replies.js";
import { speechActs, type SpeechAct } from "./speech-acts.js";
import { giveWay, isHoldingUp } from "./give-way.js";
import type { Speaker } from "./utterances.js";
import { stopWords, wordsOf } from "./words.js";

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
  /** For what was written: there people ask and promise in more ways than rules for speech know. */
  readonly requests: RequestClassifier | undefined;
}

interface WrittenSetting extends Setting {
  readonly requests: RequestClassifier;
}

const isWritten = (setting: Setting): setting is WrittenSetting => setting.requests !== undefined;

/** Below this probability what rules for speech find in a written sentence is none: an advertisement. */
const IMPLAUSIBLE = 0.05;
/** "Who?" and "Join now:" say too little to be done. */
const FEWEST_WORDS = 3;
/** Enough for what the rules found, but of which they cannot tell who or what was meant: in writing it stays as it is. */
const PLAUSIBLE = 0.1;

/**
 * Decision 6.4: the commitments and requests that someone made, as imperatives for the one who is to act, whose name
 * goes before when it is not the user: what a speaker without a name is to do is left out where the user is known. When in doubt, none: an invented duty costs more trust than a missed one.
 */
export async function actionItemsOf(setting: Setting): Promise<DigestActionItem[]> {
  const found: Found[] = [];
  for (const sentence of setting.sentences) {
    if (isHoldingUp()) await giveWay();
    const acts = speechActs(withoutCourtesies(withoutOpening(sentence.text)));
    const items = acts.flatMap((act) => itemOf(act, sentence, acts.length > 1, setting) ?? []);
    found.push(...(isWritten(setting) ? inWriting(items, acts.length, sentence, setting) : items));
  }
  const kept = withoutDoubles(found)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MOST_ITEMS)
    .sort((a, b) => a.index - b.index);
  return kept.map(({ description, dueAt, segmentIds }) => ({ description, dueAt, segmentIds }));
}

function itemOf(
  act: SpeechAct,
  sentence: Sentence,
  isOneOfSeveral: boolean,
  { sentences, people, calendar }: Setting,
): Found | undefined {
  if (act.name !== undefined && !people.isName(act.name, sentence)) return undefined;
  const reply = act.asked ? replyTo(sentence, sentences) : undefined;
  if (reply && REFUSAL.test(reply.text)) return undefined;
  const owner = ownerOf(act, sentence.speaker, reply, people);
  if (owner === undefined || isJoke(sentence, sentences)) return undefined;
  const ownerSpeaks = act.kind === "commitment" || act.kind === "shared" || act.kind === "note";
  const other = people.otherThan(sentence.speaker);
  const speaker = people.labelOf(sentence.speaker);
  const addressee = calledBy(sentence) ?? (other && people.labelOf(other));
  const personal = addressed(act.imperative, { ownerSpeaks, speaker, addressee });
  const imperative =
    personal &&
    recipientNamed(personal, act, sentence, {
      sentences,
      notThem: new Set([speaker, addressee]),
      whose: (possessive, { speaker: by }) => whoseOf(possessive, by, owner, people),
    });
  if (imperative === undefined) return undefined;
  const dueAt = calendar.due(isOneOfSeveral ? act.imperative : sentence.text) ?? null;
  const lasting = dueAt ? withoutRelativeTimes(imperative) : imperative;
  if (!saysEnough(lasting)) return undefined;
  const description = clip(described(lasting, owner), LONGEST);
  const weight = (dueAt ? 2 : 0) + (act.kind === "shared" ? 0 : 1) + (owner.label === undefined ? 0 : 0.5);
  return {
    description,
    dueAt,
    segmentIds: sentence.segmentIds,
    words: keyOf(lasting),
    weight,
    index: sentence.index,
  };
}

/** The items that rules found in a written sentence, or else the one that it is as a whole. */
function inWriting(
  items: readonly Found[],
  acts: number,
  sentence: Sentence,
  setting: WrittenSetting,
): readonly Found[] {
  const probability = setting.requests.probability(sentence.text);
  if (items.length > 0) return probability < IMPLAUSIBLE ? [] : items;
  const enough = acts > 0 ? PLAUSIBLE : REQUEST_LIKELY;
  if (sentence.words.length < FEWEST_WORDS || probability < enough || isJoke(sentence, setting.sentences)) return [];
  const dueAt = setting.calendar.due(sentence.text) ?? null;
  const { words, isOrder } = taskInWriting(sentence, setting.people.labelOf(sentence.speaker));
  const lasting = dueAt && isOrder ? withoutRelativeTimes(words) : words;
  return [
    {
      description: clip(lasting, LONGEST),
      dueAt,
      segmentIds: sentence.segmentIds,
      words: keyOf(lasting),
      weight: (dueAt ? 2 : 0) + probability,
      index: sentence.index,
    },
  ];
}

interface Owner {
  readonly isUser: boolean;
  readonly label: string | undefined;
}

function ownerOf(
  { kind, name }: SpeechAct,
  speaker: Speaker,
  reply: Sentence | undefined,
  people: People,
): Owner | undefined {
  if (kind === "shared" || kind === "note") return { isUser: false, label: undefined };
  if (name !== undefined) {
    const called = people.byName(name);
    return { isUser: called?.isUser ?? false, label: called ? people.labelOf(called) : name };
  }
  const willing = reply && ASSENT.test(reply.text) ? reply.speaker : undefined;
  const owner = kind === "commitment" ? speaker : (people.otherThan(speaker) ?? willing);
  // Nobody can be held to what a number has promised.
  if (owner && people.isStranger(owner)) return undefined;
  return { isUser: owner?.isUser ?? false, label: owner && people.labelOf(owner) };
}

function described(imperative: string, { isUser, label }: Owner): string {
  return isUser || label === undefined ? capitalised(imperative) : `${label}: ${imperative}`;
}

/** "Ana, I'll send you the budget", "Thanks, Ana.": the name that a sentence opens with. */
function calledBy({ text }: Sentence): string | undefined {
  return /^(\p{Lu}\p{Ll}+), (?=I\b|I')/u.exec(withoutOpening(text))?.[1];
}

/** "My dad", said by Nora, is "Nora's dad", and "your dad" to herself. */
function whoseOf(possessive: string, by: Speaker, owner: Owner, people: People): string | undefined {
  if (possessive !== "my" && possessive !== "your") return undefined;
  const possessor = possessive === "my" ? by : people.otherThan(by);
  const label = possessor && people.labelOf(possessor);
  return label === undefined ? undefined : label === owner.label ? "your" : possessiveOf(label);
}

/** "I promised Grace to send her the report" says who she is; else whoever was spoken of. */
function recipientNamed(
  imperative: string,
  { before, promisedTo }: SpeechAct,
  sentence: Sentence,
  { sentences, ...company }: Company & { readonly sentences: readonly Sentence[] },
): string | undefined {
  const { things, people } = antecedentsOf(sentence, before, sentences, company);
  const isNamed = promisedTo !== undefined && !/^(?:him|her|them)$/i.test(promisedTo);
  const name = promisedTo?.replace(/^my /i, "your ");
  const told = isNamed && name !== undefined ? [{ name, mayBe: { him: true, her: true } }] : [];
  const several = told.length > 0 && promisedTo?.endsWith("s") === true ? promisedTo : undefined;
  return withAntecedent(imperative, {
    things: () => (several === undefined ? things() : [several, ...things()]),
    people: () => [...told, ...people()],
  });
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
  const kept: { best: Found; readonly places: Set<string> }[] = [];
  for (const item of found) {
    const same = kept.find(({ best }) => sameThing(item.words, best.words));
    if (!same) kept.push({ best: item, places: new Set(item.segmentIds) });
    else {
      if (item.dueAt && !same.best.dueAt) same.best = item;
      for (const id of item.segmentIds) same.places.add(id);
    }
    if (kept.length > MOST_ITEMS * 8) break;
  }
  return kept.map(({ best, places }) => ({ ...best, segmentIds: Array.from(places) }));
}

function sameThing(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common > 1 && common >= 0.65 * Math.min(a.size, b.size);
}
