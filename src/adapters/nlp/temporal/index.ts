import de from "./lexicons/de.json" with { type: "json" };
import en from "./lexicons/en.json" with { type: "json" };
import es from "./lexicons/es.json" with { type: "json" };
import fr from "./lexicons/fr.json" with { type: "json" };
import it from "./lexicons/it.json" with { type: "json" };
import nl from "./lexicons/nl.json" with { type: "json" };
import pt from "./lexicons/pt.json" with { type: "json" };
import { TimeLexicon, type LexiconData } from "./time-lexicon.js";
import type { TimeReader } from "./time-expression.js";
import { LexiconTimeReader } from "./time-reader.js";

export type { TimeExpression, TimeReader } from "./time-expression.js";

const data: Readonly<Record<string, LexiconData | undefined>> = { de, en, es, fr, it, nl, pt };
const lexicons = new Map<string, TimeLexicon>();

/** @param languageCode ISO 639-1. @returns undefined for a language without a lexicon. */
export function createTimeReader(
  context: { readonly startedAt: Date; readonly timeZone: string },
  languageCode: string,
): TimeReader | undefined {
  const languageData = data[languageCode];
  if (!languageData) return undefined;
  const lexicon = lexicons.get(languageCode) ?? new TimeLexicon(languageData);
  lexicons.set(languageCode, lexicon);
  return new LexiconTimeReader(lexicon, context);
}
