import type { ApiClient } from "../api-client.js";
import type { SeededRandom } from "../random.js";
import { isDeepStrictEqual } from "node:util";
import { ascending, selectByCreation, descending, byEach, createListCheck } from "./list-checks.js";
import type { ListedObject, Reading, Resource, Write } from "./resource.js";

const COLLECTION_PATH = "/v1/dev/user/action-items";

interface Item {
  readonly description: string;
  readonly completed: boolean;
  /** Whether the item has a completion time. */
  readonly isTimed: boolean;
  readonly due_at: string | null;
}

/** The items that one request created, in order; undefined for a deleted item. */
type Batch = readonly (Item | undefined)[];

interface WireItem {
  readonly id: string;
  readonly description: string;
  readonly completed: boolean;
  readonly completed_at: string | null;
  readonly due_at: string | null;
  readonly created_at: string;
}

/** Separates the item IDs in the ID of a batch: UUIDs contain no space. */
const ID_SEPARATOR = " ";
const MAX_BATCH_ITEMS = 50;
const days = ["2026-05-01T00:00:00.000Z", "2026-05-02T00:00:00.000Z", null];

/**
 * Action items that one request creates, alone or as a batch. A batch must be stored as a whole or not at all, so one
 * object of the model is everything that one request creates.
 */
export const actionItems = (): Resource<Batch> => ({
  name: "batch of action items",
  create: (mark, random) => createBatch(mark, random),
  change: ({ id, mark }, random) => (id === undefined ? undefined : changeBatch(id.split(ID_SEPARATOR), mark, random)),
  idOf: (receipt) =>
    parseItems(receipt)
      .map(({ id }) => id)
      .join(ID_SEPARATOR),
  list: async ({ keyClient }) => {
    const located = (await listAllItems(keyClient)).flatMap((item) => {
      const position = parsePosition(item.description);
      return position ? [{ ...position, item }] : [];
    });
    return [...Map.groupBy(located, ({ mark }) => mark)].map(([mark, members]): ListedObject => {
      const sorted = members.toSorted((a, b) => a.index - b.index);
      return {
        mark,
        id: sorted.map(({ item }) => item.id).join(ID_SEPARATOR),
        reading: toReading(sorted.map(({ item }) => toItem(item))),
      };
    });
  },
  get: async ({ keyClient }, { id }) => {
    const items: Item[] = [];
    for (const itemId of id.split(ID_SEPARATOR)) {
      const { status, body } = await keyClient.get(`${COLLECTION_PATH}/${itemId}`);
      if (status === 200) items.push(toItem(body as WireItem));
      else if (status !== 404) throw new Error(`${itemId} was answered ${status}: ${JSON.stringify(body)}`);
    }
    return items.length === 0 ? undefined : toReading(items);
  },
  isListed: () => true,
  // The order of decision 6.1.
  checkLists: createListCheck<WireItem>({
    path: COLLECTION_PATH,
    fullListQuery: "",
    order: byEach(
      ascending(({ completed }) => completed),
      ascending(({ due_at }) => due_at === null),
      ascending(({ due_at }) => due_at ?? ""),
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    selectRandomly: (members, random) =>
      random.choose([
        () => selectByCreation(members, random),
        () => ({ query: "completed=true", expected: members.filter(({ completed }) => completed) }),
        () => ({ query: "completed=false", expected: members.filter(({ completed }) => !completed) }),
        () => ({ query: "conversation_id=none", expected: [] }),
      ])(),
  }),
  readings: (batch) => {
    const remaining = batch.filter((item) => item !== undefined);
    return remaining.length === 0 ? [] : [toReading(remaining)];
  },
});

const toReading = (items: readonly Item[]): Reading => ({ items });

/** Creates a single item in half of the cases, otherwise a batch. */
function createBatch(mark: string, random: SeededRandom): Write<Batch> {
  const count = random.nextBoolean(0.5) ? 1 : 2 + random.nextInteger(random.nextBoolean(0.2) ? MAX_BATCH_ITEMS - 2 : 6);
  const itemInputs = Array.from({ length: count }, (_, index) => ({
    description: `${mark}, ${index}`,
    completed: random.nextBoolean(0.2),
    due_at: random.choose(days),
  }));
  const created = itemInputs.map((body): Item => ({ ...body, isTimed: body.completed }));
  return {
    name: count === 1 ? "create an action item" : `create ${count} action items`,
    send: ({ keyClient }) =>
      count === 1
        ? keyClient.post(COLLECTION_PATH, itemInputs[0])
        : keyClient.post(`${COLLECTION_PATH}/batch`, { action_items: itemInputs }),
    effect: () => created,
    shows: (body) => isDeepStrictEqual(parseItems(body).map(toItem), created),
    creates: true,
  };
}

function changeBatch(ids: readonly string[], mark: string, random: SeededRandom): Write<Batch> {
  const index = random.nextInteger(ids.length);
  const path = `${COLLECTION_PATH}/${ids[index]}`;
  const refusals = (current: Batch | undefined): readonly number[] => (current?.[index] ? [] : [404]);
  if (random.nextBoolean(0.3)) {
    return {
      name: "delete an action item",
      send: ({ keyClient }) => keyClient.delete(path),
      effect: (current) => current?.with(index, undefined),
      errorStatuses: refusals,
    };
  }
  const patch: Partial<Pick<Item, "completed" | "description" | "due_at">> = random.choose([
    { completed: random.nextBoolean(0.5) },
    { due_at: random.choose(days) },
    { description: `${mark}, ${index}, said anew ${random.nextInteger(1000)}`, completed: true },
  ]);
  return {
    name: `change ${Object.keys(patch).join(", ")}`,
    send: ({ keyClient }) => keyClient.patch(path, patch),
    effect: (current) => {
      const item = current?.[index];
      if (!current || !item) return current;
      const changed = { ...item, ...patch };
      return current.with(index, { ...changed, isTimed: changed.completed });
    },
    shows: (body, after) => isDeepStrictEqual(toItem(body as WireItem), after?.[index]),
    errorStatuses: refusals,
  };
}

/** Lists the items of all pages, including items that the model did not create. */
async function listAllItems(client: ApiClient): Promise<WireItem[]> {
  const items: WireItem[] = [];
  let next: string | undefined = `${COLLECTION_PATH}?limit=1000`;
  while (next !== undefined) {
    const { status, body, headers } = await client.get(next);
    if (status !== 200) throw new Error(`The list of action items was answered ${status}: ${JSON.stringify(body)}`);
    items.push(...(body as WireItem[]));
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  }
  return items;
}

/** Returns undefined for an item that was extracted from a conversation. */
function parsePosition(description: string): { readonly mark: string; readonly index: number } | undefined {
  const [, mark, index] = /^(batch of action items \d+), (\d+)/.exec(description) ?? [];
  return mark === undefined ? undefined : { mark, index: Number(index) };
}

function parseItems(receipt: unknown): readonly WireItem[] {
  return (receipt as { readonly action_items?: readonly WireItem[] }).action_items ?? [receipt as WireItem];
}

function toItem({ description, completed, completed_at, due_at }: WireItem): Item {
  return { description, completed, isTimed: completed_at !== null, due_at };
}
