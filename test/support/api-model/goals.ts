import type { SeededRandom } from "../random.js";
import { matchesAnyReading } from "./checked-responses.js";
import { ascending, descending, byEach, createListCheck } from "./list-checks.js";
import type { Reading, Resource, Write } from "./resource.js";

const COLLECTION_PATH = "/v1/dev/user/goals";
const goalPath = (id: string): string => `${COLLECTION_PATH}/${id}`;

/** A goal as a client reads it, by its wire names. */
interface Goal extends Reading {
  readonly current_value: number;
  readonly status: string;
  readonly why_it_matters: string | null;
  /** The last recorded value; undefined if none was recorded. */
  readonly lastRecordedValue: number | undefined;
}

interface WireGoal extends Goal {
  readonly id: string;
  readonly created_at: string;
  readonly title: string;
  readonly is_active: boolean;
}

const statuses = ["background", "focused", "paused", "achieved", "abandoned"];

/** Goals that a user creates, edits, makes progress towards and abandons. The model deletes none. */
export const goals = (): Resource<Goal> => ({
  name: "goal",
  create: (mark, random) => {
    const current_value = random.nextInteger(100);
    return {
      name: "create a goal",
      send: ({ keyClient }) => keyClient.post(COLLECTION_PATH, { title: mark, current_value }),
      effect: () => ({ current_value, status: "background", why_it_matters: null, lastRecordedValue: undefined }),
      creates: true,
      shows: isShownGoal,
    };
  },
  change: ({ id }, random) =>
    id === undefined ? undefined : random.choose([editGoal, recordProgress, abandonGoal])(id, random),
  idOf: (receipt) => (receipt as WireGoal).id,
  list: async ({ keyClient }) => {
    const listedGoals = [];
    let next: string | undefined = `${COLLECTION_PATH}?limit=100&include_inactive=true`;
    while (next !== undefined) {
      const { status, body, headers } = await keyClient.get(next);
      if (status !== 200) throw new Error(`The list of goals was answered ${status}: ${JSON.stringify(body)}`);
      listedGoals.push(...(body as WireGoal[]));
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    }
    return listedGoals.map((goal) => ({ mark: goal.title, id: goal.id, reading: parseReading(goal) }));
  },
  get: async ({ keyClient }, { id }) => {
    const { status, body } = await keyClient.get(goalPath(id));
    if (status === 404) return undefined;
    const history = (await keyClient.get(`${goalPath(id)}/history`)).body as readonly { readonly value: number }[];
    return { ...parseReading(body as WireGoal), lastRecordedValue: history[0]?.value };
  },
  isListed: () => true,
  checkLists: createListCheck<WireGoal>({
    path: COLLECTION_PATH,
    fullListQuery: "include_inactive=true",
    order: byEach(
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    selectRandomly: (members) => ({
      query: "",
      expected: members.filter(({ is_active }) => is_active).toSorted(byAgeThenId),
    }),
  }),
  readings: (goal) => [toReading(goal)],
});

const toReading = (goal: Goal): Reading => ({
  ...goal,
  is_active: goal.status !== "achieved" && goal.status !== "abandoned",
});

/** The order of active goals (decision 7.3). */
const byAgeThenId = byEach<WireGoal>(
  ascending(({ created_at }) => created_at),
  ascending(({ id }) => id),
);

const isShownGoal = (body: unknown, after: Goal | undefined): boolean =>
  after !== undefined && matchesAnyReading(parseReading(body as WireGoal), [toReading(after)]);

function editGoal(id: string, random: SeededRandom): Write<Goal> {
  const patch: Readonly<Record<string, string | number | null>> = random.choose([
    { status: random.choose(statuses) },
    { why_it_matters: random.choose([null, `Reason ${random.nextInteger(1000)}`]) },
    { why_it_matters: `Reason ${random.nextInteger(1000)}`, current_value: null, title: null },
    { current_value: random.nextInteger(100), status: random.choose(statuses) },
  ]);
  // A null leaves its field unchanged.
  const changed: Partial<Goal> = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  const { current_value } = changed;
  return existingGoalWrite(`change ${Object.keys(patch).join(", ")}`, {
    send: ({ keyClient }) => keyClient.patch(goalPath(id), patch),
    effect: (current) =>
      current && {
        ...current,
        ...changed,
        ...(current_value === undefined ? {} : { lastRecordedValue: current_value }),
      },
    shows: isShownGoal,
  });
}

function recordProgress(id: string, random: SeededRandom): Write<Goal> {
  const value = random.nextInteger(100);
  return existingGoalWrite("record progress", {
    send: ({ keyClient }) => keyClient.send("PATCH", `${goalPath(id)}/progress?current_value=${value}`),
    effect: (current) => current && { ...current, current_value: value, lastRecordedValue: value },
    shows: isShownGoal,
  });
}

function abandonGoal(id: string): Write<Goal> {
  return existingGoalWrite("abandon a goal", {
    send: ({ keyClient }) => keyClient.delete(goalPath(id)),
    effect: (current) => current && { ...current, status: "abandoned" },
  });
}

/** Only a goal that was never created responds with 404. */
function existingGoalWrite(name: string, write: Pick<Write<Goal>, "send" | "effect" | "shows">): Write<Goal> {
  return { name, ...write, errorStatuses: (current) => (current === undefined ? [404] : []) };
}

function parseReading({ current_value, status, why_it_matters, is_active }: WireGoal): Reading {
  return { current_value, status, why_it_matters, is_active };
}
