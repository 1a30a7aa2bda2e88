import type { Page } from "../../ports/driving/page.js";
import { encodeCursor, foreignCursor, listName, type Cursor } from "./cursor.js";
import type { Exchange } from "./exchange.js";
import { formatQuery } from "./query.js";

type Answering = Pick<Exchange, "origin" | "target" | "set">;

/** A list as a use case is asked for it. */
interface Listing {
  /** Absent for a list of all that there is. */
  readonly filter?: object;
  readonly page: object;
}

/**
 * The page that a request asks for. The body stays a bare array, so where to go on stands in the headers (decision 4.14).
 * @param path of the route.
 * @param listing what the query asks for, but for its cursor.
 * @throws HttpError 422 for a cursor of another list.
 */
export async function pageOf<P extends Page<unknown>, L extends Listing>(
  path: string,
  request: Answering & { readonly query: { readonly cursor?: Cursor } },
  listing: L,
  read: (listing: L) => Promise<P>,
): Promise<P> {
  const list = listName(path, listing.filter ?? {});
  const { cursor } = request.query;
  if (cursor && cursor.list !== list) throw foreignCursor();
  const page = await read(cursor ? { ...listing, page: { ...listing.page, after: cursor.place } } : listing);
  announceTotal(page, request);
  if (page.next !== null) linkNext({ list, place: page.next }, request, request.query);
  return page;
}

export function announceTotal({ total }: Pick<Page<unknown>, "total">, answering: Pick<Answering, "set">): void {
  if (total !== null) answering.set("X-Total-Count", String(total));
}

function linkNext(cursor: Cursor, answering: Answering, query: object): void {
  const { origin, target } = answering;
  const [path = ""] = target.split("?", 1);
  const next = formatQuery(query, { offset: undefined, cursor: encodeCursor(cursor) });
  // A Host header that is none makes no link: the client then resolves it against the address that it used.
  const base = URL.canParse(origin) ? origin : "";
  answering.set("Link", `<${base}${path}?${next}>; rel="next"`);
}
