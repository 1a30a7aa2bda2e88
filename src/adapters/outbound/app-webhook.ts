import type { AppWebhook, WebhookCall } from "../../ports/driven/app-webhook.js";
import type { OutboundClient, OutboundResult } from "../../ports/driven/outbound-client.js";
import { webhookBody } from "./app-webhook.dto.js";

/** Calls apps through the one way out, each in a lane of its own. */
export class OutboundAppWebhook implements AppWebhook {
  constructor(private readonly client: OutboundClient) {}

  call({ id, appId, url, secrets, userId, sessionId, said }: WebhookCall): Promise<OutboundResult> {
    return this.client.post({
      url: addressed(url, { session_id: sessionId, uid: userId }),
      lane: appId,
      body: async () => {
        const segments = await said();
        return segments && JSON.stringify(webhookBody(sessionId, segments));
      },
      headers: { "content-type": "application/json", accept: "application/json" },
      webhook: { id, secrets },
    });
  }
}

/** What the app itself has in its query stays to the byte, for it may be signed; but there is one session and one user. */
function addressed(url: string, added: Readonly<Record<string, string>>): string {
  const [whole = ""] = url.split("#", 1);
  const [place = "", ...query] = whole.split("?");
  const own = query
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !Array.from(new URLSearchParams(pair).keys()).some((name) => name in added));
  return `${place}?${[...own, new URLSearchParams(added).toString()].join("&")}`;
}
