import { pushFailed, type PushOutcome } from "../../domain/push-outcome.js";
import type { PushTarget } from "../../domain/push-target.js";
import type { OutboundClient } from "../../ports/driven/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/push-channel.js";
import type { Sealer } from "../../ports/driven/sealer.js";
import { outcomeOf } from "./outcome.js";

/** Posts to a person's own webhook, signed and named as Standard Webhooks 1.0 says. */
export class WebhookChannel implements PushChannel {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly sealer: Pick<Sealer, "open">,
  ) {}

  async deliver(message: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const { id, url, sealedSecret } = state;
    if (sealedSecret === null) return pushFailed("no_secret", true);
    const result = await this.outbound.post({
      url,
      lane: id,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(eventOf(message)),
      webhook: { id: message.id, secrets: [this.sealer.open(sealedSecret, id)] },
    });
    return outcomeOf(result, "webhook");
  }
}

/** Standard Webhooks 1.0, "Payload structure". */
function eventOf({ id, kind, appId, title, text, createdAt }: PushMessage): object {
  return { type: "notification", timestamp: createdAt.toISOString(), data: { id, kind, app_id: appId, title, text } };
}
