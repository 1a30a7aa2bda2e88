import { actionItems } from "./action-items.js";
import { apps } from "./apps.js";
import { Conversations } from "./conversations.js";
import { goals } from "./goals.js";
import { keys } from "./keys.js";
import { Ledger } from "./ledger.js";
import { memories } from "./memories.js";
import { notifications } from "./notifications.js";
import { pushTargets } from "./push-targets.js";
import { profile } from "./profile.js";
import type { Resource } from "./resource.js";
import { sessions } from "./sessions.js";

export { Ledger, noWrites, type Tally } from "./ledger.js";
export type { Callers, Resource } from "./resource.js";

/** The users whom the model's writes belong to. */
export const users = { main: "ada", another: "bea" } as const;

/**
 * @param another whose profile is written to.
 * @param isKilled whether servers are killed again and again: a conversation that loses two leases in a row gets a
 *   trivial summary.
 */
export const resources = (another: string, isKilled = false) => ({
  conversations: new Conversations(isKilled) as Resource<unknown>,
  goals: goals() as Resource<unknown>,
  "action items": actionItems() as Resource<unknown>,
  apps: apps() as Resource<unknown>,
  keys: keys() as Resource<unknown>,
  memories: memories() as Resource<unknown>,
  notifications: notifications() as Resource<unknown>,
  "push targets": pushTargets() as Resource<unknown>,
  profile: profile(another) as Resource<unknown>,
  sessions: sessions() as Resource<unknown>,
});

/** How often each is written to beside the others. */
const weights: Readonly<Record<keyof ReturnType<typeof resources>, number>> = {
  conversations: 8,
  goals: 2,
  "action items": 3,
  apps: 2,
  keys: 1,
  memories: 3,
  notifications: 2,
  "push targets": 1,
  profile: 1,
  sessions: 4,
};

/** For servers that are killed: a ledger for each resource, and how often it is written to beside the others. */
export const ledgers = (): readonly { readonly ledger: Ledger; readonly weight: number }[] =>
  Object.entries(resources(users.another, true)).map(([name, resource]) => ({
    ledger: new Ledger(resource),
    weight: weights[name as keyof typeof weights],
  }));
