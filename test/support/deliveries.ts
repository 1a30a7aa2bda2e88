import { randomUUID } from "node:crypto";
import type { Client } from "./client.js";
import { planning } from "./conversations.js";
import { eventually } from "./waiting.js";

const apps = "/v1/dev/apps";
const MAX_URL_LENGTH = 2_048;
const MAX_SESSION_ID_LENGTH = 200;
const address = "https://ears.example/hook?";
/**
 * With the session's ID in its query the address is too long to be called: each delivery fails at once, without a call,
 * and does not change any more.
 */
const unheard = {
  name: "Ears",
  capabilities: ["external_integration"],
  external_integration: {
    triggers_on: "transcript_processed",
    webhook_url: address.padEnd(MAX_URL_LENGTH, "a"),
  },
};

function longSessionId(): string {
  const unique = randomUUID().slice(0, 8);
  return unique + "🌳".repeat(MAX_SESSION_ID_LENGTH - unique.length);
}

/** Says something that an app of the owner's is to hear. @returns the id of what is delivered to it. */
export async function delivered(owner: Client): Promise<string> {
  const { id } = (await owner.post(apps, unheard)).body as { id: string };
  await owner.post(`${apps}/${id}/install`, {});
  const said = { transcript_segments: planning.transcript_segments };
  await owner.post(`/v1/dev/user/sessions/${encodeURIComponent(longSessionId())}/segments`, said);
  const delivery = await eventually(async () => {
    const [first] = (await owner.get(`${apps}/deliveries?app_id=${id}`)).body as readonly {
      readonly id: string;
      readonly state: string;
    }[];
    if (first?.state !== "failed") throw new Error("Nothing was delivered to the app");
    return first.id;
  });
  // A user has so many apps installed at most.
  await owner.delete(`${apps}/installations/${id}`);
  return delivery;
}
