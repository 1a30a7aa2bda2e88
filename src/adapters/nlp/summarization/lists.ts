import type { Locale } from "../locales/locale.js";
import type { Document, Utterance } from "../text/document.js";
import { clip, finish, removeEndMarks } from "./sentence-wording.js";

const MAX_ITEMS = 12;
const MAX_LIST_LENGTH = 600;
const listKinds: ReadonlySet<string> = new Set(["bullet", "open-item", "done-item"]);

export const isListItem = ({ kind }: Utterance): boolean => listKinds.has(kind);

/** @returns the runs of list items under one heading, in order. */
export function findLists({ utterances }: Document): Utterance[][] {
  const lists: Utterance[][] = [];
  for (const utterance of utterances.filter(isListItem)) {
    const last = lists.at(-1)?.at(-1);
    if (last?.index === utterance.index - 1 && last.heading === utterance.heading) lists.at(-1)?.push(utterance);
    else lists.push([utterance]);
  }
  return lists;
}

/** "Shopping list: milk, ✓ eggs and bread." */
export function describeList(items: readonly Utterance[], locale: Locale | undefined): string {
  const texts = items.slice(0, MAX_ITEMS).map((item) => (item.kind === "done-item" ? "✓ " : "") + trimItem(item));
  const isWhole = texts.length === items.length;
  const heading = items[0]?.heading;
  const text = `${heading === undefined ? "" : `${heading}: `}${joinItems(texts, locale, isWhole)}`;
  return finish(clip(isWhole ? text : `${text}…`, MAX_LIST_LENGTH));
}

export const trimItem = ({ text }: Pick<Utterance, "text">): string => removeEndMarks(text);

/** Joins items with commas, verbs after the first in lower case; the last one with `and` if they are all. */
export function joinItems(items: readonly string[], locale: Locale | undefined, areAll: boolean): string {
  const lowered = items.map((item, index) => {
    const first = (/^\p{L}+/u.exec(item)?.[0] ?? "").toLowerCase();
    return index > 0 && locale?.findVerb(first) ? first + item.slice(first.length) : item;
  });
  // Items that contain commas are told apart by semicolons.
  if (items.some((item) => item.includes(","))) return lowered.join("; ");
  if (items.length < 2 || !areAll || !locale) return lowered.join(", ");
  return `${lowered.slice(0, -1).join(", ")} ${locale.and} ${lowered.at(-1) ?? ""}`;
}
