import type { Document, Utterance } from "../text/document.js";
import { clip, finish } from "./sentence-wording.js";

/** Consecutive list items under one heading. */
export interface ItemList {
  readonly heading: string | undefined;
  readonly items: readonly Utterance[];
}

const MAX_ITEMS = 12;
const MAX_OVERVIEW_LENGTH = 600;
const listKinds: ReadonlySet<string> = new Set(["bullet", "open-item", "done-item"]);

export const isListItem = ({ kind }: Utterance): boolean => listKinds.has(kind);

/** @returns the lists of a document in order; single items are lists too. */
export function findLists({ utterances }: Document): ItemList[] {
  const lists: { heading: string | undefined; items: Utterance[] }[] = [];
  for (const utterance of utterances) {
    if (!isListItem(utterance)) continue;
    const last = lists.at(-1);
    const follows = last?.items.at(-1)?.index === utterance.index - 1 && last.heading === utterance.heading;
    if (follows) last.items.push(utterance);
    else lists.push({ heading: utterance.heading, items: [utterance] });
  }
  return lists;
}

/** "Shopping list: milk, eggs and bread." */
export function describeList({ heading, items }: ItemList, and: string | undefined): string {
  const texts = items.slice(0, MAX_ITEMS).map(({ text }) => trimItem(text));
  const isWhole = texts.length === items.length;
  const joined = joinItems(texts, isWhole ? and : undefined);
  return finish(clip(`${heading === undefined ? "" : `${heading}: `}${joined}${isWhole ? "" : "…"}`, MAX_OVERVIEW_LENGTH));
}

export const trimItem = (text: string): string => text.replace(/[\s.,;:]+$/u, "");

/** @param and the word before the last item; undefined for a comma. */
export function joinItems(items: readonly string[], and: string | undefined): string {
  // Items that contain commas are told apart by semicolons.
  const separator = items.some((item) => item.includes(",")) ? "; " : ", ";
  if (items.length < 2 || and === undefined || separator === "; ") return items.join(separator);
  return `${items.slice(0, -1).join(", ")} ${and} ${items.at(-1) ?? ""}`;
}
