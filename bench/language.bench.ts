import { resolvedCases } from "./language/dates.js";
import type { Figure } from "./support/measure.js";

const parts = ["tune", "report"] as const;
/** Issue 6: of 100 unseen cases. */
const GOAL = { atLeast: 80 };

/** How many of 100 due dates are resolved as a careful person would, by language and part. */
export async function dates(): Promise<Figure[]> {
  const cases = await resolvedCases();
  const languages = [...new Set(cases.map(({ language }) => language))];
  return parts.flatMap((part) =>
    [...languages, "all"].map((language) => {
      const mine = cases.filter((each) => each.part === part && (language === "all" || each.language === language));
      const value = (mine.filter(({ isRight }) => isRight).length / mine.length) * 100;
      const isHeldTo = part === "report" && (language === "en" || language === "all");
      return { name: `Due dates, ${language}, ${part}`, value, unit: "%", ...(isHeldTo && { goal: GOAL }) };
    }),
  );
}
