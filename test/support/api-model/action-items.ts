import type { Client } from "../client.js";
import type { Random } from "../random.js";
import { isDeepStrictEqual } from "node:util";
import { ascending, createdAround, descending, inOrderOf, listsLike } from "./listing.js";
import type { Found, Reading, Resource, Write } from "./resource.js";

const collection = "/v1/dev/user/action-items";

interface Item {
  readonly description: string;
  readonly completed: boolean;
  /** Whether it says when it was completed. */
  readonly isTimed: boolean;
  readonly due_at: string | null;
}

/** What was created by one request, in order; undefined where an item was deleted since. */
type Batch = readonly (Item | undefined)[];

interface WireItem {
  readonly id: string;
  readonly description: string;
  readonly completed: boolean;
  readonly completed_at: string | null;
  readonly due_at: string | null;
  readonly created_at: string;
}

/** Ids are uuids. */
const BETWEEN_IDS = " ";
const MOST = 50;
const days = ["2026-05-01T00:00:00.000Z", "2026-05-02T00:00:00.000Z", null];

/**
 * Action items as they are created: alone, or many at once, which must be there as a whole or not at all. So one object
 * of the model is what one request creates.
 */
export const actionItems = (): Resource<Batch> => ({
  name: "batch of action items",
  create: (mark, random) => create(mark, random),
  change: ({ id, mark }, random) => (id === undefined ? undefined : change(id.split(BETWEEN_IDS), mark, random)),
  idOf: (receipt) =>
    itemsIn(receipt)
      .map(({ id }) => id)
      .join(BETWEEN_IDS),
  list: async ({ keyed }) => {
    const found = (await listed(keyed)).flatMap((item) => {
      const place = placeIn(item.description);
      return place ? [{ ...place, item }] : [];
    });
    return [...Map.groupBy(found, ({ mark }) => mark)].map(([mark, members]): Found => {
      const sorted = members.toSorted((a, b) => a.index - b.index);
      return {
        mark,
        id: sorted.map(({ item }) => item.id).join(BETWEEN_IDS),
        reading: readingOf(sorted.map(({ item }) => shownOf(item))),
      };
    });
  },
  get: async ({ keyed }, { id }) => {
    const items: Item[] = [];
    for (const each of id.split(BETWEEN_IDS)) {
      const { status, body } = await keyed.get(`${collection}/${each}`);
      if (status === 200) items.push(shownOf(body as WireItem));
      else if (status !== 404) throw new Error(`${each} was answered ${status}: ${JSON.stringify(body)}`);
    }
    return items.length === 0 ? undefined : readingOf(items);
  },
  isListed: () => true,
  // Decision 6.1.
  checkLists: listsLike<WireItem>({
    path: collection,
    everything: "",
    order: inOrderOf(
      ascending(({ completed }) => completed),
      ascending(({ due_at }) => due_at === null),
      ascending(({ due_at }) => due_at ?? ""),
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    some: (all, random) =>
      random.of([
        () => createdAround(all, random),
        () => ({ query: "completed=true", expected: all.filter(({ completed }) => completed) }),
        () => ({ query: "completed=false", expected: all.filter(({ completed }) => !completed) }),
        () => ({ query: "conversation_id=none", expected: [] }),
      ])(),
  }),
  readings: (batch) => {
    const left = batch.filter((item) => item !== undefined);
    return left.length === 0 ? [] : [readingOf(left)];
  },
});

const readingOf = (items: readonly Item[]): Reading => ({ items });

/** Every other one comes alone. */
function create(mark: string, random: Random): Write<Batch> {
  const count = random.chance(0.5) ? 1 : 2 + random.integer(random.chance(0.2) ? MOST - 2 : 6);
  const bodies = Array.from({ length: count }, (_, index) => ({
    description: `${mark}, ${index}`,
    completed: random.chance(0.2),
    due_at: random.of(days),
  }));
  const created = bodies.map((body): Item => ({ ...body, isTimed: body.completed }));
  return {
    name: count === 1 ? "create an action item" : `create ${count} action items`,
    send: ({ keyed }) =>
      count === 1 ? keyed.post(collection, bodies[0]) : keyed.post(`${collection}/batch`, { action_items: bodies }),
    effect: () => created,
    shows: (body) => isDeepStrictEqual(itemsIn(body).map(shownOf), created),
    creates: true,
  };
}

function change(ids: readonly string[], mark: string, random: Random): Write<Batch> {
  const index = random.integer(ids.length);
  const path = `${collection}/${ids[index]}`;
  const refusals = (before: Batch | undefined): readonly number[] => (before?.[index] ? [] : [404]);
  if (random.chance(0.3)) {
    return {
      name: "delete an action item",
      send: ({ keyed }) => keyed.delete(path),
      effect: (before) => before?.with(index, undefined),
      refusals,
    };
  }
  const patch: Partial<Pick<Item, "completed" | "description" | "due_at">> = random.of([
    { completed: random.chance(0.5) },
    { due_at: random.of(days) },
    { description: `${mark}, ${index}, said anew ${random.integer(1000)}`, completed: true },
  ]);
  return {
    name: `change ${Object.keys(patch).join(", ")}`,
    send: ({ keyed }) => keyed.patch(path, patch),
    effect: (before) => {
      const item = before?.[index];
      if (!before || !item) return before;
      const changed = { ...item, ...patch };
      return before.with(index, { ...changed, isTimed: changed.completed });
    },
    shows: (body, after) => isDeepStrictEqual(shownOf(body as WireItem), after?.[index]),
    refusals,
  };
}

/** Those of all pages, whoever made them. */
async function listed(client: Client): Promise<WireItem[]> {
  const found: WireItem[] = [];
  let next: string | undefined = `${collection}?limit=1000`;
  while (next !== undefined) {
    const { status, body, headers } = await client.get(next);
    if (status !== 200) throw new Error(`The list of action items was answered ${status}: ${JSON.stringify(body)}`);
    found.push(...(body as WireItem[]));
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  }
  return found;
}

/** Undefined for one that was found in a conversation. */
function placeIn(description: string): { readonly mark: string; readonly index: number } | undefined {
  const [, mark, index] = /^(batch of action items \d+), (\d+)/.exec(description) ?? [];
  return mark === undefined ? undefined : { mark, index: Number(index) };
}

function itemsIn(receipt: unknown): readonly WireItem[] {
  return (receipt as { readonly action_items?: readonly WireItem[] }).action_items ?? [receipt as WireItem];
}

function shownOf({ description, completed, completed_at, due_at }: WireItem): Item {
  return { description, completed, isTimed: completed_at !== null, due_at };
}
