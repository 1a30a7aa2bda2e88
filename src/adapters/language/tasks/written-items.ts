import type { ConversationEvent } from "../../../domain/conversation/summary-result.js";
import type { Sentence } from "../text/analysis.js";
import { withoutCourtesies, withoutInnerPlease } from "../text/courtesies.js";
import { withoutOpening } from "../text/disfluencies.js";
import { described, keyOf, type Owner, saysEnough, worded } from "./duty-wording.js";
import type { Found, Setting } from "./found-items.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import { isJoke } from "../talk/jokes.js";
import { promisedByAnother } from "./others-promises.js";
import type { People } from "../talk/people.js";
import { finished } from "../text/plain-text.js";
import { ASSENT, REFUSAL, replyTo } from "../talk/replies.js";
import { withoutRelativeTimes } from "../dates/relative-times.js";
import type { RequestClassifier } from "./request-classifier.js";
import { ENCLOSED, REQUEST_LIKELY, taskInWriting } from "./requests-in-writing.js";
import { isForACase, recites, withoutSetPhrases } from "./set-phrases.js";
import { speechActs, type SpeechAct } from "../talk/speech-acts.js";
import type { Speaker } from "../text/utterances.js";

/** Below this probability what rules for speech find in a written sentence is none: an advertisement. */
const IMPLAUSIBLE = 0.05;
/** "Who?" and "Join now:" say too little to be done. */
const FEWEST_WORDS = 3;
/** Enough for what the rules found, but of which they cannot tell who or what was meant: in writing it stays as it is. */
const PLAUSIBLE = 0.1;

const WORD = /\p{L}/u;

export interface WrittenSetting extends Setting {
  /** In writing people ask and promise in more ways than rules for speech know. */
  readonly requests: RequestClassifier;
  /** What is attended, and not also done. */
  readonly events: readonly ConversationEvent[];
}

/** What is asked for and promised in a text by one hand, sentence by sentence. */
export async function writtenItems(setting: WrittenSetting): Promise<Found[]> {
  const found: Found[] = [];
  const quoted: Found[] = [];
  let [recited, quotedTurn] = [-1, -1];
  for (const whole of setting.sentences) {
    if (isYieldDue()) await yieldToEventLoop();
    setting.calendar.hear(whole.text);
    if (recites(whole.text)) recited = whole.turn;
    if (whole.text.startsWith(">")) quotedTurn = whole.turn;
    const target = quotedTurn === whole.turn ? quoted : found;
    const text = withoutSetPhrases(withoutOpening(whole.text).replace(/^[>\s]+/, ""));
    if (recited === whole.turn || !WORD.test(text) || isForACase(text)) continue;
    const sentence = text === withoutOpening(whole.text) ? whole : { ...whole, text };
    const others = promisedByAnother(sentence, setting.sentences);
    if (others) {
      const item = itemOf(others.act, sentence, { isOneOfSeveral: false, label: others.label }, setting);
      if (item) target.push(item);
      continue;
    }
    const said = withoutInnerPlease(withoutCourtesies(withoutOpening(sentence.text)));
    if (ENCLOSED.test(said)) continue;
    const acts = speechActs(said);
    const items = acts.flatMap((act) => itemOf(act, sentence, { isOneOfSeveral: acts.length > 1 }, setting) ?? []);
    const isTold = toldBy(setting.events, sentence);
    target.push(...inWriting(items, acts.length, sentence, setting).filter((item) => !isTold(item)));
  }
  // What a mail quotes was asked before: its answer says what is left of it.
  return found.length > 0 ? found : quoted;
}

/** Whether an item is the event that the same sentence tells of. */
const toldBy =
  (events: readonly ConversationEvent[], { text }: Sentence) =>
  ({ dueAt }: Found): boolean =>
    events.some(
      ({ start, description }) =>
        start.getTime() === dueAt?.getTime() && description.includes(finished(withoutOpening(text))),
    );

function itemOf(
  act: SpeechAct,
  sentence: Sentence,
  { isOneOfSeveral, label }: { readonly isOneOfSeveral: boolean; readonly label?: string },
  { sentences, people, calendar }: Setting,
): Found | undefined {
  if (act.name !== undefined && !people.isName(act.name, sentence)) return undefined;
  const reply = act.asked ? replyTo(sentence, sentences) : undefined;
  if (reply && REFUSAL.test(reply.text)) return undefined;
  const owner = label === undefined ? ownerOf(act, sentence.speaker, reply, people) : { isUser: false, label };
  if (owner === undefined || isJoke(sentence, sentences)) return undefined;
  const imperative = worded(act, { sentence, sentences, people, owner });
  if (imperative === undefined) return undefined;
  const dueAt = dueOf(act.imperative, isOneOfSeveral ? act.imperative : sentence.text, calendar) ?? null;
  const lasting = dueAt ? withoutRelativeTimes(imperative) : imperative;
  if (!saysEnough(lasting)) return undefined;
  const weight = (dueAt ? 2 : 0) + (act.kind === "shared" ? 0 : 1) + (owner.label === undefined ? 0 : 0.5);
  return {
    description: described(lasting, owner),
    dueAt,
    segmentIds: sentence.segmentIds,
    words: keyOf(lasting),
    weight,
    index: sentence.index,
  };
}

/** The day named with the task itself; else that of its sentence, where this names but one: a memo without stops tells more. */
function dueOf(task: string, sentence: string, calendar: Setting["calendar"]): Date | undefined {
  const daysIn = (text: string): number => calendar.mentions(text).filter(({ hasDay }) => hasDay).length;
  return calendar.due(daysIn(task) > 0 || daysIn(sentence) > 1 ? task : sentence);
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
  const isDated = setting.calendar.due(sentence.text) !== undefined;
  const task = taskInWriting(sentence, setting.people.labelOf(sentence.speaker), isDated);
  if (task === undefined) return [];
  const { words, isOrder } = task;
  const dueAt = dueOf(words, sentence.text, setting.calendar) ?? null;
  const timeless = withoutRelativeTimes(words);
  if (!WORD.test(timeless)) return [];
  // "Send it tomorrow" says too little without its time.
  const lasting = dueAt && isOrder && saysEnough(timeless) ? timeless : words;
  return [
    {
      description: lasting,
      dueAt,
      segmentIds: sentence.segmentIds,
      words: keyOf(lasting),
      weight: (dueAt ? 2 : 0) + probability,
      index: sentence.index,
    },
  ];
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
