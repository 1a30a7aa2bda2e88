import { hash } from "node:crypto";
import { ValidationFailure } from "../../../domain/rules.js";
import type { RequestContext } from "../../../ports/driving/request-context.js";
import type { FilteredListQuery, ListQuery, Page } from "../../../ports/paging.js";
import type { DtoClass, FieldParser } from "./dto-fields.js";
import { createValidationError, type HttpError } from "./errors.js";
import { parseText } from "./field-parsers.js";
import type { HttpExchange } from "./http-exchange.js";
import type { NamingProfile } from "./naming-profile.js";
import { formatQuery } from "./query-string.js";
import { route, type Route, type RouteDeclaration } from "./route.js";

type PagedExchange = Pick<HttpExchange, "origin" | "requestTarget" | "setResponseHeader">;

/** A list without filters has no `filter`. */
type AnyListQuery = ListQuery & Partial<FilteredListQuery<object>>;

interface ListRouteDeclaration<
  Path extends string,
  Q extends { readonly cursor?: Cursor },
  L extends AnyListQuery,
  P extends Page<unknown>,
> extends Omit<RouteDeclaration<Path, Q, object>, "method" | "query" | "handle"> {
  readonly query: DtoClass<Q>;
  readonly toListQuery: (query: Q) => L;
  readonly list: (context: RequestContext, query: L) => Promise<P>;
  readonly render: (page: P, request: { readonly context: RequestContext; readonly naming: NamingProfile }) => unknown;
}

/** Declares a GET route that serves a list page by page. */
export function listRoute<
  const Path extends string,
  Q extends { readonly cursor?: Cursor },
  L extends AnyListQuery,
  P extends Page<unknown>,
>({ toListQuery, list, render, ...metadata }: ListRouteDeclaration<Path, Q, L, P>): Route {
  return route<Path, Q, object>({
    ...metadata,
    method: "GET",
    handle: async (request) => {
      const page = await servePage(metadata.path, request, toListQuery(request.query), (query) =>
        list(request.context, query),
      );
      return render(page, request);
    },
  });
}

/**
 * Reads the requested page and sets `Link` and `X-Total-Count`, because the body is a bare array (decision 4.14).
 * @param path the path of the route.
 * @param query the list query without the cursor.
 * @throws HttpError 422 for a cursor of another list.
 */
export async function servePage<P extends Page<unknown>, L extends AnyListQuery>(
  path: string,
  request: PagedExchange & { readonly query: { readonly cursor?: Cursor } },
  query: L,
  read: (query: L) => Promise<P>,
): Promise<P> {
  const listId = computeListId(path, query.filter ?? {});
  const { cursor } = request.query;
  if (cursor && cursor.listId !== listId) throw createCursorMismatchError();
  const page = await read(cursor ? { ...query, page: { ...query.page, after: cursor.position } } : query);
  setTotalCountHeader(page, request);
  if (page.nextCursor !== null) setNextLinkHeader({ listId, position: page.nextCursor }, request, request.query);
  return page;
}

export function setTotalCountHeader(
  { total }: Pick<Page<unknown>, "total">,
  exchange: Pick<PagedExchange, "setResponseHeader">,
): void {
  if (total !== null) exchange.setResponseHeader("X-Total-Count", String(total));
}

function setNextLinkHeader(cursor: Cursor, exchange: PagedExchange, query: object): void {
  const { origin, requestTarget } = exchange;
  const [requestPath = ""] = requestTarget.split("?", 1);
  const nextQuery = formatQuery(query, { offset: undefined, cursor: encodeCursor(cursor) });
  // With an invalid Host header the link is relative: the client resolves it against the URL of its request.
  const base = URL.canParse(origin) ? origin : "";
  exchange.setResponseHeader("Link", `<${base}${requestPath}?${nextQuery}>; rel="next"`);
}

const INVALID_CURSOR_FAILURE = ValidationFailure.create(
  "value_error",
  "Input should be a cursor that this list gave out",
);

/** The position in a list after which the next page begins. */
export interface Cursor {
  /** The list that the cursor belongs to, from `computeListId`. */
  readonly listId: string;
  readonly position: string;
}

/** An opaque cursor (decision 4.14). */
export function cursor(): FieldParser<Cursor> {
  return {
    read: (raw) =>
      parseText(raw, (text) => {
        const decoded = Buffer.from(text, "base64url").toString();
        const parsed: Cursor = { listId: decoded.slice(0, LIST_ID_LENGTH), position: decoded.slice(LIST_ID_LENGTH) };
        return parsed.position !== "" && encodeCursor(parsed) === text ? parsed : INVALID_CURSOR_FAILURE;
      }),
    schema: () => ({ type: "string" }),
  };
}

export const encodeCursor = ({ listId, position }: Cursor): string =>
  Buffer.from(listId + position).toString("base64url");

const LIST_ID_LENGTH = 11;

/**
 * Returns an ID for a list with its filter, so that a cursor of another list can be rejected.
 * @param path the path of the route.
 * @param filter the filter of the list.
 */
export function computeListId(path: string, filter: object): string {
  return hash(
    "sha256",
    JSON.stringify([path, Object.entries(filter).flatMap(canonicalizeFilterEntry)]),
    "base64url",
  ).slice(0, LIST_ID_LENGTH);
}

/** Makes equivalent filters equal: sorts a list of values, and drops an empty one. */
function canonicalizeFilterEntry([name, value]: [string, unknown]): [string, unknown][] {
  if (!Array.isArray(value)) return [[name, value]];
  return value.length > 0 ? [[name, value.toSorted()]] : [];
}

/** Creates the error for a cursor of another list. */
function createCursorMismatchError(): HttpError {
  return createValidationError(INVALID_CURSOR_FAILURE.prefixPath("cursor").prefixPath("query").violations);
}
