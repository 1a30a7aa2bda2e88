import type { Tongue } from "./tongue.js";

/** Loaded when something is said in that language, never before. */
const tongues: Readonly<Record<string, () => Promise<{ readonly tongue: Tongue }>>> = {
  de: () => import("./de.js"),
  fr: () => import("./fr.js"),
  es: () => import("./es.js"),
  it: () => import("./it.js"),
  pt: () => import("./pt.js"),
  nl: () => import("./nl.js"),
};

/**
 * @param language ISO 639-1, a region may follow.
 * @returns undefined for English, which is read by its grammar, and for languages that are not known.
 */
export async function tongueOf(language: string): Promise<Tongue | undefined> {
  const known = await tongues[language.slice(0, 2).toLowerCase()]?.();
  await known?.tongue.warm();
  return known?.tongue;
}
