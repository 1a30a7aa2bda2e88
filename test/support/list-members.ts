import { collection as conversations } from "./conversations.js";
import type { Client } from "./client.js";
import { delivered } from "./deliveries.js";
import { notify } from "./notifications.js";
import type { Random } from "./random.js";

/** The body of a POST to a list's path that makes a member of it. */
type NewMember = (mark: string, random: Random) => object;

/** How the members of a list come, and whether their owner can remove one. */
export interface Membership {
  /** @returns its id. */
  readonly add: (client: Client, mark: string, random: Random) => Promise<string>;
  readonly isRemovable: boolean;
}

const anyDay = (random: Random): string => new Date(Date.UTC(2025, 0, 1 + random.integer(400))).toISOString();

/** By the list's path, with members that come anywhere in its order where a client can choose that. */
const members: Readonly<Record<string, NewMember>> = {
  "/v1/dev/user/action-items": (description, random) => ({
    description,
    completed: random.chance(0.3),
    due_at: random.chance(0.7) ? anyDay(random) : null,
  }),
  [conversations]: (text, random) => ({ text, started_at: anyDay(random) }),
  "/v1/dev/user/goals": (title) => ({ title }),
  "/v1/dev/apps": (name) => ({ name }),
  "/v1/dev/keys": (name) => ({ name }),
  "/v1/dev/user/memories": (content) => ({ content }),
};

/** Those that others make. */
const made: Readonly<Record<string, Membership>> = {
  "/v1/dev/user/notifications": { add: notify, isRemovable: false },
  "/v1/dev/apps/deliveries": { add: delivered, isRemovable: false },
};

/** A list joins all that is proven of lists by its line here. @throws Error for one that has none. */
export function membership(path: string): Membership {
  const body = members[path];
  const found = body ? { add: posted(path, body), isRemovable: true } : made[path];
  if (!found) throw new Error(`test/support/list-members.ts must say what makes a member of ${path}`);
  return found;
}

function posted(path: string, bodyOf: NewMember): Membership["add"] {
  return async (client, mark, random) => {
    const { status, body } = await client.post(path, bodyOf(mark, random));
    if (status !== 200) throw new Error(`No member of ${path} could be made: ${status}`);
    return (body as { id: string }).id;
  };
}
