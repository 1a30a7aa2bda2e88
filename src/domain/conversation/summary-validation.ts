import { categories } from "./conversation-attributes.js";
import { clipText, isBlank } from "../text/normalize-text.js";
import {
  type ConversationEvent,
  type SummaryResult,
  type ExtractedActionItem,
  type RawExtractedMemory,
  type RawSummaryResult,
  EMPTY_SUMMARY,
} from "./summary-result.js";
import { isInTimestampRange } from "../time/timestamps.js";
import {
  actionItemDescription,
  eventDescription,
  eventMinutes,
  eventTitle,
  memoryContent,
  MAX_OVERVIEW_LENGTH,
  MAX_SUMMARY_TITLE_LENGTH,
  summaryEmoji,
} from "../limits.js";
import { memoryCategories } from "../memory/memory-category.js";
import { createViolation } from "../errors.js";
import { finite, list, oneOf, ValidationFailure, text, type Rule } from "../rules.js";
import type { Transcript } from "./transcript.js";
import { summariseTrivially } from "./trivial-summary.js";

/** The items that were dropped and the rules that were broken, without any text of the user. */
export interface SummaryCorrections {
  readonly dropped: Readonly<Record<ItemKind, number>>;
  /** How often each rule was broken, such as `actionItems.description.blank: 2`. */
  readonly reasons: Readonly<Record<string, number>>;
}

export interface ValidatedSummaryResult {
  readonly result: RawSummaryResult;
  /** Undefined when no rule was broken. */
  readonly corrections: SummaryCorrections | undefined;
}

type ItemKind = "actionItems" | "events" | "memories";

/** Returns the value that the rule accepts; otherwise counts the violation and returns undefined. */
type RuleReader = <T>(field: string, rule: Pick<Rule<T>, "read">, raw: unknown) => T | undefined;

/**
 * Validates the result of a summariser item by item (decision 4.2). An invalid action item, event or memory is dropped,
 * so that it does not fail the conversation. An invalid due date is cleared. An invalid title, overview, category or
 * emoji is replaced or clipped.
 * @param transcript the summarised transcript: items may refer to its segments only.
 * @throws TypeError when the result is not an object.
 */
export function validateSummaryResult(input: RawSummaryResult, transcript: Transcript): ValidatedSummaryResult {
  const raw: UncheckedObject = requireObject(input);
  const violations = new ViolationCounter();
  const read: RuleReader = (field, rule, value) => violations.read(field, rule, value);
  const segmentIdsRule = createSegmentIdsRule(new Set(transcript.segments.map(({ id }) => id)));
  const actionItems = readItems("actionItems", raw["actionItems"], read, (item) =>
    parseActionItem(item, segmentIdsRule, read),
  );
  const events = readItems("events", raw["events"], read, (event) => parseEvent(event, segmentIdsRule, read));
  const memories = readItems("memories", raw["memories"], read, (memory) => parseMemory(memory, segmentIdsRule, read));
  const result = {
    ...parseHeader(raw, transcript, read),
    actionItems: actionItems.accepted,
    events: events.accepted,
    memories: memories.accepted,
    discard: raw["discard"] === true,
  };
  const dropped = {
    actionItems: actionItems.dropped,
    events: events.dropped,
    memories: memories.dropped,
  };
  return { result, corrections: violations.isEmpty ? undefined : { dropped, reasons: violations.counts } };
}

type UncheckedObject = Readonly<Record<string, unknown>>;

class ViolationCounter {
  private readonly countsByReason = new Map<string, number>();

  read<T>(field: string, rule: Pick<Rule<T>, "read">, raw: unknown): T | undefined {
    const value = rule.read(raw);
    if (!(value instanceof ValidationFailure)) return value;
    const reason = `${field}.${value.violations[0]?.code ?? "invalid"}`;
    this.countsByReason.set(reason, (this.countsByReason.get(reason) ?? 0) + 1);
    return undefined;
  }

  get isEmpty(): boolean {
    return this.countsByReason.size === 0;
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.countsByReason);
  }
}

function requireObject(value: unknown): UncheckedObject {
  if (isObject(value)) return value;
  throw new TypeError("The summariser returned no result object");
}

const isObject = (value: unknown): value is UncheckedObject => typeof value === "object" && value !== null;

const objectRule: Pick<Rule<UncheckedObject>, "read"> = {
  read: (raw) => (isObject(raw) ? raw : ValidationFailure.create("object_type", "must be an object")),
};

const listRule: Pick<Rule<readonly unknown[]>, "read"> = {
  read: (raw) => (Array.isArray(raw) ? raw : new ValidationFailure([createViolation("list_type")])),
};

const booleanRule: Pick<Rule<boolean>, "read"> = {
  read: (raw) => (typeof raw === "boolean" ? raw : ValidationFailure.create("bool_type", "must be true or false")),
};

