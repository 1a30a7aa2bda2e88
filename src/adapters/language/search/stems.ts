import { hash } from "node:crypto";
import { stemmer } from "stemmer";
import { usualForm } from "./word-forms.js";

/** Words of a language are few and come again and again; names and numbers of all users must not pile up. */
const REMEMBERED = 50_000;
const known = new Map<string, string>();

/** What is longer is no word of a language, though it may be something to be found again. */
export const LONGEST_WORD = 40;
/** Enough of its digest to tell it from any other that begins alike. */
const DIGEST_LETTERS = 16;

/**
 * The Porter stem of a lower-case word's usual form. Words with anything but a to z are their own; of those that are
 * too long to be words, the beginning with a digest stands for all.
 * @returns never longer than the longest word and a digest. It does not keep the text in memory that it was cut from.
 */
export function stemOf(word: string): string {
  if (word.length > LONGEST_WORD) return shortened(word);
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const own = onItsOwn(word);
  const stem = own.length > 2 && /^[a-z]+$/.test(own) ? stemmer(usualForm(own)) : own;
  if (known.size >= REMEMBERED) known.clear();
  known.set(own, stem);
  return stem;
}

function shortened(word: string): string {
  const digest = hash("sha256", Buffer.from(word, "utf16le"), "base64url");
  return onItsOwn(`${word.slice(0, LONGEST_WORD)}#${digest.slice(0, DIGEST_LETTERS)}`);
}

/** Shorter parts of a text are copies anyhow. */
const SHORTEST_SHARED = 13;

/** The same text, as a copy: a part of a text is otherwise but a view of it, and holds all of it in memory. */
export function onItsOwn(part: string): string {
  return part.length < SHORTEST_SHARED ? part : Buffer.from(part, "utf16le").toString("utf16le");
}
