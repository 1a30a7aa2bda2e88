import { actionItems } from "./action-items.js";
import { apps } from "./apps.js";
import { Conversations } from "./conversations.js";
import { goals } from "./goals.js";
import { keys } from "./keys.js";
import { ResourceModel } from "./resource-model.js";
import { memories } from "./memories.js";
import { notifications } from "./notifications.js";
import { pushTargets } from "./push-targets.js";
import { profile } from "./profile.js";
import type { Resource } from "./resource.js";
import { sessions } from "./sessions.js";

export { ResourceModel, NO_WRITES, type WriteCounts } from "./resource-model.js";
export type { ModelClients, Resource } from "./resource.js";

/** The users whose objects the model writes. */
export const MODEL_USERS = { main: "ada", another: "bea" } as const;

/**
 * @param otherUserId the user whose profile is written.
 * @param areServersKilled whether servers are killed repeatedly: a conversation that loses two leases in a row gets a
 *   trivial summary.
 */
export const createResources = (otherUserId: string, areServersKilled = false) => ({
  conversations: new Conversations(areServersKilled) as Resource<unknown>,
  goals: goals() as Resource<unknown>,
  "action items": actionItems() as Resource<unknown>,
  apps: apps() as Resource<unknown>,
  keys: keys() as Resource<unknown>,
  memories: memories() as Resource<unknown>,
  notifications: notifications() as Resource<unknown>,
  "push targets": pushTargets() as Resource<unknown>,
  profile: profile(otherUserId) as Resource<unknown>,
  sessions: sessions() as Resource<unknown>,
});

/** The relative frequency of writes to each resource. */
const WRITE_WEIGHTS: Readonly<Record<keyof ReturnType<typeof createResources>, number>> = {
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

/** Returns a model for each resource, for servers that are killed, with the relative frequency of its writes. */
export const createWeightedModels = (): readonly { readonly ledger: ResourceModel; readonly weight: number }[] =>
  Object.entries(createResources(MODEL_USERS.another, true)).map(([name, resource]) => ({
    ledger: new ResourceModel(resource),
    weight: WRITE_WEIGHTS[name as keyof typeof WRITE_WEIGHTS],
  }));