const dateRule: Pick<Rule<Date>, "read"> = {
  read: (raw) =>
    raw instanceof Date && isInTimestampRange(raw)
      ? raw
      : ValidationFailure.create("datetime", "must be a date between the years 1 and 9999"),
};

const nonBlank = (rule: Rule<string>): Pick<Rule<string>, "read"> => ({
  read(raw) {
    const value = rule.read(raw);
    return value instanceof ValidationFailure || !isBlank(value)
      ? value
      : ValidationFailure.create("blank", "must not be blank");
  },
});

/** A rule for lists of IDs of existing segments. */
function createSegmentIdsRule(segmentIds: ReadonlySet<unknown>): Rule<string[]> {
  return list<string>({
    read: (raw) =>
      segmentIds.has(raw)
        ? (raw as string)
        : ValidationFailure.create("segment_unknown", "must be the ID of a segment"),
    schema: () => ({ type: "string" }),
  });
}

function readItems<T>(
  kind: ItemKind,
  raw: unknown,
  read: RuleReader,
  parseItem: (item: UncheckedObject) => T | undefined,
): { readonly accepted: readonly T[]; readonly dropped: number } {
  const entries = read(kind, listRule, raw) ?? [];
  const accepted = entries.flatMap((entry) => {
    const item = read(kind, objectRule, entry);
    return (item && parseItem(item)) ?? [];
  });
  return { accepted, dropped: entries.length - accepted.length };
}

const descriptionRule = nonBlank(actionItemDescription);
const contentRule = nonBlank(memoryContent);
const memoryCategoryRule = oneOf(memoryCategories);
const eventTitleRule = nonBlank(eventTitle);
const durationRule = finite(eventMinutes);

function parseActionItem(
  raw: UncheckedObject,
  segmentIdsRule: Rule<string[]>,
  read: RuleReader,
): ExtractedActionItem | undefined {
  const description = read("actionItems.description", descriptionRule, raw["description"]);
  const segmentIds = read("actionItems.segmentIds", segmentIdsRule, raw["segmentIds"]);
  if (description === undefined || segmentIds === undefined) return undefined;
  const dueAt = raw["dueAt"] == null ? null : (read("actionItems.dueAt", dateRule, raw["dueAt"]) ?? null);
  return { description, dueAt, segmentIds };
}

function parseEvent(
  raw: UncheckedObject,
  segmentIdsRule: Rule<string[]>,
  read: RuleReader,
): ConversationEvent | undefined {
  const title = read("events.title", eventTitleRule, raw["title"]);
  const start = read("events.start", dateRule, raw["start"]);
  const description = read("events.description", eventDescription, raw["description"]);
  const minutes = read("events.duration", durationRule, raw["duration"]);
  const created = read("events.created", booleanRule, raw["created"]);
  const segmentIds = read("events.segmentIds", segmentIdsRule, raw["segmentIds"]);
  const isComplete = title !== undefined && start && description !== undefined && minutes !== undefined;
  if (!isComplete || created === undefined || segmentIds === undefined) return undefined;
  return { title, start, description, duration: Math.round(minutes), created, segmentIds };
}

function parseMemory(
  raw: UncheckedObject,
  segmentIdsRule: Rule<string[]>,
  read: RuleReader,
): RawExtractedMemory | undefined {
  const content = read("memories.content", contentRule, raw["content"]);
  const category = read("memories.category", memoryCategoryRule, raw["category"]);
  const segmentIds = read("memories.segmentIds", segmentIdsRule, raw["segmentIds"]);
  if (content === undefined || category === undefined || segmentIds === undefined) return undefined;
  const { supersedesFact: position } = raw;
  const isPosition = typeof position === "number" && Number.isInteger(position);
  return { content, category, segmentIds, ...(isPosition ? { supersedesFact: position } : {}) };
}

const categoryRule = oneOf(categories);

/** A blank title or overview is no violation: it is replaced by that of a trivial summary. */
function parseHeader(
  raw: UncheckedObject,
  transcript: Transcript,
  read: RuleReader,
): Pick<SummaryResult, "title" | "overview" | "category" | "emoji"> {
  const readText = (field: "title" | "overview", max: number): string => {
    const rawText = raw[field];
    const value = read(field, text({ max }), rawText);
    const result = value ?? (typeof rawText === "string" ? clipText(rawText.toWellFormed(), max) : "");
    return isBlank(result) ? summariseTrivially(transcript)[field] : result;
  };
  return {
    title: readText("title", MAX_SUMMARY_TITLE_LENGTH),
    overview: readText("overview", MAX_OVERVIEW_LENGTH),
    category: read("category", categoryRule, raw["category"]) ?? EMPTY_SUMMARY.category,
    emoji: read("emoji", nonBlank(summaryEmoji), raw["emoji"]) ?? EMPTY_SUMMARY.emoji,
  };
}
