import type { Page } from "../../ports/driving/page.js";
import { encodeCursor } from "./cursor.js";
import type { Exchange } from "./exchange.js";
import { formatQuery } from "./query.js";

/**
 * Decision 4.14: the body stays a bare array, so where to go on stands in the headers.
 * @param query as it was read; it has a `cursor` and an `offset`.
 */
export function announcePage(
  page: Page<unknown>,
  exchange: Pick<Exchange, "origin" | "target" | "set">,
  query: object,
): void {
  if (page.total !== null) exchange.set("X-Total-Count", String(page.total));
  if (page.next === null) return;
  const { origin, target } = exchange;
  const [path = ""] = target.split("?", 1);
  const next = formatQuery(query, { offset: undefined, cursor: encodeCursor(page.next) });
  // A Host header that is none makes no link: the client then resolves it against the address that it used.
  const base = URL.canParse(origin) ? origin : "";
  exchange.set("Link", `<${base}${path}?${next}>; rel="next"`);
}
