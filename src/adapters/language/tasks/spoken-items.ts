import { withoutRelativeTimes } from "../dates/relative-times.js";
import type { Sentence } from "../text/analysis.js";
import { commonWords } from "../text/common-words.js";
import { compiled } from "../text/compiled.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import type { ActClassifier } from "./act-classifier.js";
import { bindingOf, isBound } from "./binding.js";
import type { Candidate, Heard } from "./candidate.js";
import { dueBy, withoutLaterToday } from "./due-dates.js";
import type { Duty } from "./duties.js";
import { described, keyOf, type Owner, saysEnough, worded } from "./duty-wording.js";
import { Exchanges } from "./exchanges.js";
import type { Found, Setting } from "./found-items.js";
import { heardActs } from "./heard-acts.js";
import type { MentionClassifier } from "./mention-classifier.js";
import { objectOf } from "./objects.js";
import { withoutRunOns } from "./run-on-speech.js";
import { UNUSUAL_LIKELY } from "./spoken-act.js";
import { actPatterns } from "./spoken-acts.js";
import type { TaskClassifier } from "./task-classifier.js";

/** What people in a dialogue took on and were asked for, over all the turns in which they spoke of it. */
export async function spokenItems(setting: Setting, { tasks, ...classifiers }: SpeechClassifiers): Promise<Found[]> {
  const { candidates, heard } = await spokenCandidates(setting, classifiers);
  const found: Found[] = [];
  for (const candidate of candidates) {
    if (isYieldDue()) await yieldToEventLoop();
    if (isTask(candidate, tasks.probability(candidate, heard))) found.push(candidate.item);
  }
  return found;
}

/**
 * How likely it must be that somebody is left with it to do: where its forms say so as well, where only words do that
 * are said of all kinds of doings, and where its forms say otherwise.
 */
const LIKELY = { bound: 0.4, unusual: 0.55, unbound: 0.7 };

export function isTask({ binding, duty }: Candidate, likelihood: number): boolean {
  if (!isBound(binding)) return likelihood >= LIKELY.unbound;
  return likelihood >= (duty.versions.every(({ act }) => act.isUnusual) ? LIKELY.unusual : LIKELY.bound);
}

/** Those that are spoken of later are left out. A working day of ordinary talk has a third as many. */
const MAX_DUTIES = 2_000;

/** What tells talk from tasks in speech. */
export interface SpeechClassifiers {
  /** Of acts of speech: what somebody does by one clause. */
  readonly acts: ActClassifier;
  /** Of what came of them. */
  readonly tasks: TaskClassifier;
  /** Of what "it" and "them" mean in them. */
  readonly mentions: MentionClassifier;
}

/** All that may be left to do after a dialogue. */
export async function spokenCandidates(
  setting: Setting,
  { acts, mentions }: Omit<SpeechClassifiers, "tasks">,
): Promise<{ readonly candidates: readonly Candidate[]; readonly heard: Heard }> {
  await compiled(actPatterns);
  const { people, calendar } = setting;
  const sentences = withoutRunOns(setting.sentences, people.labels());
  const commands = sentences.filter(isCommand).length / sentences.length;
  const heard = { ...setting, sentences, mentions, commands, commonWords: commonWords(sentences) };
  const exchanges = new Exchanges(people, calendar);
  for (const { sentence, said, acts: all } of heardActs(sentences, people)) {
    if (exchanges.duties.length >= MAX_DUTIES) break;
    if (isYieldDue()) await yieldToEventLoop();
    calendar.hear(sentence.text);
    const weighed = all.map((act) => ({ ...act, likelihood: acts.probability(act, sentence, sentences) }));
    exchanges.hear(
      sentence,
      said,
      weighed.filter(({ isUnusual, likelihood }) => !isUnusual || likelihood >= UNUSUAL_LIKELY),
    );
  }
  const candidates: Candidate[] = [];
  for (const duty of exchanges.duties) {
    if (isYieldDue()) await yieldToEventLoop();
    const candidate = candidateOf(duty, heard);
    if (candidate) candidates.push(candidate);
  }
  return { candidates, heard };
}

function isCommand({ tokens }: Sentence): boolean {
  const first = tokens.find(({ pos }) => pos !== "SPACE" && pos !== "PUNCT");
  return first?.pos === "VERB" && first.lemma === first.lower;
}

