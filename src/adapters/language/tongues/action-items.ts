import type { ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import type { Sentence } from "../text/analysis.js";
import type { Calendar } from "../dates/dates.js";
import { joinSegmentIds } from "../text/analysis-limits.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import type { People } from "../talk/people.js";
import { capitalised, clip } from "../text/plain-text.js";
import { replyTo } from "../talk/replies.js";
import type { Speaker } from "../text/utterances.js";
import { type Act, actsIn } from "./acts.js";
import { tokensOf } from "./clauses.js";
import type { FactForms } from "./fact-forms.js";
import { NEAR } from "./noun-phrases.js";
import type { Parties } from "./parties.js";
import type { Tongue } from "./tongue.js";

const MOST_ITEMS = 12;
const MOST_FOUND = 96;
const LONGEST = 300;
/** More words than these are a story. */
const MOST_WORDS = 60;
/** What is promised so soon after it was asked for is the same, though said in other words. */
const SOON = 3;
/** For so many sentences a day that was named is spoken of. */
const SPOKEN_OF = 20;
/** Of so many words of the shorter of two tasks the other says the same. */
const SAME = 0.6;

interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly calendar: Calendar;
  readonly tongue: Tongue;
  readonly forms: FactForms;
}

export interface Tasks {
  readonly items: ExtractedActionItem[];
  /** The sentences that tell of them. */
  readonly told: ReadonlySet<number>;
}

interface Found {
  readonly act: Act;
  readonly owner: Speaker | undefined;
  readonly dueAt: Date | null;
  readonly words: ReadonlySet<string>;
  readonly index: number;
  readonly segmentIds: readonly string[];
}

/**
 * Decision 6.4, in a language that is known by its lexicon alone: what someone promises or is asked for, as the language
 * words a task, with the name of who is to act when it is not the user. When in doubt, none.
 */
export async function tasksIn(setting: Setting): Promise<Tasks> {
  const found: Found[] = [];
  const told = new Set<number>();
  for (const sentence of setting.sentences) {
    if (isYieldDue()) await yieldToEventLoop();
    setting.calendar.hear(sentence.text);
    if (sentence.words.length > MOST_WORDS || found.length === MOST_FOUND) continue;
    for (const item of itemsIn(sentence, setting)) {
      merge(found, item);
      told.add(sentence.index);
    }
  }
  const items = found
    .sort((a, b) => Number(b.dueAt !== null) - Number(a.dueAt !== null) || a.index - b.index)
    .slice(0, MOST_ITEMS)
    .sort((a, b) => a.index - b.index)
    .map(({ act, owner, dueAt, segmentIds }) => ({
      description: clip(described(act.task, owner, setting.people), LONGEST),
      dueAt,
      segmentIds,
    }));
  return { items, told };
}

function described(task: string, owner: Speaker | undefined, people: People): string {
  const label = owner && !owner.isUser ? people.labelOf(owner) : undefined;
  return label === undefined ? capitalised(task) : `${label}: ${task}`;
}

function itemsIn(sentence: Sentence, setting: Setting): Found[] {
  const { sentences, people, calendar, tongue } = setting;
  const { speaker, index, text, segmentIds } = sentence;
  const reply = replyTo(sentence, sentences);
  const addressee = calledIn(text, speaker, people) ?? people.otherThan(speaker) ?? reply?.speaker;
  const acts = actsIn(text, tongue, {
    before: sentences
      .slice(Math.max(0, index - NEAR), index)
      .toReversed()
      .map((other) => ({ text: other.text, isOwn: other.speaker.key === speaker.key })),
    isCalled: calledIn(text, speaker, people) !== undefined,
    parties: partiesOf(speaker, addressee, people),
    forms: setting.forms,
  });
  return acts.flatMap((act) => {
    const isOwn = act.kind === "promise" || act.kind === "offer";
    const owner = isOwn ? speaker : addressee;
    // What one hand has written asks its reader.
    const isAlone = people.count === 1;
    if (!isAlone && (!owner || people.isStranger(owner))) return [];
    const isAnswered = !isOwn && owner !== undefined && reply?.speaker.key === owner.key;
    const dueAt = isOfAnotherDay(act.said, setting, index)
      ? undefined
      : (calendar.due(act.said) ??
        (acts.length === 1 ? calendar.due(text) : undefined) ??
        (isAnswered ? calendar.due(reply.text) : undefined));
    if (!isTaken(act, dueAt, sentence, reply, setting)) return [];
    return [{ act, owner, dueAt: dueAt ?? null, words: contentOf(act.task, tongue), index, segmentIds }];
  });
}

