import { randomUUID } from "node:crypto";
import type { Client } from "./client.js";
import { planning } from "./conversations.js";
import { eventually } from "./waiting.js";

const apps = "/v1/dev/apps";
/** It is where nobody is ever called: what is for it has failed at once, and changes no more. */
const unheard = {
  name: "Ears",
  capabilities: ["external_integration"],
  external_integration: { triggers_on: "transcript_processed", webhook_url: "https://localhost/hook" },
};

/** Says something that an app of the owner's is to hear. @returns the id of what is delivered to it. */
export async function delivered(owner: Client): Promise<string> {
  const { id } = (await owner.post(apps, unheard)).body as { id: string };
  await owner.post(`${apps}/${id}/install`, {});
  const said = { transcript_segments: planning.transcript_segments };
  await owner.post(`/v1/dev/user/sessions/${randomUUID()}/segments`, said);
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
