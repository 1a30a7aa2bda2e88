import { stemmer } from "stemmer";
import { usualForm } from "./word-forms.js";

/** Words of a language are few and come again and again; names and numbers of all users must not pile up. */
const REMEMBERED = 50_000;
const known = new Map<string, string>();

/** The Porter stem of a lower-case word's usual form. Words with anything but a to z are their own. */
export function stemOf(word: string): string {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const stem = word.length > 2 && /^[a-z]+$/.test(word) ? stemmer(usualForm(word)) : word;
  if (known.size >= REMEMBERED) known.clear();
  known.set(word, stem);
  return stem;
}
