import type { PageRequest } from "../ports/driven/page-request.js";
import type { Page } from "../ports/driving/page.js";

/** A list that is read in stretches. */
export interface Listing<T> {
  list(page: PageRequest): Promise<readonly T[]>;
  count(): Promise<number>;
  /** Its place in the list; `sortKey` when this is absent. */
  readonly keyOf?: (item: T) => string | null;
}

/** One more than asked for is read: it tells whether there is a next page. */
export async function readPage<T extends { readonly sortKey: string }>(
  listing: Listing<T>,
  page: PageRequest,
  withTotal: boolean,
): Promise<Page<T>> {
  const [found, total] = await Promise.all([
    listing.list({ ...page, limit: page.limit + 1 }),
    withTotal ? listing.count() : null,
  ]);
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  const keyOf = listing.keyOf ?? (({ sortKey }: T): string => sortKey);
  return { items, next: last && found.length > items.length ? keyOf(last) : null, total };
}
