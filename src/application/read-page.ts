import type { PageRequest, Page } from "../ports/paging.js";

/** A list that is read page by page. */
export interface PageableList<T> {
  list(page: PageRequest): Promise<readonly T[]>;
  count(): Promise<number>;
  /** Returns the position of an item in the list; default `sortKey`. */
  readonly getSortKey?: (item: T) => string | null;
}

/** Reads a page. Reads one item more than requested to find out whether there is a next page. */
export async function readPage<T extends { readonly sortKey: string }>(
  list: PageableList<T>,
  page: PageRequest,
  includeTotal: boolean,
): Promise<Page<T>> {
  const [fetched, total] = await Promise.all([
    list.list({ ...page, limit: page.limit + 1 }),
    includeTotal ? list.count() : null,
  ]);
  const items = fetched.slice(0, page.limit);
  const last = items.at(-1);
  const getSortKey = list.getSortKey ?? (({ sortKey }: T): string => sortKey);
  return { items, nextCursor: last && fetched.length > items.length ? getSortKey(last) : null, total };
}
