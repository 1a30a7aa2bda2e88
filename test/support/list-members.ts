import { collection as conversations } from "./conversations.js";
import type { Random } from "./random.js";

/** The body of a POST to a list's path that makes a member of it. */
type NewMember = (mark: string, random: Random) => object;

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

/** A list joins all that is proven of lists by its line here. @throws Error for one that has none. */
export function newMember(path: string): NewMember {
  const found = members[path];
  if (!found) throw new Error(`test/support/list-members.ts must say what makes a member of ${path}`);
  return found;
}
