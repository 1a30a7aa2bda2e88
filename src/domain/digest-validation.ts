import { categories } from "./category.js";
import { clipText } from "./clip-text.js";
import { type ConversationEvent, type Digest, type DigestActionItem, type DigestMemory, noSummary } from "./digest.js";
import { isPresentable } from "./instant.js";
import {
  actionItemDescription,
  eventDescription,
  eventMinutes,
  eventTitle,
  memoryContent,
  MAX_OVERVIEW_LENGTH,
  MAX_SUMMARY_TITLE_LENGTH,
  summaryEmoji,
} from "./limits.js";
import { memoryCategories } from "./memory-category.js";
import { finite, list, oneOf, Refused, text, type Rule } from "./rules.js";
import type { Transcript } from "./transcript.js";
import { summariseTrivially } from "./trivial-summary.js";
import { isBlank } from "./white-space.js";

/** A memory of a summariser; `supersedesFact` is the position of the known fact that it contradicts. */
export type SummarisedMemory = Omit<DigestMemory, "supersedes"> & { readonly supersedesFact?: number };

/** The digest of a summariser. Its types are not verified: a model or third-party code made it. */
export type SummarisedDigest = Omit<Digest, "memories"> & { readonly memories: readonly SummarisedMemory[] };

/** The items that were dropped and the rules that were broken, without any text of the user. */
export interface DigestCorrections {
  readonly dropped: Readonly<Record<ItemKind, number>>;
  /** How often each rule was broken, such as `action_items.description.blank: 2`. */
  readonly reasons: Readonly<Record<string, number>>;
}

export interface ValidatedDigest {
  readonly digest: SummarisedDigest;
  /** Undefined when no rule was broken. */
  readonly corrections: DigestCorrections | undefined;
}

type ItemKind = "action_items" | "events" | "memories";

/** Returns the value that the rule accepts; otherwise counts the violation and returns undefined. */
type Reader = <T>(field: string, rule: Pick<Rule<T>, "read">, raw: unknown) => T | undefined;

/**
 * Validates the digest of a summariser item by item (decision 4.2). An invalid action item, event or memory is dropped,
 * so that it does not fail the conversation. An invalid due date is cleared. An invalid title, overview, category or
 * emoji is replaced or clipped.
 * @param transcript the summarised transcript: items may refer to its segments only.
 * @throws TypeError when the digest is not an object.
 */
export function validateDigest(found: SummarisedDigest, transcript: Transcript): ValidatedDigest {
  const raw: Unchecked = requireObject(found);
  const violations = new Violations();
  const read: Reader = (field, rule, value) => violations.read(field, rule, value);
  const segmentIds = references(new Set(transcript.segments.map(({ id }) => id)));
  const actionItems = items("action_items", raw["actionItems"], read, (item) => actionItemOf(item, segmentIds, read));
  const events = items("events", raw["events"], read, (event) => eventOf(event, segmentIds, read));
  const memories = items("memories", raw["memories"], read, (memory) => memoryOf(memory, segmentIds, read));
  const digest = {
    ...headlineOf(raw, transcript, read),
    actionItems: actionItems.kept,
    events: events.kept,
    memories: memories.kept,
    discard: raw["discard"] === true,
  };
  const dropped = {
    action_items: actionItems.dropped,
    events: events.dropped,
    memories: memories.dropped,
  };
  return { digest, corrections: violations.isEmpty ? undefined : { dropped, reasons: violations.counts } };
}

type Unchecked = Readonly<Record<string, unknown>>;

class Violations {
  private readonly byReason = new Map<string, number>();

  read<T>(field: string, rule: Pick<Rule<T>, "read">, raw: unknown): T | undefined {
    const value = rule.read(raw);
    if (!(value instanceof Refused)) return value;
    const reason = `${field}.${value.violations[0]?.code ?? "invalid"}`;
    this.byReason.set(reason, (this.byReason.get(reason) ?? 0) + 1);
    return undefined;
  }

  get isEmpty(): boolean {
    return this.byReason.size === 0;
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.byReason);
  }
}

function requireObject(found: unknown): Unchecked {
  if (isObject(found)) return found;
  throw new TypeError("The summariser yielded no digest");
}

const isObject = (value: unknown): value is Unchecked => typeof value === "object" && value !== null;

const anyObject: Pick<Rule<Unchecked>, "read"> = {
  read: (raw) => (isObject(raw) ? raw : Refused.because("object_type", "Input should be an object")),
};

const anyList: Pick<Rule<readonly unknown[]>, "read"> = {
  read: (raw) => (Array.isArray(raw) ? raw : Refused.because("list_type", "Input should be a valid list")),
};

