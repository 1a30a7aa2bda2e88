import { categories, type Category } from "../../../domain/conversation/conversation-attributes.js";
import {
  MAX_EXTRACTED_ITEMS,
  EMPTY_SUMMARY,
  type RawSummaryResult,
} from "../../../domain/conversation/summary-result.js";
import { actionItemDescription, memoryContent } from "../../../domain/limits.js";
import { memoryCategories, type MemoryCategory } from "../../../domain/memory/memory-category.js";
import { oneOf, ValidationFailure, text, type Rule } from "../../../domain/rules.js";
import {
  dateTimeRule,
  emojiRule,
  booleanRule,
  minutesRule,
  objectRule,
  mappedNumberRule,
  nullableRule,
  generatedTextRule,
  segmentReferencesRule,
  boundedListRule,
} from "./output-rules.js";
import type { AllowedUrls } from "../../../domain/text/sanitize-generated-text.js";

/** Maximum duration of an event: 31 days. */
const MAX_EVENT_MINUTES = 31 * 24 * 60;

/** Maximum lengths of generated texts in code points: a phrase, and about 120 words with some reserve. */
const MAX_GENERATED_TITLE_LENGTH = 80;
const MAX_GENERATED_OVERVIEW_LENGTH = 1500;

export interface SummaryHeader {
  readonly title: string;
  readonly overview: string;
  readonly category: Category;
  readonly emoji: string;
}

const headerRules = (allowedUrls: AllowedUrls) => ({
  title: generatedTextRule(
    text({ max: MAX_GENERATED_TITLE_LENGTH }),
    `At most ${MAX_GENERATED_TITLE_LENGTH} characters.`,
    allowedUrls,
  ),
  overview: generatedTextRule(
    text({ max: MAX_GENERATED_OVERVIEW_LENGTH }),
    `At most ${MAX_GENERATED_OVERVIEW_LENGTH} characters.`,
    allowedUrls,
  ),
  category: oneOf(categories),
  emoji: emojiRule,
});

interface RawSummary extends SummaryHeader {
  readonly discard: boolean;
  readonly tasks: readonly { readonly task: string; readonly due: Date | null; readonly segments: readonly string[] }[];
  readonly events: readonly {
    readonly title: string;
    readonly start: Date;
    readonly minutes: number;
    readonly description: string;
    readonly segments: readonly string[];
  }[];
  readonly memories: readonly RawMemory[];
}

interface RawMemory {
  readonly fact: string;
  readonly category: MemoryCategory;
  readonly segments: readonly string[];
  /** Index of the known fact that this one supersedes; requested only if a known fact is supersedable. */
  readonly supersedes?: number | null;
}

export interface SummaryParsingContext {
  /** Segment IDs by their numbers in the prompt. */
  readonly segmentIds: ReadonlyMap<number, string>;
  /** Indexes of the supersedable known facts by their numbers in the prompt. */
  readonly supersedableFactIndexes: ReadonlyMap<number, number>;
  readonly allowedUrls: AllowedUrls;
  readonly startedAt: Date;
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;

/** Creates the rule for the summary of a transcript or chunk; applies the limits of the domain. */
export function createSummaryRule({
  segmentIds,
  supersedableFactIndexes,
  allowedUrls,
  startedAt,
  timeZone,
}: SummaryParsingContext): Rule<RawSummaryResult> {
  const segments = segmentReferencesRule(segmentIds);
  const task = generatedTextRule(
    actionItemDescription,
    `At most ${String(actionItemDescription.schema()["maxLength"])} characters.`,
    allowedUrls,
  );
  const due = dateTimeRule(timeZone, new Date(startedAt.getTime() - DAY_MS));
  const eventTitle = generatedTextRule(
    text({ min: 1, max: MAX_GENERATED_TITLE_LENGTH }),
    `At most ${MAX_GENERATED_TITLE_LENGTH} characters.`,
    allowedUrls,
  );
  const start = dateTimeRule(timeZone);
  const description = generatedTextRule(
    text({ max: MAX_GENERATED_OVERVIEW_LENGTH }),
    "One sentence, or nothing.",
    allowedUrls,
  );
  const fact = generatedTextRule(
    memoryContent,
    `At most ${String(memoryContent.schema()["maxLength"])} characters.`,
    allowedUrls,
  );
  const memoryRules = { fact, category: oneOf(memoryCategories), segments };
  const memoryRule: Rule<RawMemory> =
    supersedableFactIndexes.size > 0
      ? objectRule({ ...memoryRules, supersedes: mappedNumberRule(supersedableFactIndexes) })
      : objectRule(memoryRules);
  const rawRule = objectRule<RawSummary>({
    ...headerRules(allowedUrls),
    discard: booleanRule,
    tasks: boundedListRule(objectRule({ task, due: nullableRule(due), segments }), MAX_EXTRACTED_ITEMS.actionItems),
    events: boundedListRule(
      objectRule({ title: eventTitle, start, minutes: minutesRule(MAX_EVENT_MINUTES), description, segments }),
      MAX_EXTRACTED_ITEMS.events,
    ),
    memories: boundedListRule(memoryRule, MAX_EXTRACTED_ITEMS.memories),
  });
  return {
    read(raw) {
      const result = rawRule.read(raw);
      if (result instanceof ValidationFailure) return result;
      return result.discard ? toDiscardedSummary(result) : (findBlankField(result) ?? toSummary(result));
    },
    schema: () => rawRule.schema(),
  };
}

/** Creates the rule for the header that summarises several chunks. */
export function createHeaderRule(allowedUrls: AllowedUrls): Rule<SummaryHeader> {
  const headerRule = objectRule<SummaryHeader>(headerRules(allowedUrls));
  return {
    read(raw) {
      const result = headerRule.read(raw);
      return result instanceof ValidationFailure ? result : (findBlankField(result) ?? result);
    },
    schema: () => headerRule.schema(),
  };
}

/** Title and overview may be blank only if the conversation is discarded. */
function findBlankField({ title, overview }: SummaryHeader): ValidationFailure | undefined {
  const missing = Object.entries({ title, overview }).find(([, value]) => value === "");
  return missing && ValidationFailure.create("blank", "Input should not be blank").prefixPath(missing[0]);
}

function toDiscardedSummary({ title, overview, category, emoji: emojiText }: RawSummary): RawSummaryResult {
  return {
    ...EMPTY_SUMMARY,
    title,
    overview,
    category,
    emoji: emojiText,
    actionItems: [],
    memories: [],
    discard: true,
  };
}

function toSummary({
  title,
  overview,
  category,
  emoji: emojiText,
  tasks,
  events,
  memories,
}: RawSummary): RawSummaryResult {
  return {
    title,
    overview,
    category,
    emoji: emojiText,
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
