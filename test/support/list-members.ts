import { CONVERSATIONS_PATH as conversations } from "./conversation-requests.js";
import type { ApiClient } from "./api-client.js";
import { createFailedDelivery } from "./deliveries.js";
import { notifyByOwnApp } from "./notifications.js";
import type { SeededRandom } from "./random.js";

/** Builds the body of a POST to the list's path that creates a member. */
type NewMember = (mark: string, random: SeededRandom) => object;

/** How members of a list are created, and whether their owner can delete one. */
export interface ListMembership {
  /** @returns the ID of the new member. */
  readonly add: (client: ApiClient, mark: string, random: SeededRandom) => Promise<string>;
  readonly isRemovable: boolean;
}

const randomDate = (random: SeededRandom): string =>
  new Date(Date.UTC(2025, 0, 1 + random.nextInteger(400))).toISOString();

/** By the path of the list. Members get random positions in the order of the list if a client can choose them. */
const memberBodies: Readonly<Record<string, NewMember>> = {
  "/v1/dev/user/action-items": (description, random) => ({
    description,
    completed: random.nextBoolean(0.3),
    due_at: random.nextBoolean(0.7) ? randomDate(random) : null,
  }),
  [conversations]: (text, random) => ({ text, started_at: randomDate(random) }),
  "/v1/dev/user/goals": (title) => ({ title }),
  "/v1/dev/apps": (name) => ({ name }),
  "/v1/dev/keys": (name) => ({ name }),
  "/v1/dev/user/memories": (content) => ({ content }),
};

/** Lists whose members are not created by a POST to the list. */
const membersByOthers: Readonly<Record<string, ListMembership>> = {
  "/v1/dev/user/notifications": { add: notifyByOwnApp, isRemovable: false },
  "/v1/dev/apps/deliveries": { add: createFailedDelivery, isRemovable: false },
};

/** Every list needs an entry here to be covered by the tests of all lists. @throws Error if the path has none. */
export function membershipOf(path: string): ListMembership {
  const body = memberBodies[path];
  const listMembership = body ? { add: addByPost(path, body), isRemovable: true } : membersByOthers[path];
  if (!listMembership) throw new Error(`test/support/list-members.ts must say what makes a member of ${path}`);
  return listMembership;
}

function addByPost(path: string, bodyOf: NewMember): ListMembership["add"] {
  return async (client, mark, random) => {
    const { status, body } = await client.post(path, bodyOf(mark, random));
    if (status !== 200) throw new Error(`No member of ${path} could be made: ${status}`);
    return (body as { id: string }).id;
  };
}
