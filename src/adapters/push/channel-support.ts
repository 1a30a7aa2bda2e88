import type { PushChannelName } from "../../domain/notification/notification.js";
import { createPushFailure, type PushOutcome } from "../../domain/notification/push-attempt.js";
import type { OutboundResult, OutboundFailureReason } from "../../ports/driven/delivery/outbound-client.js";
import { toPushOutcome } from "../outbound-support/http-status.js";

/** Failures that are caused by the address itself, so a retry is useless. */
const PERMANENT_REASONS: ReadonlySet<OutboundFailureReason> = new Set(["invalid_url", "forbidden_address"]);

export function mapOutboundResult(result: OutboundResult, channel: PushChannelName): PushOutcome {
  return result.kind === "answered"
    ? toPushOutcome(result.status, channel)
    : createPushFailure(result.reason, PERMANENT_REASONS.has(result.reason));
}

const ELLIPSIS = "…";

/**
 * Serialises the longest prefix of the text that fits into `maxBytes`. Truncated text ends with an ellipsis, and no
 * code point is split.
 * @param serialize returns the text as it is sent; its length must not decrease as the text grows.
 */
export function truncateToBytes(text: string, maxBytes: number, serialize: (text: string) => string): string {
  const isFitting = (part: string): boolean => Buffer.byteLength(serialize(part)) <= maxBytes;
  const fullText = serialize(text);
  if (Buffer.byteLength(fullText) <= maxBytes) return fullText;
  const characters = Array.from(text);
  const truncateTo = (length: number): string => characters.slice(0, length).join("") + ELLIPSIS;
  let [fittingLength, excessiveLength] = [0, characters.length];
  while (excessiveLength - fittingLength > 1) {
    const middleLength = (fittingLength + excessiveLength) >> 1;
    if (isFitting(truncateTo(middleLength))) fittingLength = middleLength;
    else excessiveLength = middleLength;
  }
  return serialize(truncateTo(fittingLength));
}
