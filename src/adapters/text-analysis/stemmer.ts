import { hash } from "node:crypto";
import { stemmer } from "stemmer";
import wordForms from "./word-forms.json" with { type: "json" };

/** Words of a language are few and recur; the limit keeps names and numbers of all users from accumulating. */
const MAX_CACHED_STEMS = 50_000;
const stemCache = new Map<string, string>();

/** A longer word is not one of a natural language, but can be searched for. */
export const MAX_WORD_LENGTH = 40;
/** Long enough to distinguish words with the same beginning. */
const DIGEST_LENGTH = 16;

/**
 * Returns the Porter stem of the lemma of a lower-case word of a to z, other words as they are; of a word that is too
 * long its first characters and a digest. The result does not keep the source text in memory.
 */
export function stemWord(word: string): string {
  if (word.length > MAX_WORD_LENGTH) return shortenWord(word);
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  const copy = copyString(word);
  const stem = copy.length > 2 && /^[a-z]+$/.test(copy) ? stemmer(lemmatizeWord(copy)) : copy;
  if (stemCache.size >= MAX_CACHED_STEMS) stemCache.clear();
  stemCache.set(copy, stem);
  return stem;
}

function shortenWord(word: string): string {
  const digest = hash("sha256", Buffer.from(word, "utf16le"), "base64url");
  return copyString(`${word.slice(0, MAX_WORD_LENGTH)}#${digest.slice(0, DIGEST_LENGTH)}`);
}

/** V8 copies shorter substrings anyway. */
const MIN_SLICED_STRING_LENGTH = 13;

/** Copies a substring. Otherwise V8 makes a view, which keeps the whole source text in memory. */
export function copyString(slice: string): string {
  return slice.length < MIN_SLICED_STRING_LENGTH ? slice : Buffer.from(slice, "utf16le").toString("utf16le");
}

/** By form: the lemma of an irregular form, and the American spelling of a British one. */
const lemmas: ReadonlyMap<string, string> = new Map([
  ...Object.entries(wordForms.irregularForms).flatMap(([lemma, forms]) =>
    forms.split(" ").map((form) => [form, lemma] as const),
  ),
  ...Object.entries(wordForms.americanSpellings),
]);

const OUR_SPELLING =
  /^((?:dis|un|mis)?(?:arm|behavi|cand|clam|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|rum|sav|splend|tum|val|vap|vig))our/;
const ISE_SPELLING =
  /(al|an|ar|as|at|er|et|gn|ic|il|im|in|od|og|ol|om|on|or|th|ut)is(e|ed|es|er|ers|ing|ation|ations)$/;
const MIN_ISE_WORD_LENGTH = 7;

/** The lemma serves comparison only: it need not be a word, but unrelated words must not share it. */
function lemmatizeWord(word: string): string {
  const form = lemmas.get(word);
  if (form !== undefined) return form;
  const americanForm = word.replace(OUR_SPELLING, "$1or");
  return americanForm.length < MIN_ISE_WORD_LENGTH ? americanForm : americanForm.replace(ISE_SPELLING, "$1iz$2");
}