const flag: Pick<Rule<boolean>, "read"> = {
  read: (raw) => (typeof raw === "boolean" ? raw : Refused.because("bool_type", "Input should be true or false")),
};

const instant: Pick<Rule<Date>, "read"> = {
  read: (raw) =>
    raw instanceof Date && isPresentable(raw)
      ? raw
      : Refused.because("datetime", "Input should be a date between the years 1 and 9999"),
};

const nonBlank = (rule: Rule<string>): Pick<Rule<string>, "read"> => ({
  read(raw) {
    const value = rule.read(raw);
    return value instanceof Refused || !isBlank(value) ? value : Refused.because("blank", "Input should not be blank");
  },
});

/** A rule for lists of IDs of existing segments. */
function references(ids: ReadonlySet<unknown>): Rule<string[]> {
  return list<string>({
    read: (raw) => (ids.has(raw) ? (raw as string) : Refused.because("segment_unknown", "No segment has this id")),
    schema: () => ({ type: "string" }),
  });
}

function items<T>(
  kind: ItemKind,
  raw: unknown,
  read: Reader,
  itemOf: (item: Unchecked) => T | undefined,
): { readonly kept: readonly T[]; readonly dropped: number } {
  const found = read(kind, anyList, raw) ?? [];
  const kept = found.flatMap((each) => {
    const item = read(kind, anyObject, each);
    return (item && itemOf(item)) ?? [];
  });
  return { kept, dropped: found.length - kept.length };
}

const description = nonBlank(actionItemDescription);
const content = nonBlank(memoryContent);
const memoryCategory = oneOf(memoryCategories);
const nonBlankEventTitle = nonBlank(eventTitle);
const duration = finite(eventMinutes);

function actionItemOf(raw: Unchecked, ids: Rule<string[]>, read: Reader): DigestActionItem | undefined {
  const task = read("action_items.description", description, raw["description"]);
  const segmentIds = read("action_items.segment_ids", ids, raw["segmentIds"]);
  if (task === undefined || segmentIds === undefined) return undefined;
  const dueAt = raw["dueAt"] == null ? null : (read("action_items.due_at", instant, raw["dueAt"]) ?? null);
  return { description: task, dueAt, segmentIds };
}

function eventOf(raw: Unchecked, ids: Rule<string[]>, read: Reader): ConversationEvent | undefined {
  const title = read("events.title", nonBlankEventTitle, raw["title"]);
  const start = read("events.start", instant, raw["start"]);
  const details = read("events.description", eventDescription, raw["description"]);
  const minutes = read("events.duration", duration, raw["duration"]);
  const created = read("events.created", flag, raw["created"]);
  const segmentIds = read("events.segment_ids", ids, raw["segmentIds"]);
  const isComplete = title !== undefined && start && details !== undefined && minutes !== undefined;
  if (!isComplete || created === undefined || segmentIds === undefined) return undefined;
  return { title, start, description: details, duration: Math.round(minutes), created, segmentIds };
}

function memoryOf(raw: Unchecked, ids: Rule<string[]>, read: Reader): SummarisedMemory | undefined {
  const fact = read("memories.content", content, raw["content"]);
  const category = read("memories.category", memoryCategory, raw["category"]);
  const segmentIds = read("memories.segment_ids", ids, raw["segmentIds"]);
  if (fact === undefined || category === undefined || segmentIds === undefined) return undefined;
  const { supersedesFact: position } = raw;
  const isPosition = typeof position === "number" && Number.isInteger(position);
  return { content: fact, category, segmentIds, ...(isPosition ? { supersedesFact: position } : {}) };
}

const category = oneOf(categories);

/** A blank title or overview is no violation: it is replaced by that of a trivial summary. */
function headlineOf(
  raw: Unchecked,
  transcript: Transcript,
  read: Reader,
): Pick<Digest, "title" | "overview" | "category" | "emoji"> {
  const prose = (field: "title" | "overview", max: number): string => {
    const written = raw[field];
    const value = read(field, text({ max }), written);
    const legible = value ?? (typeof written === "string" ? clipText(written.toWellFormed(), max) : "");
    return isBlank(legible) ? summariseTrivially(transcript)[field] : legible;
  };
  return {
    title: prose("title", MAX_SUMMARY_TITLE_LENGTH),
    overview: prose("overview", MAX_OVERVIEW_LENGTH),
    category: read("category", category, raw["category"]) ?? noSummary.category,
    emoji: read("emoji", nonBlank(summaryEmoji), raw["emoji"]) ?? noSummary.emoji,
  };
}
