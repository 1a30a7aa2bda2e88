import { randomUUID } from "node:crypto";
import type { ApiClient } from "./api-client.js";
import { planningConversation } from "./conversation-requests.js";
import { retryUntilPassing } from "./eventually.js";

const APPS_PATH = "/v1/dev/apps";
const MAX_URL_LENGTH = 2_048;
const MAX_SESSION_ID_LENGTH = 200;
const WEBHOOK_URL_PREFIX = "https://ears.example/hook?";
/**
 * With the session's ID in its query the URL exceeds the maximum length: each delivery fails at once, without a call,
 * and does not change any more.
 */
const appWithTooLongUrl = {
  name: "Ears",
  capabilities: ["external_integration"],
  external_integration: {
    triggers_on: "transcript_processed",
    webhook_url: WEBHOOK_URL_PREFIX.padEnd(MAX_URL_LENGTH, "a"),
  },
};

function createLongSessionId(): string {
  const unique = randomUUID().slice(0, 8);
  return unique + "🌳".repeat(MAX_SESSION_ID_LENGTH - unique.length);
}

/** Records segments for a new app of the owner. @returns the ID of the failed delivery. */
export async function createFailedDelivery(owner: ApiClient): Promise<string> {
  const { id } = (await owner.post(APPS_PATH, appWithTooLongUrl)).body as { id: string };
  await owner.post(`${APPS_PATH}/${id}/install`, {});
  const segmentsBody = { transcript_segments: planningConversation.transcript_segments };
  await owner.post(`/v1/dev/user/sessions/${encodeURIComponent(createLongSessionId())}/segments`, segmentsBody);
  const delivery = await retryUntilPassing(async () => {
    const [first] = (await owner.get(`${APPS_PATH}/deliveries?app_id=${id}`)).body as readonly {
      readonly id: string;
      readonly state: string;
    }[];
    if (first?.state !== "failed") throw new Error("Nothing was delivered to the app");
    return first.id;
  });
  // A user can install only a limited number of apps.
  await owner.delete(`${APPS_PATH}/installations/${id}`);
  return delivery;
}
