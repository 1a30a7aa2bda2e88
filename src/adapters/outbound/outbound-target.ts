import { isIP } from "node:net";
import type { OutboundFailureReason } from "../../ports/driven/delivery/outbound-client.js";

/** Longer than any legitimate URL. */
const MAX_URL_LENGTH = 4096;

/** The destination of a call, parsed once so that the checked host is the one connected to. */
export interface OutboundTarget {
  /** Normalised by the URL parser: numeric addresses, full-width letters and dots have one spelling. */
  readonly url: URL;
  /** A name in ASCII, or an address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
}

/** @throws OutboundError `invalid_url`. */
export function parseTarget(text: string): OutboundTarget {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "" || url.port === "0") {
    throw new OutboundError("invalid_url");
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return { url, host, isAddress: isIP(host) > 0 };
}

/** Ends a call. Thrown and caught within this folder only; callers receive a result of kind `failed`. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";

  constructor(readonly reason: OutboundFailureReason) {
    super(reason);
  }
}
