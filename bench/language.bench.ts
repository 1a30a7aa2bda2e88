import { resolvedCases } from "./language/dates.js";
import {
  conversationsOf,
  isSameTime,
  kinds,
  parts,
  type Kind,
  type Verdict,
  verdicts,
} from "./language/conversations.js";
import { writtenTalks } from "./language/talks.js";
import type { Figure } from "./support/measurement.js";

/** Issue 6: of 100 unseen cases. */
const DATES_GOAL = { atLeast: 80 };
/** Of action items and memories. */
const KEPT_GOAL = { atLeast: 0.8 };

/** How many of 100 due dates are resolved as a careful person would, by language and part. */
export function dates(): Figure[] {
  const cases = resolvedCases();
  const languages = [...new Set(cases.map(({ language }) => language))];
  return parts.flatMap((part) =>
    [...languages, "all"].map((language) => {
      const mine = cases.filter((each) => each.part === part && (language === "all" || each.language === language));
      const value = (mine.filter(({ isRight }) => isRight).length / mine.length) * 100;
      const isHeldTo = part === "report" && (language === "en" || language === "all");
      return { name: `Due dates, ${language}, ${part}`, value, unit: "%", ...(isHeldTo && { goal: DATES_GOAL }) };
    }),
  );
}

/**
 * Action items, memories and events, also of talks that the classifiers did not learn from, beside what a careful person would keep, by soft match, as a table. With
 * LANGUAGE_SHOW each of the part "tune" that was missed or is too much is shown.
 */
export async function kept(): Promise<Figure[]> {
  const english = await verdicts(conversationsOf("english"));
  const others = await verdicts(conversationsOf("other-languages"));
  const talks = await verdicts(writtenTalks().filter(({ part }) => part === "report"));
  if (process.env["LANGUAGE_SHOW"]) [...english, ...others].forEach(show);
  console.log(`${"".padEnd(34)}${["found", "expected", "precision", "recall", "F1", "times"].map(right).join("")}`);
  const figures: Figure[] = [];
  for (const part of parts) {
    for (const [language, all] of [
      ["English", english],
      ["other languages", others],
      ["talks", talks],
    ] as const) {
      const mine = all.filter(({ conversation }) => conversation.part === part);
      if (mine.length === 0) continue;
      for (const kind of kinds) {
        const f1 = tell(`${kind}, ${language}, ${part}`, mine, kind);
        if (part === "report" && language === "English") {
          figures.push({ name: `F1 of ${kind}`, value: f1, unit: "", ...(kind !== "events" && { goal: KEPT_GOAL }) });
        }
      }
      const empty = mine.filter(({ matches }) =>
        kinds.every((kind) => count(matches[kind].missed, matches[kind].pairs) === 0),
      );
      const wrongly = empty.flatMap(({ matches }) => kinds.flatMap((kind) => matches[kind].spurious)).length;
      console.log(
        `  ${`kept of ${empty.length} with nothing, ${language}, ${part}`.padEnd(50)}${right(String(wrongly))}`,
      );
      if (language === "English") {
        figures.push({ name: `Kept where nothing is to keep, ${part}`, value: wrongly, unit: "", goal: { atMost: 0 } });
      }
    }
  }
  return figures;
}

/** @returns F1. */
function tell(name: string, mine: readonly Verdict[], kind: Kind): number {
  const matches = mine.map((verdict) => verdict.matches[kind]);
  const pairs = matches.flatMap((each) => each.pairs);
  const found = pairs.length + matches.flatMap(({ spurious }) => spurious).length;
  const expected = pairs.length + matches.flatMap(({ missed }) => missed).length;
  const f1 = (2 * pairs.length) / Math.max(1, found + expected);
  const shares = [pairs.length / Math.max(1, found), pairs.length / Math.max(1, expected), f1];
  const isTimed = pairs.some(([, { time }]) => time !== null);
  const timed = pairs.filter(([one, other]) => isSameTime(one, other)).length / Math.max(1, pairs.length);
  const figures = [...shares.map((share) => share.toFixed(3)), isTimed ? timed.toFixed(3) : "–"];
  console.log(`  ${name.padEnd(32)}${[String(found), String(expected), ...figures].map(right).join("")}`);
  return f1;
}

function show({ conversation: { id, part }, title, overview, matches }: Verdict): void {
  if (part !== "tune") return;
  console.log(`\n${id} ${title}\n  ${overview}`);
  for (const kind of kinds) {
    const { pairs, spurious, missed } = matches[kind];
    for (const [one, other] of pairs) {
      console.log(
        `  = ${kind}: ${one.text} [${one.time}]  (${other.text} [${other.time}])${isSameTime(one, other) ? "" : " !time"}`,
      );
    }
    for (const { text, time } of spurious) console.log(`  + ${kind}: ${text} [${time}]`);
    for (const { text, time } of missed) console.log(`  - ${kind}: ${text} [${time}]`);
  }
}

const count = (...lists: readonly (readonly unknown[])[]): number => lists.reduce((sum, { length }) => sum + length, 0);
const right = (text: string): string => text.padStart(11);
