import { expect } from "chai";
import type { ApiClient } from "../api-client.js";
import type { SeededRandom } from "../random.js";
import type { ModelClients } from "./resource.js";

interface ListedResource {
  readonly id: string;
}

/** The path, order and filters of a list. */
interface ListSpec<W> {
  readonly path: string;
  /** The query that filters nothing out. */
  readonly fullListQuery: string;
  readonly order: Order<W>;
  /** Returns a random query and the members that it must return, in order. */
  readonly selectRandomly: (
    members: readonly W[],
    random: SeededRandom,
    client: ApiClient,
  ) => Selection<W> | Promise<Selection<W>>;
}

/** Returns a number below zero if `a` comes first. */
export type Order<W> = (a: W, b: W) => number;

export interface Selection<W> {
  readonly query: string;
  readonly expected: readonly W[];
}

const QUERIES_PER_CHECK = 2;
const MAX_PAGE_SIZE = 4;

/** Reads the whole list, and parts of it by cursor and by offset. @throws Error for an unexpected response. */
export function createListCheck<W extends ListedResource>({
  path,
  fullListQuery: everything,
  order,
  selectRandomly: some,
}: ListSpec<W>) {
  return async ({ keyClient }: ModelClients, random: SeededRandom): Promise<void> => {
    const allMembers = await listAllPages<W>(keyClient, `${path}?limit=100&${everything}`);
    expect(allMembers, "the order of all").to.deep.equal(allMembers.toSorted(order));
    for (let round = 0; round < QUERIES_PER_CHECK; round += 1) {
      const { query, expected } = await some(allMembers, random, keyClient);
      const limit = 1 + random.nextInteger(MAX_PAGE_SIZE);
      const listPath = `${path}?limit=${limit}&${query}`;
      expect(await listAllPages<W>(keyClient, `${listPath}&total=true`, expected.length), listPath).to.deep.equal(
        expected,
      );
      const offset = random.nextInteger(expected.length + 2);
      const { body } = await keyClient.get(`${listPath}&offset=${offset}`);
      expect(body, `${listPath} from ${offset}`).to.deep.equal(expected.slice(offset, offset + limit));
    }
  };
}

/** Lists the members of all pages. @param total the expected X-Total-Count; undefined if the header must be absent. */
async function listAllPages<W>(client: ApiClient, path: string, total?: number): Promise<W[]> {
  const members: W[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, body, headers } = await client.get(next);
    expect(status, next).to.equal(200);
    expect(headers.get("X-Total-Count"), next).to.equal(total === undefined ? null : String(total));
    members.push(...(body as W[]));
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  }
  return members;
}

/** Combines orders: the first one that distinguishes two members decides. */
export function byEach<W>(...orders: readonly Order<W>[]): Order<W> {
  return (a, b) => orders.map((order) => order(a, b)).find((difference) => difference !== 0) ?? 0;
}

export const ascending =
  <W>(valueOf: (member: W) => string | boolean): Order<W> =>
  (a, b) =>
    Number(valueOf(a) > valueOf(b)) - Number(valueOf(a) < valueOf(b));

export const descending =
  <W>(valueOf: (member: W) => string | boolean): Order<W> =>
  (a, b) =>
    ascending(valueOf)(b, a);

/** Selects by the creation time of a random member as inclusive lower or upper bound. UTC times sort as strings. */
export function selectByCreation<W extends { readonly created_at: string }>(
  members: readonly W[],
  random: SeededRandom,
): Selection<W> {
  const from = members.length === 0 ? "2026-01-01T00:00:00.000Z" : random.choose(members).created_at;
  return random.nextBoolean(0.5)
    ? { query: `start_date=${from}`, expected: members.filter(({ created_at }) => created_at >= from) }
    : { query: `end_date=${from}`, expected: members.filter(({ created_at }) => created_at <= from) };
}

/** Selects by one or two categories. */
export function selectByCategories<W>(
  members: readonly W[],
  categories: readonly string[],
  categoryOf: (member: W) => string,
  random: SeededRandom,
): Selection<W> {
  const chosenCategories = random.nextBoolean(0.5)
    ? [random.choose(categories)]
    : [random.choose(categories), random.choose(categories)];
  return {
    query: `categories=${chosenCategories.join(",")}`,
    expected: members.filter((member) => chosenCategories.includes(categoryOf(member))),
  };
}
