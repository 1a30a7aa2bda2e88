import { loadAnnotatedConversations } from "./language/annotated-conversations.js";
import { loadAnnotatedTalks } from "./language/annotated-talks.js";
import { resolveDateCases } from "./language/date-cases.js";
import {
  computeExtractionScores,
  itemKinds,
  scoreConversations,
  type ExtractionScores,
  type ItemKind,
  type ScoredConversation,
} from "./language/extraction-scoring.js";
import { isTimeRight } from "./language/soft-match.js";
import { dataSetParts, type DataSetPart } from "./support/data-set-parts.js";
import type { Figure } from "./support/measurement.js";

const MIN_CORRECT_DUE_DATES_PERCENT = 80;
/** Of the held-out English conversations and talks together. */
const MIN_ACTION_ITEM_F1 = 0.58;
const MIN_MEMORY_F1 = 0.37;
const MIN_MEMORY_PRECISION = 0.65;

const KIND_NAMES: Readonly<Record<ItemKind, string>> = {
  actionItems: "action items",
  memories: "memories",
  events: "events",
};

/** Due dates that the built-in time reader resolves correctly, by language and part. */
export function measureDueDates(): Figure[] {
  const cases = resolveDateCases();
  const languages = [...new Set(cases.map(({ language }) => language))];
  return dataSetParts.flatMap((part) =>
    [...languages, "all"].map((language) => {
      const selected = cases.filter((each) => each.part === part && (language === "all" || each.language === language));
      const value = (selected.filter(({ isCorrect }) => isCorrect).length / selected.length) * 100;
      const hasGoal = part === "report" && (language === "en" || language === "all");
      return {
        name: `Due dates resolved correctly, ${language}, ${part}`,
        value,
        unit: "%",
        ...(hasGoal && { goal: { atLeast: MIN_CORRECT_DUE_DATES_PERCENT } }),
      };
    }),
  );
}

/**
 * Action items, memories and events that the built-in summariser extracts, soft-matched with the expected ones. Prints
 * a table by kind, data set and part. `LANGUAGE_SHOW=1` also prints each match and difference of the part `tune`.
 */
export async function measureExtraction(): Promise<Figure[]> {
  const english = await scoreConversations(loadAnnotatedConversations("english"));
  const others = await scoreConversations(loadAnnotatedConversations("other-languages"));
  const talks = await scoreConversations(loadAnnotatedTalks().filter(({ part }) => part === "report"));
  if (process.env["LANGUAGE_SHOW"]) [...english, ...others].filter(isIn("tune")).forEach(printMatches);
  printTableHeader();
  const figures: Figure[] = [];
  for (const part of dataSetParts) {
    for (const [dataSet, conversations] of [
      ["English", english],
      ["other languages", others],
      ["talks", talks],
    ] as const) {
      const selected = conversations.filter(isIn(part));
      if (selected.length === 0) continue;
      for (const kind of itemKinds) {
        const scores = computeExtractionScores(selected, kind);
        printTableRow(`${KIND_NAMES[kind]}, ${dataSet}, ${part}`, scores);
        if (part === "report" && dataSet === "English")
          figures.push({ name: `F1 of ${KIND_NAMES[kind]}, English, report`, value: scores.f1, unit: "" });
      }
      const withoutItems = selected.filter(hasNoExpectedItems);
      const spuriousCount = withoutItems.flatMap(({ matches }) =>
        itemKinds.flatMap((kind) => matches[kind].spurious),
      ).length;
      const condition = `conversations without expected items, ${dataSet}, ${part}`;
      console.log(`  found in ${withoutItems.length} ${condition}: ${spuriousCount}`);
      if (dataSet === "English") figures.push({ name: `Items found in ${condition}`, value: spuriousCount, unit: "" });
    }
  }
  return [...figures, ...createPooledFigures([...english.filter(isIn("report")), ...talks])];
}

/** @param conversations the held-out English conversations and talks */
function createPooledFigures(conversations: readonly ScoredConversation[]): Figure[] {
  const dataSet = "English and talks, report";
  const scores = Object.fromEntries(
    itemKinds.map((kind) => [kind, computeExtractionScores(conversations, kind)]),
  ) as Record<ItemKind, ExtractionScores>;
  for (const kind of itemKinds) {
    // The talks are annotated without due dates, so pooled times would count every due date found in them as wrong.
    printTableRow(`${KIND_NAMES[kind]}, ${dataSet}`, { ...scores[kind], rightTimeShare: undefined });
  }
  return [
    {
      name: `F1 of action items, ${dataSet}`,
      value: scores.actionItems.f1,
      unit: "",
      goal: { atLeast: MIN_ACTION_ITEM_F1 },
    },
    { name: `F1 of memories, ${dataSet}`, value: scores.memories.f1, unit: "", goal: { atLeast: MIN_MEMORY_F1 } },
    {
      name: `Precision of memories, ${dataSet}`,
      value: scores.memories.precision,
      unit: "",
      goal: { atLeast: MIN_MEMORY_PRECISION },
    },
  ];
}

const isIn =
  (part: DataSetPart) =>
  ({ conversation }: ScoredConversation): boolean =>
    conversation.part === part;

const hasNoExpectedItems = ({ matches }: ScoredConversation): boolean =>
  itemKinds.every((kind) => matches[kind].missed.length + matches[kind].pairs.length === 0);

function printTableHeader(): void {
  const columns = ["found", "expected", "precision", "recall", "F1", "right time"];
  console.log(`  ${"".padEnd(ROW_NAME_WIDTH)}${columns.map(padColumn).join("")}`);
}

function printTableRow(name: string, scores: ExtractionScores): void {
  const { foundCount, expectedCount, precision, recall, f1, rightTimeShare } = scores;
  const shares = [precision, recall, f1, rightTimeShare].map((share) => share?.toFixed(3) ?? "–");
  const cells = [String(foundCount), String(expectedCount), ...shares];
  console.log(`  ${name.padEnd(ROW_NAME_WIDTH)}${cells.map(padColumn).join("")}`);
}

const ROW_NAME_WIDTH = 40;
const COLUMN_WIDTH = 11;
const padColumn = (text: string): string => text.padStart(COLUMN_WIDTH);

/** Prints matched items with `=`, spurious ones with `+` and missed ones with `-`. */
function printMatches({ conversation, title, overview, matches }: ScoredConversation): void {
  console.log(`\n${conversation.id} ${title}\n  ${overview}`);
  for (const kind of itemKinds) {
    const { pairs, spurious, missed } = matches[kind];
    const name = KIND_NAMES[kind];
    for (const [found, expected] of pairs) {
      const mark = isTimeRight(found, expected) ? "" : " wrong time";
      console.log(`  = ${name}: ${found.text} [${found.time}]  (${expected.text} [${expected.time}])${mark}`);
    }
    for (const { text, time } of spurious) console.log(`  + ${name}: ${text} [${time}]`);
    for (const { text, time } of missed) console.log(`  - ${name}: ${text} [${time}]`);
  }
}
