import { compiled } from "../text/compiled.js";
import { dueBy, withoutLaterToday } from "./due-dates.js";
import type { Duty } from "./duties.js";
import { described, keyOf, saysEnough, worded } from "./duty-wording.js";
import { Exchanges } from "./exchanges.js";
import type { Found, Setting } from "./found-items.js";
import { giveWay, isHoldingUp } from "../text/give-way.js";
import { heardActs } from "./heard-acts.js";
import { withoutRelativeTimes } from "../dates/relative-times.js";
import { objectOf } from "./objects.js";
import { withoutRunOns } from "./run-on-speech.js";
import { SURE, UNUSUAL_SURE } from "./spoken-act.js";
import { actPatterns } from "./spoken-acts.js";
import type { TaskClassifier } from "./task-classifier.js";

/**
 * What people in a dialogue took on and were asked for, over all the turns in which they spoke of it.
 * @param tasks tells what leaves somebody with something to do.
 */
export async function spokenItems(heard: Setting, tasks: TaskClassifier): Promise<Found[]> {
  await compiled(actPatterns);
  const { people, calendar } = heard;
  const sentences = withoutRunOns(heard.sentences, people.labels());
  const setting = { ...heard, sentences };
  const exchanges = new Exchanges(people, calendar);
  for (const { sentence, said, acts } of heardActs(sentences, people)) {
    if (isHoldingUp()) await giveWay();
    calendar.hear(sentence.text);
    const weighed = acts.map((act) => ({ ...act, likelihood: tasks.probability(act, sentence, sentences) }));
    exchanges.hear(
      sentence,
      said,
      weighed.filter(({ isUnusual, likelihood }) => !isUnusual || likelihood >= UNUSUAL_SURE),
    );
  }
  const found: Found[] = [];
  for (const duty of exchanges.duties) {
    if (isHoldingUp()) await giveWay();
    const item = itemOf(duty, setting);
    if (item) found.push(item);
  }
  return found;
}

function itemOf(settled: Duty, setting: Setting): Found | undefined {
  const { people } = setting;
  const duty = { ...settled, due: settled.due ?? arrivalOf(settled, setting) };
  const { isFor } = duty;
  // Nobody can be held to what a number has promised.
  if (!isBinding(duty, setting) || (isFor && people.isStranger(isFor))) return undefined;
  const owner = { isUser: isFor?.isUser ?? false, label: duty.calledName ?? (isFor && people.labelOf(isFor)) };
  const wording = bestWording(duty, owner, setting);
  if (wording === undefined) return undefined;
  const dueAt = duty.due ?? null;
  const timeless = dueAt ? withoutLaterToday(withoutRelativeTimes(wording)) : wording;
  const lasting = duty.isPutOff ? withoutDays(timeless) : timeless;
  if (!saysEnough(lasting)) return undefined;
  const weight =
    (dueAt ? 2 : 0) +
    (duty.act.kind === "shared" ? 0 : 1) +
    (duty.agreed || duty.promised ? 1 : 0) +
    (owner.label === undefined ? 0 : 0.5);
  return {
    description: described(lasting, owner),
    dueAt,
    segmentIds: [...duty.places],
    words: keyOf(lasting),
    weight,
    index: duty.versions[0].sentence.index,
  };
}

/** Whether anybody is bound by what was said, as far as it was taken up. */
function isBinding(duty: Duty, { people }: Setting): boolean {
  const { act, due, agreed, promised, thanked, isFor } = duty;
  if (duty.dropped) return false;
  const others = isFor !== undefined && !isFor.isUser && people.userTakesPart;
  const isTaken = agreed || promised || due !== undefined;
  if (act.kind === "request" && duty.ignored && !isTaken) return false;
  // What is told to an audience is not asked of anybody.
  if (act.kind === "request" && people.count === 1 && !duty.by.isUser && !/\b(?:me|my)\b/i.test(act.imperative))
    return false;
  // What "we" of whom the user is none must do is a matter of theirs.
  if (act.kind === "shared" && !duty.by.isUser && people.userTakesPart && !agreed && !due) return false;
  const inCompany = isFor === undefined && duty.calledName === undefined && people.count > 2;
  if (act.kind === "request" && inCompany && !agreed) return false;
  if (act.kind === "shared" && LIGHT.test(act.imperative) && !(due && agreed)) return false;
  // What others have to do is small talk, unless somebody here takes part in it.
  if (act.isObligation && others && !agreed) return false;
  if (duty.likelihood >= SURE) return true;
  switch (duty.needs) {
    case "nothing":
      return true;
    case "time":
      return due !== undefined || promised || thanked || (act.kind === "request" && agreed);
    case "agreement":
      return agreed || promised;
    case "promise":
      return promised;
  }
}

/** What all do together in the same hour: "let's make a start", "we'll have dinner". */
const LIGHT =
  /^(?:get|make|take|have|put|leave|bring|start|begin|do|go|finish|find|move|ask|add|share|show|read|keep|meet|join|help|check|give|draw|talk|work|run|try|turn|use|set|present|let)\b/i;

/** What goes along with it: "don't take a taxi", "when I'm in". */
const ASIDE =
  /, (?:don't|do not|just|if|so|okay|right|yeah|yep)\b.*$| (?:when|once|while) (?:you're|you are|you|I'm)(?: (?:in|back|there|home|at it))?$/i;

/** Of the ways in which it was put, the one that says most; each may lean on what the one before it was about. */
function bestWording(
  { versions, isFor, isReplaced, topic, due }: Duty,
  owner: { readonly isUser: boolean; readonly label: string | undefined },
  { sentences, people }: Setting,
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
      { sentence, sentences, people, owner, addressee, about, inSpeech: true },
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
