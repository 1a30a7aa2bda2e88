import type { PushOutcome } from "../../domain/notification/push-attempt.js";
import type { PushTarget } from "../../domain/notification/push-target.js";
import type { OutboundClient } from "../../ports/driven/delivery/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/delivery/push-channel.js";
import type { SecretCipher } from "../../ports/driven/runtime/credentials.js";
import { mapOutboundResult, truncateToBytes } from "./channel-support.js";

/** The longest text that ntfy shows as a message; it turns a longer one into an attachment. */
const MAX_MESSAGE_BYTES = 4096;

/** Publishes to ntfy topics (docs.ntfy.sh/publish). */
export class NtfyChannel implements PushChannel {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly cipher: Pick<SecretCipher, "decrypt">,
  ) {}

  async deliver({ id, title, text }: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const token = state.sealedSecret === null ? null : this.cipher.decrypt(state.sealedSecret, state.id);
    const result = await this.outbound.post({
      url: state.url,
      bulkheadKey: state.id,
      headers: {
        "content-type": "text/plain; charset=utf-8",
        title: encodeHeader(title),
        // From version 2.16 ntfy replaces an earlier message with the same sequence ID, such as a first attempt.
        "x-sequence-id": id,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: truncateToBytes(text, MAX_MESSAGE_BYTES, (part) => part),
    });
    return mapOutboundResult(result, "ntfy");
  }
}

/** Encodes text as RFC 2047 says unless it is printable ASCII without `=?`, which a client would try to decode. */
function encodeHeader(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes("=?")) return text;
  return `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}
