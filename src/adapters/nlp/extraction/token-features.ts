import { hashText } from "../classification/features.js";
import { wordClassNames, type Locale } from "../locales/locale.js";
import { foldAccents, type TextToken } from "../text/text-tokens.js";

/** The hashes of what the classifiers look at in a token. */
export interface TokenFeatures {
  readonly word: number;
  readonly prefix: number;
  readonly suffix: number;
  /** Classes of the word that all languages share, such as "first-person pronoun" or "imperative". */
  readonly classes: readonly number[];
  readonly isWord: boolean;
}

const PREFIX_LENGTH = 4;
const SUFFIX_LENGTH = 3;
const MAX_CACHED_FEATURES = 20_000;
const pronounClasses = ["firstSubject", "first", "firstPlural", "second", "third"] as const;

const NUMBER = hashText("class number");
const CAPITALIZED = hashText("class capitalized");
const POSSESSIVE = hashText("class possessive");
const wordClassHashes = wordClassNames
  .filter((name) => !["stopWords", "auxiliaries", "placePrepositions"].includes(name))
  .map((name) => [name, hashText(`class ${name}`)] as const);
const pronounHashes = pronounClasses.map((name) => [name, hashText(`class pronoun ${name}`)] as const);
const verbFormHashes = {
  infinitive: hashText("class infinitive"),
  first: hashText("class first person"),
  third: hashText("class third person"),
  imperative: hashText("class imperative"),
};

/** Computes the features of tokens; each word once per language. */
export class TokenFeatureReader {
  private readonly caches = new Map<Locale | undefined, Map<string, TokenFeatures>>();

  read({ text, lower, isWord }: TextToken, locale: Locale | undefined): TokenFeatures {
    const cache = this.caches.get(locale) ?? new Map<string, TokenFeatures>();
    const cached = cache.get(text);
    if (cached) return cached;
    const features = computeFeatures({ text, lower, isWord }, locale);
    if (cache.size === 0) this.caches.set(locale, cache);
    if (cache.size >= MAX_CACHED_FEATURES) cache.clear();
    cache.set(text, features);
    return features;
  }
}

function computeFeatures(
  { text, lower, isWord }: Pick<TextToken, "text" | "lower" | "isWord">,
  locale: Locale | undefined,
): TokenFeatures {
  const folded = foldAccents(lower);
  const isNumber = /^\d/.test(lower);
  const isCapitalized = /^\p{Lu}/u.test(text);
  return {
    // All numbers are alike, but for how they are written.
    word: hashText(isNumber ? lower.replaceAll(/\d/g, "0") : folded),
    prefix: hashText(folded.slice(0, PREFIX_LENGTH)),
    suffix: hashText(folded.slice(-SUFFIX_LENGTH)),
    classes: findClasses(lower, locale, { isNumber, isCapitalized }),
    isWord,
  };
}

function findClasses(
  word: string,
  locale: Locale | undefined,
  { isNumber, isCapitalized }: { readonly isNumber: boolean; readonly isCapitalized: boolean },
): number[] {
  const classes: number[] = [];
  if (isNumber) classes.push(NUMBER);
  if (isCapitalized) classes.push(CAPITALIZED);
  if (!locale) return classes;
  for (const [name, hash] of wordClassHashes) if (locale.has(name, word)) classes.push(hash);
  for (const [name, hash] of pronounHashes) if (locale.pronouns[name].has(word)) classes.push(hash);
  if (locale.possessives.has(word)) classes.push(POSSESSIVE);
  for (const form of locale.findVerb(word)?.forms ?? []) classes.push(verbFormHashes[form]);
  for (const category of locale.findCategories(word)) classes.push(hashText(`category ${category}`));
  return classes;
}
