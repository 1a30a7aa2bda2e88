import type { PushOutcome } from "../../domain/push-outcome.js";
import type { PushTarget } from "../../domain/push-target.js";
import type { OutboundClient } from "../../ports/driven/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/push-channel.js";
import type { Sealer } from "../../ports/driven/sealer.js";
import { outcomeOf } from "./outcome.js";
import { shortened } from "./shortened.js";

/** What ntfy shows as a message: of a longer one it makes an attachment. */
const MOST_BYTES = 4096;

/** Publishes to ntfy topics (docs.ntfy.sh/publish). */
export class NtfyChannel implements PushChannel {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly sealer: Pick<Sealer, "open">,
  ) {}

  async deliver({ id, title, text }: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const token = state.sealedSecret === null ? null : this.sealer.open(state.sealedSecret, state.id);
    const result = await this.outbound.post({
      url: state.url,
      lane: state.id,
      headers: {
        "content-type": "text/plain; charset=utf-8",
        title: headerOf(title),
        // From ntfy 2.16 on a message is replaced by its own repeat.
        "x-sequence-id": id,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: shortened(text, MOST_BYTES, (part) => part),
    });
    return outcomeOf(result, "ntfy");
  }
}

/** RFC 2047, for what is more than printable ASCII, and for what looks as if it were encoded. */
function headerOf(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes("=?")) return text;
  return `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}
