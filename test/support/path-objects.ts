import { randomUUID } from "node:crypto";
import type { ApiClient } from "./api-client.js";
import { CONVERSATIONS_PATH, planningConversation } from "./conversation-requests.js";
import { createFailedDelivery } from "./deliveries.js";
import { notifyByOwnApp } from "./notifications.js";

/** The kind of object that a path parameter identifies. */
export interface PathObject {
  /** The name in the error of a 404 (decision 2.5). */
  readonly displayName: string;
  /** Creates an object of the owner. @returns its ID. */
  readonly create: (owner: ApiClient) => Promise<string>;
  /** Whether objects of other users are accessible too: only unknown IDs are rejected. */
  readonly isShared?: true;
  /** The route that creates an object under any ID that it is called with, so that no ID is unknown to it. */
  readonly createdByRoute?: string;
}

const APPS_PATH = "/v1/dev/apps";
const APP_BODY = { name: "Garden app", proactive_notification: { scopes: ["user_name"] } };

/** By the name of the parameter. A resource needs an entry here to be covered by the tests of the route table. */
const pathObjects: Readonly<Record<string, PathObject>> = {
  app_id: { displayName: "App", create: createByPost(APPS_PATH, APP_BODY) },
  offered_app_id: { displayName: "App", create: createByPost(APPS_PATH, APP_BODY), isShared: true },
  delivery_id: { displayName: "Delivery", create: createFailedDelivery },
  installed_app_id: { displayName: "Installation", create: createInstallation },
  action_item_id: {
    displayName: "Action item",
    create: createByPost("/v1/dev/user/action-items", { description: "an item" }),
  },
  conversation_id: {
    displayName: "Conversation",
    create: createByPost(`${CONVERSATIONS_PATH}/from-segments`, planningConversation),
  },
  client_session_id: {
    displayName: "Session",
    create: createSession,
    createdByRoute: "POST /v1/dev/user/sessions/{client_session_id}/segments",
  },
  goal_id: { displayName: "Goal", create: createByPost("/v1/dev/user/goals", { title: "Run" }) },
  memory_id: { displayName: "Memory", create: createByPost("/v1/dev/user/memories", { content: "I row on Sundays." }) },
  notification_id: { displayName: "Notification", create: (owner) => notifyByOwnApp(owner, "The roses want water.") },
  push_target_id: {
    displayName: "Push target",
    create: createByPost("/v1/dev/user/push-targets", { channel: "ntfy", url: "https://ntfy.example/roses" }),
  },
  key_id: { displayName: "Key", create: createByPost("/v1/dev/keys", { name: "a key" }) },
};

/** Returns the object kind of a parameter. For an unknown parameter, `create` rejects with what to add. */
export function pathObject(parameter: string): PathObject {
  const message = `test/support/path-objects.ts must say what {${parameter}} names and how such an object is made`;
  return pathObjects[parameter] ?? { displayName: parameter, create: () => Promise.reject(new Error(message)) };
}

async function createInstallation(owner: ApiClient): Promise<string> {
  const id = await createByPost(APPS_PATH, APP_BODY)(owner);
  await owner.post(`${APPS_PATH}/${id}/install`, {});
  return id;
}

/** Creates each session under a new ID, so that finishing one does not affect another. */
async function createSession(owner: ApiClient): Promise<string> {
  const id = randomUUID();
  await owner.post(`/v1/dev/user/sessions/${id}/segments`, {
    transcript_segments: planningConversation.transcript_segments,
  });
  return id;
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

function createByPost(path: string, body: object): PathObject["create"] {
  return async (owner) => ((await owner.post(path, body)).body as { id: string }).id;
}
