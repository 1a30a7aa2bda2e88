import type { PushChannelName } from "./notification.js";
import { isGone, isLastingRefusal, isSuccess, isUnregistered } from "./outbound-answer.js";

/** What has come of pushing a notification to a target once. */
export type PushOutcome =
  | { readonly kind: "sent" }
  | {
      readonly kind: "failed";
      /** Stable and short, without a word of what was sent or answered. */
      readonly reason: string;
      /** Whether it would fail another time as well. */
      readonly isFinal: boolean;
      /** Whether the target says that nothing is to be sent to it ever again; that is final too. */
      readonly isGone: boolean;
    };

/** What the status says that a target of this channel has answered. */
export function pushAnswered(status: number, channel: PushChannelName): PushOutcome {
  if (isSuccess(status)) return { kind: "sent" };
  return {
    kind: "failed",
    reason: `status_${status}`,
    isFinal: isLastingRefusal(status),
    isGone: channel === "web_push" ? isUnregistered(status) : isGone(status),
  };
}

/** @param isFinal whether it would fail another time as well. */
export function pushFailed(reason: string, isFinal = false): PushOutcome {
  return { kind: "failed", reason, isFinal, isGone: false };
}
