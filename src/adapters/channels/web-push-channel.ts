import { createHash, ECDH } from "node:crypto";
import { pushFailed, type PushOutcome } from "../../domain/push-outcome.js";
import type { PushTarget } from "../../domain/push-target.js";
import type { OutboundClient } from "../../ports/driven/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/push-channel.js";
import { outcomeOf } from "./outcome.js";
import { shortened } from "./shortened.js";
import type { VapidKeys } from "./vapid-keys.js";

export interface WebPushOptions {
  readonly keys: VapidKeys;
  /** Whom a push service turns to when something is wrong: a `mailto:` or `https:` URL. */
  readonly contact: string;
}

/** In seconds: as long as a browser that is switched off is waited for. */
const A_DAY = 24 * 60 * 60;
/** RFC 8291, section 4: so much a push service takes for sure, of which encryption takes 103 bytes. */
const MOST_BYTES = 4096 - 103;
/** RFC 8030, section 5.4. */
const TOPIC_LENGTH = 32;

/** Pushes to browsers: encrypted for them (RFC 8291), sent in the name of this service (RFC 8292). */
export class WebPushChannel implements PushChannel {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly options: WebPushOptions,
  ) {}

  async deliver(message: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const { id, url, keys } = state;
    if (!keys || !isPoint(keys.p256dh)) return pushFailed("invalid_keys", true);
    // Loaded by nobody who pushes to no browser.
    const { default: webPush } = await import("web-push");
    const { headers, body } = webPush.generateRequestDetails({ endpoint: url, keys: { ...keys } }, payloadOf(message), {
      vapidDetails: { subject: this.options.contact, ...this.options.keys },
      contentEncoding: "aes128gcm",
      TTL: A_DAY,
      urgency: "normal",
      topic: topicOf(message),
    });
    // Some are numbers, whatever their type says.
    const named = Object.entries<unknown>(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const result = await this.outbound.post({
      url,
      lane: id,
      headers: Object.fromEntries(named) as Record<string, string>,
      body,
    });
    return outcomeOf(result, "web_push");
  }
}

/** A message that waits for a browser is replaced by its own repeat. */
function topicOf({ id }: PushMessage): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, TOPIC_LENGTH);
}

/** What a page's service worker gets. By its tag a notification that is shown is replaced by its own repeat. */
function payloadOf({ id, kind, appId, title, text, createdAt }: PushMessage): string {
  return shortened(text, MOST_BYTES, (body) =>
    JSON.stringify({ id, tag: id, kind, app_id: appId, title, body, created_at: createdAt.toISOString() }),
  );
}

/** Whether anything can be encrypted for it at all: its form alone was looked at when it was registered. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}