function candidateOf(settled: Duty, setting: Heard): Candidate | undefined {
  const { people } = setting;
  const duty = { ...settled, due: settled.due ?? arrivalOf(settled, setting) };
  const { isFor } = duty;
  // Nobody can be held to what a number has promised.
  if (duty.dropped || (isFor && people.isStranger(isFor))) return undefined;
  const owner = { isUser: isFor?.isUser ?? false, label: duty.calledName ?? (isFor && people.labelOf(isFor)) };
  const wording = bestWording(duty, owner, setting);
  if (wording === undefined) return undefined;
  const dueAt = duty.due ?? null;
  const timeless = dueAt ? withoutLaterToday(withoutRelativeTimes(wording)) : wording;
  const lasting = (duty.isPutOff ? withoutDays(timeless) : timeless).replace(TRAILING, "");
  if (!saysEnough(lasting)) return undefined;
  const weight =
    (dueAt ? 2 : 0) +
    (duty.act.kind === "shared" ? 0 : 1) +
    (duty.agreed || duty.promised ? 1 : 0) +
    (owner.label === undefined ? 0 : 0.5);
  const item = {
    description: described(lasting, owner),
    dueAt,
    segmentIds: [...duty.places],
    words: keyOf(lasting),
    weight,
    index: duty.versions[0].sentence.index,
  };
  return { item, duty, owner, binding: bindingOf(duty, setting) };
}

/** "And also", where the speaker goes on to other matters. */
const TRAILING = /(?:,? (?:and|but|so|also|or|because|then|and then))+[,.]?$/i;

/** What goes along with it: "don't take a taxi", "when I'm in". */
const ASIDE =
  /, (?:don't|do not|just|if|so|okay|right|yeah|yep)\b.*$| (?:when|once|while) (?:you're|you are|you|I'm)(?: (?:in|back|there|home|at it))?$/i;

/** Of the ways in which it was put, the one that says most; each may lean on what the one before it was about. */
function bestWording(
  { versions, isFor, isReplaced, topic, due }: Duty,
  owner: Owner,
  { sentences, people, mentions }: Heard,
): string | undefined {
  let best: string | undefined;
  let most = -Infinity;
  let about: readonly string[] = [];
  for (const { act, sentence, addressee } of versions) {
    if (best !== undefined && repeats(act.imperative, best)) continue;
    const kind = isFor?.key === sentence.speaker.key && act.kind === "request" ? "commitment" : act.kind;
    const imperative = due ? withoutRelativeTimes(act.imperative) : act.imperative;
    const whole = worded(
      { ...act, kind, imperative },
      { sentence, sentences, people, owner, addressee, about, mentioned: mentions },
    );
    if (whole === undefined) continue;
    const wording = whole.replace(ASIDE, "");
    const object = objectOf(wording);
    if (object !== undefined) about = [object];
    const says = keyOf(withoutRelativeTimes(wording)).size - (act.isNeed || /^do\b/.test(wording) ? NEED_SAYS_LESS : 0);
    if (says > most || isReplaced) [best, most] = [wording, says];
  }
  return best === undefined || topic === undefined || / about /.test(best) ? best : `${best} ${topic}`;
}

/** "Call the venue" – "I'll call them": the second says no more. */
function repeats(imperative: string, wording: string): boolean {
  const verb = /^(?<verb>\S+) (?:it|them|him|her|that|those)\b/i.exec(imperative)?.groups?.["verb"];
  return verb !== undefined && wording.toLowerCase().startsWith(`${verb.toLowerCase()} `);
}

/** In words, against the way in which somebody takes it on; "do the pills" says as little. */
const NEED_SAYS_LESS = 3;

const DAYS =
  /,? (?:(?:by|on|before|until|till|for),? )?(?:(?:let's )?say )?(?:next |this )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \p{Ll}+(?:th|first|second|third))(?: (?:morning|afternoon|evening))?(?=$|[,.;])/giu;

/** Without the days that others took the place of. */
const withoutDays = (text: string): string => text.replace(DAYS, "");

const FETCHING = /^(?:fetch|collect|pick (?:up|(?:him|her|them) up)|meet|drive|get) (?:him|her|them|\p{Lu})/iu;
const ARRIVAL = /\b(?:lands?|arriv\w+|gets? in|comes? in|flies in|flight|train|coach|ferry|plane|due in|back from)\b/i;
/** How far back it is looked for, in sentences. */
const SPOKEN_OF = 6;

/** Whom one fetches one fetches when they come. */
function arrivalOf({ versions }: Duty, { sentences, calendar }: Setting): Date | undefined {
  const [{ act, sentence }] = versions;
  const last = versions.at(-1)?.sentence ?? sentence;
  if (!FETCHING.test(act.imperative)) return undefined;
  const before = sentences.slice(Math.max(0, sentence.index - SPOKEN_OF), last.index + 1).reverse();
  for (const { text } of before) {
    const due = ARRIVAL.test(text) ? dueBy(text, calendar) : undefined;
    if (due) return due;
  }
  return undefined;
}
