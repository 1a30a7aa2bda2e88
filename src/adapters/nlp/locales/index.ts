import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import { Locale, type LocaleData } from "./locale.js";

const dataByCode = new Map([de, en, es, fr, it, nl, pt].map((data) => [data.code, data as unknown as LocaleData]));
const localesByCode = new Map<string, Locale>();

/** The data files by language code. A `Locale` takes some 10 ms to build, too long for the main thread of a server. */
export const localeData: ReadonlyMap<string, LocaleData> = dataByCode;

/** All locales. */
export const locales = (): Locale[] => [...dataByCode.keys()].flatMap((code) => getLocale(code) ?? []);

/** @param language ISO 639-1, optionally with a region. @returns undefined when there is no data file. */
export function getLocale(language: string): Locale | undefined {
  const code = language.slice(0, 2).toLowerCase();
  const data = dataByCode.get(code);
  const locale = localesByCode.get(code) ?? (data && new Locale(data));
  if (locale) localesByCode.set(code, locale);
  return locale;
}
