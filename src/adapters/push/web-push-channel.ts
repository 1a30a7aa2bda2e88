import { createHash, ECDH, createECDH, hkdfSync } from "node:crypto";
import { createPushFailure, type PushOutcome } from "../../domain/notification/push-attempt.js";
import type { PushTarget } from "../../domain/notification/push-target.js";
import type { OutboundClient } from "../../ports/driven/delivery/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/delivery/push-channel.js";
import { mapOutboundResult, truncateToBytes } from "./channel-support.js";

export interface WebPushOptions {
  readonly keys: VapidKeys;
  /** The contact for operators of push services: a `mailto:` or `https:` URL. */
  readonly contact: string;
}

/** How long a push service keeps a message for a browser that is offline. */
const MESSAGE_TTL_SECONDS = 24 * 60 * 60;
/** The size that every push service accepts (RFC 8291, section 4), minus 103 bytes for encryption. */
const MAX_PAYLOAD_BYTES = 4096 - 103;
/** RFC 8030, section 5.4. */
const TOPIC_LENGTH = 32;

/** Sends push messages to browsers, encrypted (RFC 8291) and signed with the VAPID key (RFC 8292). */
export class WebPushChannel implements PushChannel {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly options: WebPushOptions,
  ) {}

  async deliver(message: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const { id, url, keys } = state;
    if (!keys || !isValidPublicKey(keys.p256dh)) return createPushFailure("invalid_keys", true);
    // Loaded on demand: it is needed only for browsers.
    const { default: webPush } = await import("web-push");
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: url, keys: { ...keys } },
      serializePayload(message),
      {
        vapidDetails: { subject: this.options.contact, ...this.options.keys },
        contentEncoding: "aes128gcm",
        TTL: MESSAGE_TTL_SECONDS,
        urgency: "normal",
        topic: computeTopic(message),
      },
    );
    // Some values are numbers, contrary to their declared type.
    const headerEntries = Object.entries<unknown>(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const result = await this.outbound.post({
      url,
      bulkheadKey: id,
      headers: Object.fromEntries(headerEntries) as Record<string, string>,
      body,
    });
    return mapOutboundResult(result, "web_push");
  }
}

/** Returns the same topic for the same message, so that a retry replaces a message that a push service still keeps. */
function computeTopic({ id }: PushMessage): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, TOPIC_LENGTH);
}

/** The payload for the page's service worker. The tag makes a retry replace the notification that is shown already. */
function serializePayload({ id, kind, appId, title, text, createdAt }: PushMessage): string {
  return truncateToBytes(text, MAX_PAYLOAD_BYTES, (truncatedText) =>
    JSON.stringify({
      id,
      tag: id,
      kind,
      app_id: appId,
      title,
      body: truncatedText,
      created_at: createdAt.toISOString(),
    }),
  );
}

/** Whether the key is a point on the curve; registration checks only its form. */
function isValidPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

/** A P-256 key pair in base64url: 65 and 32 bytes. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The order of the group of P-256. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Derives the key pair that identifies this service to push services (RFC 8292). The same seed gives the same keys in
 * every process and after every restart, because a push subscription accepts messages of one key only.
 * @param seed 32 secret bytes, used for nothing else.
 */
export function deriveVapidKeys(seed: Uint8Array): VapidKeys {
  // FIPS 186-5, A.2.1: 128 extra bits make the bias of the modulo operation negligible.
  const randomHex = Buffer.from(hkdfSync("sha256", seed, "", "P-256 private key", 48)).toString("hex");
  const scalar = (BigInt(`0x${randomHex}`) % (P256_ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}
