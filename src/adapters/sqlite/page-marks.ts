import type { DataVersions } from "../../ports/driven/data-versions.js";
import type { Place } from "./place.js";

/** What stands in a list, in the order of its key. */
interface Keyed {
  readonly sortKey: string;
}

interface Mark extends Keyed {
  /** How many of the list come before it. */
  readonly offset: number;
}

interface Marked {
  /** The data version when they were noted. */
  readonly asOf: number;
  readonly lists: Map<string, readonly Mark[]>;
}

/** How many marks are kept of one list, how many lists of a user, and of how many users any. */
const MARKS = 32;
const LISTS = 32;
const USERS = 256;

/**
 * Where the pages that were read lately began and ended: a page deep in a list is then found beside one of them, and
 * need not be counted off from the start. A change of what the user has makes them void, whoever makes it.
 */
export class PageMarks {
  readonly #users = new Map<string, Marked>();

  constructor(private readonly dataVersions: DataVersions) {}

  /**
   * The page of the user's list that `filter` tells from others. To be used inside a read.
   * @param read the page of a place, which is this one, or stands for it.
   */
  page<T extends Keyed>(userId: string, filter: object, place: Place, read: (place: Place) => T[]): T[] {
    const { offset, start } = place;
    if (offset === 0) return read(place);
    const list = JSON.stringify([filter, start]);
    const marked = this.#of(userId);
    const mark = nearest(marked.lists.get(list) ?? [], offset);
    const page = read(mark ? { ...place, start: mark.sortKey, offset: offset - mark.offset } : place);
    // Another process may have changed the list since: then its marks are void, and what was read beside one as well.
    if (this.dataVersions.current(userId) !== marked.asOf) return mark ? read(place) : page;
    this.#note(userId, marked, list, endsOf(page, offset));
    return page;
  }

  #note(userId: string, marked: Marked, list: string, marks: readonly Mark[]): void {
    const known = (marked.lists.get(list) ?? []).filter(({ offset }) => marks.every((mark) => mark.offset !== offset));
    putLast(marked.lists, list, [...known, ...marks].slice(-MARKS), LISTS);
    putLast(this.#users, userId, marked, USERS);
  }

  #of(userId: string): Marked {
    const asOf = this.dataVersions.current(userId);
    const marked = this.#users.get(userId);
    return marked?.asOf === asOf ? marked : { asOf, lists: new Map() };
  }
}

/** The last mark at or before the offset. */
function nearest(marks: readonly Mark[], offset: number): Mark | undefined {
  return marks
    .filter((mark) => mark.offset <= offset)
    .reduce<Mark | undefined>((best, mark) => (best && best.offset > mark.offset ? best : mark), undefined);
}

/** The first and the last of a page, as marks. */
function endsOf(page: readonly Keyed[], offset: number): Mark[] {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return [];
  return [
    { offset, sortKey: first.sortKey },
    { offset: offset + page.length - 1, sortKey: last.sortKey },
  ];
}

/** Puts it behind all others, the first of which goes when there are too many. */
function putLast<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > most) map.delete(oldest);
}