/** "I'll come at half past ten", when the talk is of Saturday: which day that is stays open. */
function isOfAnotherDay(said: string, { calendar, sentences }: Setting, index: number): boolean {
  const own = calendar.mentions(said);
  if (own.length === 0 || own.some(({ hasDay, hasHour }) => hasDay || !hasHour)) return false;
  return sentences
    .slice(Math.max(0, index - SPOKEN_OF), index)
    .some(({ text }) => calendar.mentions(text).some(({ hasDay }) => hasDay));
}

/** Who is called by name: "Ana, can you ...". */
function calledIn(text: string, speaker: Speaker, people: People): Speaker | undefined {
  const called = /^[¿¡]?(?:\p{L}+,? )?(\p{Lu}\p{L}+),|, (\p{Lu}\p{L}+)[?!.]?$/u.exec(text);
  const named = called && people.byName(called[1] ?? called[2] ?? "");
  return named && named.key !== speaker.key ? named : undefined;
}

/** A number is nobody: the task stands without whom it names. */
function partiesOf(speaker: Speaker, addressee: Speaker | undefined, people: People): Parties {
  return {
    me: people.nameOf(speaker),
    you: addressee && people.nameOf(addressee),
    user: speaker.isUser ? "me" : addressee?.isUser === true ? "you" : undefined,
  };
}

/** A promise holds by itself; what is asked for, or offered, as far as the answer goes. */
function isTaken(
  { kind, verb, task, isWhole, isKind }: Act,
  dueAt: Date | undefined,
  sentence: Sentence,
  reply: Sentence | undefined,
  { tongue, sentences }: Setting,
): boolean {
  const { speech } = tongue;
  if (speech.verbs.isWeak(verb) && !(isWhole && (dueAt !== undefined || namesAThing(task, verb, tongue)))) return false;
  if (dueAt === undefined && speech.verbs.isSlight(verb)) return false;
  if (kind === "promise") return true;
  const answers = reply
    ? sentences.slice(reply.index, reply.index + 2).filter(({ speaker }) => speaker.key === reply.speaker.key)
    : [];
  const isRefused = reply !== undefined && speech.no.test(reply.text) && !speech.yes.test(reply.text);
  const isAgreed = answers.some(({ text }) => speech.yes.test(text) || speech.yes.test(speech.withoutLeads(text)));
  if (isRefused) return false;
  if (kind === "offer") return isAgreed;
  if (kind === "order") return isKind || isAgreed || dueAt !== undefined;
  return (
    isKind ||
    isAgreed ||
    kind === "request" ||
    (reply !== undefined && !reply.text.endsWith("?") && sentence.text.endsWith("?"))
  );
}

/** "Make a list", and not "do it after work". */
function namesAThing(task: string, verb: string, tongue: Tongue): boolean {
  const [first] = tokensOf(task.startsWith(verb) ? task.slice(verb.length) : task);
  return (
    first !== undefined && (tongue.isDeterminer(first.lower.replace("'", "")) || !tongue.isFunctionWord(first.lower))
  );
}

const contentOf = (task: string, tongue: Tongue): ReadonlySet<string> =>
  new Set(
    tokensOf(task)
      .filter(({ text, lower }) => /^\p{L}{2}|^\d/u.test(text) && !tongue.isFunctionWord(lower))
      .map(({ lower }) => tongue.stem(lower)),
  );

/** The same said twice, or asked for and then promised, is one: as it was said most fully, with the time that was named. */
function merge(found: Found[], item: Found): void {
  const at = found.findIndex((other) => isSame(other, item));
  const other = found[at];
  if (!other) {
    found.push(item);
    return;
  }
  const better = isFuller(item, other) ? item : other;
  const segmentIds = joinSegmentIds(other.segmentIds, item.segmentIds);
  found[at] = { ...better, dueAt: item.dueAt ?? other.dueAt, index: other.index, segmentIds };
}

function isSame(a: Found, b: Found): boolean {
  if (a.owner?.key !== b.owner?.key) return false;
  const isNear = Math.abs(b.index - a.index) <= SOON;
  if (isNear && a.act.verb === b.act.verb && (!b.act.isWhole || !a.act.isWhole)) return true;
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const fewer = Math.max(1, Math.min(a.words.size, b.words.size));
  const isAnswer = isNear && a.act.kind !== "promise" && b.act.kind === "promise" && b.index > a.index;
  return (shared / fewer >= SAME && (shared > 1 || fewer === 1 || isAnswer)) || (isAnswer && shared > 0);
}

function isFuller(a: Found, b: Found): boolean {
  if (a.act.isWhole !== b.act.isWhole) return a.act.isWhole;
  return a.words.size > b.words.size || (a.words.size === b.words.size && a.dueAt !== null && b.dueAt === null);
}
