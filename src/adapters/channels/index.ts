import type { OutboundClient } from "../../ports/driven/outbound-client.js";
import type { PushChannels } from "../../ports/driven/push-channel.js";
import type { Sealer } from "../../ports/driven/sealer.js";
import { NtfyChannel } from "./ntfy-channel.js";
import { WebPushChannel, type WebPushOptions } from "./web-push-channel.js";
import { WebhookChannel } from "./webhook-channel.js";

export { NtfyChannel } from "./ntfy-channel.js";
export { vapidKeysOf, type VapidKeys } from "./vapid-keys.js";
export { WebPushChannel, type WebPushOptions } from "./web-push-channel.js";
export { WebhookChannel } from "./webhook-channel.js";

/** All ways to people that there are beside the inbox, through one client. */
export function pushChannelsOver(
  { outbound, sealer }: { readonly outbound: OutboundClient; readonly sealer: Pick<Sealer, "open"> },
  webPush: WebPushOptions,
): PushChannels {
  return {
    web_push: new WebPushChannel(outbound, webPush),
    ntfy: new NtfyChannel(outbound, sealer),
    webhook: new WebhookChannel(outbound, sealer),
    webPushKey: webPush.keys.publicKey,
  };
}
