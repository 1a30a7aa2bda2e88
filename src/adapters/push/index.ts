import type { OutboundClient } from "../../ports/driven/delivery/outbound-client.js";
import type { PushChannels } from "../../ports/driven/delivery/push-channel.js";
import type { SecretCipher } from "../../ports/driven/runtime/credentials.js";
import { NtfyChannel } from "./ntfy-channel.js";
import { WebPushChannel, type WebPushOptions } from "./web-push-channel.js";
import { WebhookPushChannel } from "./webhook-push-channel.js";

export { NtfyChannel } from "./ntfy-channel.js";
export { deriveVapidKeys, type VapidKeys, WebPushChannel, type WebPushOptions } from "./web-push-channel.js";
export { WebhookPushChannel } from "./webhook-push-channel.js";

/** Creates the push channels, which share one outbound client. */
export function createPushChannels(
  {
    outbound,
    secretCipher,
  }: { readonly outbound: OutboundClient; readonly secretCipher: Pick<SecretCipher, "decrypt"> },
  webPush: WebPushOptions,
): PushChannels {
  return {
    web_push: new WebPushChannel(outbound, webPush),
    ntfy: new NtfyChannel(outbound, secretCipher),
    webhook: new WebhookPushChannel(outbound, secretCipher),
    vapidPublicKey: webPush.keys.publicKey,
  };
}
