import type { FoundList } from "../text/lists.js";
import { capitalised, clip, finished } from "../text/plain-text.js";

const TITLE_LENGTH = 60;
const TITLE_ITEMS = 3;
const OVERVIEW_ITEMS = 12;
const OVERVIEW_LENGTH = 600;

/** "Shopping list: milk, eggs, bread", "Pay the bill and book flights". */
export function titleOfLists(lists: readonly FoundList[], and: string | undefined): string {
  const [list] = lists.toSorted((one, other) => other.items.length - one.items.length);
  if (!list) return "";
  const heading = list.isTodo ? undefined : list.heading;
  const items = (
    list.items.some(({ isDone }) => !isDone) ? list.items.filter(({ isDone }) => !isDone) : list.items
  ).map(({ text }) => text.replace(/[\s.,;]+$/u, ""));
  for (let count = Math.min(TITLE_ITEMS, items.length); count > 0; count -= 1) {
    // What are mere words may be of another language than the text seems to be in.
    const title = titled(heading, joined(items.slice(0, count), list.isTodo ? and : undefined));
    if (title.length <= TITLE_LENGTH) return title;
  }
  return clip(titled(heading, items[0] ?? ""), TITLE_LENGTH);
}

const titled = (heading: string | undefined, items: string): string =>
  capitalised(heading === undefined ? items : `${heading}: ${items}`);

function joined(items: readonly string[], and: string | undefined): string {
  if (items.length < 2 || and === undefined) return items.join(", ");
  return `${items.slice(0, -1).join(", ")} ${and} ${items.at(-1) ?? ""}`;
}

/** Each list in one sentence. */
export function overviewOfLists(lists: readonly FoundList[]): string {
  const told = lists.map(({ heading, items }) => {
    const shown = items.slice(0, OVERVIEW_ITEMS).map(({ text }) => text.replace(/[\s.,;]+$/u, ""));
    return finished(
      capitalised(`${heading === undefined ? "" : `${heading}: `}${shown.join(", ").replace(/(?<=[.!?…]), /gu, " ")}`),
    );
  });
  return clip(told.join(" "), OVERVIEW_LENGTH);
}
