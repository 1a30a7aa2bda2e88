import { randomUUID } from "node:crypto";
import type { Client } from "./client.js";
import { collection, planning } from "./conversations.js";
import { delivered } from "./deliveries.js";
import { notify } from "./notifications.js";

/** What a parameter of a path names. */
export interface PathObject {
  /** As a 404 calls it (decision 2.5). */
  readonly called: string;
  /** Makes one that is the owner's. @returns its id. */
  readonly make: (owner: Client) => Promise<string>;
  /** Whether another user's serves as well as one's own: none but unknown ids are refused. */
  readonly isEverybodys?: true;
  /** The route that makes one under whatever id it is called with: there none is unknown. */
  readonly begunBy?: string;
}

const apps = "/v1/dev/apps";
const app = { name: "Garden app", proactive_notification: { scopes: ["user_name"] } };

/** By the parameter's name. A resource joins all that is generated from the route table by its line here. */
const pathObjects: Readonly<Record<string, PathObject>> = {
  app_id: { called: "App", make: posted(apps, app) },
  offered_app_id: { called: "App", make: posted(apps, app), isEverybodys: true },
  delivery_id: { called: "Delivery", make: delivered },
  installed_app_id: { called: "Installation", make: installed },
  action_item_id: { called: "Action item", make: posted("/v1/dev/user/action-items", { description: "an item" }) },
  conversation_id: { called: "Conversation", make: posted(`${collection}/from-segments`, planning) },
  client_session_id: {
    called: "Session",
    make: begun,
    begunBy: "POST /v1/dev/user/sessions/{client_session_id}/segments",
  },
  goal_id: { called: "Goal", make: posted("/v1/dev/user/goals", { title: "Run" }) },
  memory_id: { called: "Memory", make: posted("/v1/dev/user/memories", { content: "I row on Sundays." }) },
  notification_id: { called: "Notification", make: (owner) => notify(owner, "The roses want water.") },
  push_target_id: {
    called: "Push target",
    make: posted("/v1/dev/user/push-targets", { channel: "ntfy", url: "https://ntfy.example/roses" }),
  },
  key_id: { called: "Key", make: posted("/v1/dev/keys", { name: "a key" }) },
};

/** What the parameter names. Where that is not known, making one fails and says what is to be added. */
export function pathObject(parameter: string): PathObject {
  const unknown = `test/support/path-objects.ts must say what {${parameter}} names and how such an object is made`;
  return pathObjects[parameter] ?? { called: parameter, make: () => Promise.reject(new Error(unknown)) };
}

async function installed(owner: Client): Promise<string> {
  const id = await posted(apps, app)(owner);
  await owner.post(`${apps}/${id}/install`, {});
  return id;
}

/** Each under an id of its own: to finish one does not touch another. */
async function begun(owner: Client): Promise<string> {
  const id = randomUUID();
  await owner.post(`/v1/dev/user/sessions/${id}/segments`, { transcript_segments: planning.transcript_segments });
  return id;
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

function posted(path: string, body: object): PathObject["make"] {
  return async (owner) => ((await owner.post(path, body)).body as { id: string }).id;
}
