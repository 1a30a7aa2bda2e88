import { categories, type Category } from "../../domain/category.js";
import { mostFound, noSummary } from "../../domain/digest.js";
import { actionItemDescription, memoryContent } from "../../domain/limits.js";
import { memoryCategories, type MemoryCategory } from "../../domain/memory-category.js";
import { oneOf, Refused, text, type Rule } from "../../domain/rules.js";
import type { FoundDigest } from "../../ports/driven/summariser.js";
import {
  dateTime,
  emoji,
  flag,
  minutes,
  object,
  oneOfNumbers,
  optional,
  prose,
  references,
  several,
} from "./answer-rules.js";
import type { Said } from "../../domain/written-text.js";

/** The longest that an event lasts, in minutes: a month. */
const LONGEST_EVENT = 31 * 24 * 60;

/** What a model may write, in code points: a phrase, and some 120 words. */
const TITLE_LENGTH = 80;
const OVERVIEW_LENGTH = 1500;

export interface Headline {
  readonly title: string;
  readonly overview: string;
  readonly category: Category;
  readonly emoji: string;
}

const headline = (said: Said) => ({
  title: prose(text({ max: TITLE_LENGTH }), `At most ${TITLE_LENGTH} characters.`, said),
  overview: prose(text({ max: OVERVIEW_LENGTH }), `At most ${OVERVIEW_LENGTH} characters.`, said),
  category: oneOf(categories),
  emoji,
});

interface Answer extends Headline {
  readonly discard: boolean;
  readonly tasks: readonly { readonly task: string; readonly due: Date | null; readonly segments: readonly string[] }[];
  readonly events: readonly {
    readonly title: string;
    readonly start: Date;
    readonly minutes: number;
    readonly description: string;
    readonly segments: readonly string[];
  }[];
  readonly memories: readonly AnsweredFact[];
}

interface AnsweredFact {
  readonly fact: string;
  readonly category: MemoryCategory;
  readonly segments: readonly string[];
  /** Asked for only where there is something to supersede. */
  readonly supersedes?: number | null;
}

export interface Setting {
  /** The ids of the segments that are shown, by the numbers they are shown with. */
  readonly segmentIds: ReadonlyMap<number, string>;
  /** The places of the known facts that may be superseded, by the numbers they are shown with. */
  readonly openFacts: ReadonlyMap<number, number>;
  readonly said: Said;
  readonly startedAt: Date;
  readonly timeZone: string;
}

const DAY = 86_400_000;

/** What is to be answered about a transcript, read as a digest by the domain's own rules. */
export function digestAnswer({ segmentIds, openFacts, said, startedAt, timeZone }: Setting): Rule<FoundDigest> {
  const segments = references(segmentIds);
  const task = prose(
    actionItemDescription,
    `At most ${String(actionItemDescription.schema()["maxLength"])} characters.`,
    said,
  );
  const due = dateTime(timeZone, new Date(startedAt.getTime() - DAY));
  const eventTitle = prose(text({ min: 1, max: TITLE_LENGTH }), `At most ${TITLE_LENGTH} characters.`, said);
  const start = dateTime(timeZone);
  const description = prose(text({ max: OVERVIEW_LENGTH }), "One sentence, or nothing.", said);
  const fact = prose(memoryContent, `At most ${String(memoryContent.schema()["maxLength"])} characters.`, said);
  const plainFact = { fact, category: oneOf(memoryCategories), segments };
  const memory: Rule<AnsweredFact> =
    openFacts.size > 0 ? object({ ...plainFact, supersedes: oneOfNumbers(openFacts) }) : object(plainFact);
  const answer = object<Answer>({
    ...headline(said),
    discard: flag,
    tasks: several(object({ task, due: optional(due), segments }), mostFound.actionItems),
    events: several(
      object({ title: eventTitle, start, minutes: minutes(LONGEST_EVENT), description, segments }),
      mostFound.events,
    ),
    memories: several(memory, mostFound.memories),
  });
  return {
    read(raw) {
      const read = answer.read(raw);
      if (read instanceof Refused) return read;
      return read.discard ? discarded(read) : (blank(read) ?? digestOf(read));
    },
    schema: () => answer.schema(),
  };
}

/** What several parts have in common. */
export function headlineAnswer(said: Said): Rule<Headline> {
  const answer = object<Headline>(headline(said));
  return {
    read(raw) {
      const read = answer.read(raw);
      return read instanceof Refused ? read : (blank(read) ?? read);
    },
    schema: () => answer.schema(),
  };
}

/** Only of what is discarded nothing need be said. */
function blank({ title, overview }: Headline): Refused | undefined {
  const missing = Object.entries({ title, overview }).find(([, written]) => written === "");
  return missing && Refused.because("blank", "Input should not be blank").under(missing[0]);
}

function discarded({ title, overview, category, emoji: sign }: Answer): FoundDigest {
  return { ...noSummary, title, overview, category, emoji: sign, actionItems: [], memories: [], discard: true };
}

function digestOf({ title, overview, category, emoji: sign, tasks, events, memories }: Answer): FoundDigest {
  return {
    title,
    overview,
    category,
    emoji: sign,
    actionItems: tasks.map(({ task, due, segments }) => ({ description: task, dueAt: due, segmentIds: segments })),
    events: events.map(({ title: name, start, minutes: duration, description, segments }) => ({
      title: name,
      start,
      description,
      duration,
      created: false,
      segmentIds: segments,
    })),
    memories: memories.map(({ fact, category: kind, segments, supersedes }) => ({
      content: fact,
      category: kind,
      segmentIds: segments,
      ...(supersedes == null ? {} : { supersedesFact: supersedes }),
    })),
    discard: false,
  };
}
