import { createPushFailure, type PushOutcome } from "../../domain/notification/push-attempt.js";
import type { PushTarget } from "../../domain/notification/push-target.js";
import type { OutboundClient } from "../../ports/driven/delivery/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/delivery/push-channel.js";
import type { SecretCipher } from "../../ports/driven/runtime/credentials.js";
import { mapOutboundResult } from "./channel-support.js";

/** Posts to a user's own webhook, with the signature and the body of Standard Webhooks 1.0. */
export class WebhookPushChannel implements PushChannel {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly cipher: Pick<SecretCipher, "decrypt">,
  ) {}

  async deliver(message: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const { id, url, sealedSecret } = state;
    if (sealedSecret === null) return createPushFailure("no_secret", true);
    const result = await this.outbound.post({
      url,
      bulkheadKey: id,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(toWebhookEvent(message)),
      signing: { id: message.id, secrets: [this.cipher.decrypt(sealedSecret, id)] },
    });
    return mapOutboundResult(result, "webhook");
  }
}

/** Standard Webhooks 1.0, "Payload structure". */
function toWebhookEvent({ id, kind, appId, title, text, createdAt }: PushMessage): object {
  return { type: "notification", timestamp: createdAt.toISOString(), data: { id, kind, app_id: appId, title, text } };
}
