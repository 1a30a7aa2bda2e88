import { createHmac } from "node:crypto";
import type { WebhookSigning } from "../../ports/driven/outbound-client.js";

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const SHORTEST = 24;
const LONGEST = 64;

/**
 * The three headers of Standard Webhooks 1.0.
 * @throws Error for a secret or an id that is none: they are ours, and without them nobody could trust the message.
 */
export function webhookHeaders(
  { id, secrets }: WebhookSigning,
  body: string | Uint8Array,
  now: Date,
): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(id) || id.includes("."))
    throw new Error("a webhook's id is printable ASCII without a dot");
  if (secrets.length === 0) throw new Error("a webhook is signed with one secret at least");
  const seconds = String(Math.floor(now.getTime() / 1000));
  const signature = (secret: string): string =>
    createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.`).update(body).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => `v1,${signature(secret)}`).join(" "),
  };
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(SECRET.exec(secret)?.[1] ?? "", "base64");
  if (key.length < SHORTEST || key.length > LONGEST) {
    throw new Error(`a webhook's secret is whsec_ and ${SHORTEST} to ${LONGEST} bytes in Base64`);
  }
  return key;
}
