import type { Random } from "../random.js";
import { isOneOf } from "./checked-answers.js";
import { ascending, descending, inOrderOf, listsLike } from "./listing.js";
import type { Reading, Resource, Write } from "./resource.js";

const collection = "/v1/dev/user/goals";
const one = (id: string): string => `${collection}/${id}`;

/** What a client tells of a goal, by its wire names. */
interface Goal extends Reading {
  readonly current_value: number;
  readonly status: string;
  readonly why_it_matters: string | null;
  /** The last value that was recorded; none was when it is undefined. */
  readonly recorded: number | undefined;
}

interface WireGoal extends Goal {
  readonly id: string;
  readonly created_at: string;
  readonly title: string;
  readonly is_active: boolean;
}

const statuses = ["background", "focused", "paused", "achieved", "abandoned"];

/** Goals: created, changed, worked on, abandoned. None ever goes. */
export const goals = (): Resource<Goal> => ({
  name: "goal",
  create: (mark, random) => {
    const current_value = random.integer(100);
    return {
      name: "create a goal",
      send: ({ keyed }) => keyed.post(collection, { title: mark, current_value }),
      effect: () => ({ current_value, status: "background", why_it_matters: null, recorded: undefined }),
      creates: true,
      shows: showsGoal,
    };
  },
  change: ({ id }, random) => (id === undefined ? undefined : random.of([edit, progress, abandon])(id, random)),
  idOf: (receipt) => (receipt as WireGoal).id,
  list: async ({ keyed }) => {
    const found = [];
    let next: string | undefined = `${collection}?limit=100&include_inactive=true`;
    while (next !== undefined) {
      const { status, body, headers } = await keyed.get(next);
      if (status !== 200) throw new Error(`The list of goals was answered ${status}: ${JSON.stringify(body)}`);
      found.push(...(body as WireGoal[]));
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    }
    return found.map((goal) => ({ mark: goal.title, id: goal.id, reading: readingOf(goal) }));
  },
  get: async ({ keyed }, { id }) => {
    const { status, body } = await keyed.get(one(id));
    if (status === 404) return undefined;
    const history = (await keyed.get(`${one(id)}/history`)).body as readonly { readonly value: number }[];
    return { ...readingOf(body as WireGoal), recorded: history[0]?.value };
  },
  isListed: () => true,
  checkLists: listsLike<WireGoal>({
    path: collection,
    everything: "include_inactive=true",
    order: inOrderOf(
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    some: (all) => ({
      query: "",
      expected: all.filter(({ is_active }) => is_active).toSorted(oldestFirst),
    }),
  }),
  readings: (goal) => [readable(goal)],
});

const readable = (goal: Goal): Reading => ({
  ...goal,
  is_active: goal.status !== "achieved" && goal.status !== "abandoned",
});

/** Decision 7.3, for those that are active. */
const oldestFirst = inOrderOf<WireGoal>(
  ascending(({ created_at }) => created_at),
  ascending(({ id }) => id),
);

const showsGoal = (body: unknown, after: Goal | undefined): boolean =>
  after !== undefined && isOneOf(readingOf(body as WireGoal), [readable(after)]);

function edit(id: string, random: Random): Write<Goal> {
  const patch: Readonly<Record<string, string | number | null>> = random.of([
    { status: random.of(statuses) },
    { why_it_matters: random.of([null, `Reason ${random.integer(1000)}`]) },
    { why_it_matters: `Reason ${random.integer(1000)}`, current_value: null, title: null },
    { current_value: random.integer(100), status: random.of(statuses) },
  ]);
  // A null leaves its field unchanged.
  const changed: Partial<Goal> = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  const { current_value } = changed;
  return changing(`change ${Object.keys(patch).join(", ")}`, {
    send: ({ keyed }) => keyed.patch(one(id), patch),
    effect: (before) =>
      before && { ...before, ...changed, ...(current_value === undefined ? {} : { recorded: current_value }) },
    shows: showsGoal,
  });
}

function progress(id: string, random: Random): Write<Goal> {
  const value = random.integer(100);
  return changing("record progress", {
    send: ({ keyed }) => keyed.send("PATCH", `${one(id)}/progress?current_value=${value}`),
    effect: (before) => before && { ...before, current_value: value, recorded: value },
    shows: showsGoal,
  });
}

function abandon(id: string): Write<Goal> {
  return changing("abandon a goal", {
    send: ({ keyed }) => keyed.delete(one(id)),
    effect: (before) => before && { ...before, status: "abandoned" },
  });
}

/** Only what never came to be is not found. */
function changing(name: string, write: Pick<Write<Goal>, "send" | "effect" | "shows">): Write<Goal> {
  return { name, ...write, refusals: (before) => (before === undefined ? [404] : []) };
}

function readingOf({ current_value, status, why_it_matters, is_active }: WireGoal): Reading {
  return { current_value, status, why_it_matters, is_active };
}
