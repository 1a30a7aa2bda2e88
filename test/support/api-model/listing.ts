import { expect } from "chai";
import type { Client } from "../client.js";
import type { Random } from "../random.js";
import type { Callers } from "./resource.js";

interface Listed {
  readonly id: string;
}

/** How a resource is listed, by what the decisions say. */
interface Listing<W> {
  readonly path: string;
  /** The query that leaves nothing out. */
  readonly everything: string;
  readonly order: Order<W>;
  /** A query at random, and which of all, in which order, it must answer. */
  readonly some: (all: readonly W[], random: Random, client: Client) => Selection<W> | Promise<Selection<W>>;
}

/** Below zero when the first comes first. */
export type Order<W> = (a: W, b: W) => number;

export interface Selection<W> {
  readonly query: string;
  readonly expected: readonly W[];
}

const QUERIES = 2;
const LONGEST_PAGE = 4;

/** Asks for the whole list, and for some of it by cursor and by offset. @throws Error where it is another than it must be. */
export function listsLike<W extends Listed>({ path, everything, order, some }: Listing<W>) {
  return async ({ keyed }: Callers, random: Random): Promise<void> => {
    const all = await walked<W>(keyed, `${path}?limit=100&${everything}`);
    expect(all, "the order of all").to.deep.equal(all.toSorted(order));
    for (let turn = 0; turn < QUERIES; turn += 1) {
      const { query, expected } = await some(all, random, keyed);
      const limit = 1 + random.integer(LONGEST_PAGE);
      const asked = `${path}?limit=${limit}&${query}`;
      expect(await walked<W>(keyed, `${asked}&total=true`, expected.length), asked).to.deep.equal(expected);
      const offset = random.integer(expected.length + 2);
      const { body } = await keyed.get(`${asked}&offset=${offset}`);
      expect(body, `${asked} from ${offset}`).to.deep.equal(expected.slice(offset, offset + limit));
    }
  };
}

/** Those of all pages. @param total what the pages must say that there are; nothing unless asked. */
async function walked<W>(client: Client, path: string, total?: number): Promise<W[]> {
  const found: W[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, body, headers } = await client.get(next);
    expect(status, next).to.equal(200);
    expect(headers.get("X-Total-Count"), next).to.equal(total === undefined ? null : String(total));
    found.push(...(body as W[]));
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  }
  return found;
}

/** By these, the first that tells them apart. */
export function inOrderOf<W>(...orders: readonly Order<W>[]): Order<W> {
  return (a, b) => orders.map((order) => order(a, b)).find((difference) => difference !== 0) ?? 0;
}

export const ascending =
  <W>(valueOf: (each: W) => string | boolean): Order<W> =>
  (a, b) =>
    Number(valueOf(a) > valueOf(b)) - Number(valueOf(a) < valueOf(b));

export const descending =
  <W>(valueOf: (each: W) => string | boolean): Order<W> =>
  (a, b) =>
    ascending(valueOf)(b, a);

/** Created at a time that one of them bears, or later, or earlier; inclusive both. Times in UTC sort as texts. */
export function createdAround<W extends { readonly created_at: string }>(
  all: readonly W[],
  random: Random,
): Selection<W> {
  const from = all.length === 0 ? "2026-01-01T00:00:00.000Z" : random.of(all).created_at;
  return random.chance(0.5)
    ? { query: `start_date=${from}`, expected: all.filter(({ created_at }) => created_at >= from) }
    : { query: `end_date=${from}`, expected: all.filter(({ created_at }) => created_at <= from) };
}

/** Of one category, or of two. */
export function inCategories<W>(
  all: readonly W[],
  categories: readonly string[],
  categoryOf: (each: W) => string,
  random: Random,
): Selection<W> {
  const chosen = random.chance(0.5) ? [random.of(categories)] : [random.of(categories), random.of(categories)];
  return {
    query: `categories=${chosen.join(",")}`,
    expected: all.filter((each) => chosen.includes(categoryOf(each))),
  };
}
