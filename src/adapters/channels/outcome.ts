import type { PushChannelName } from "../../domain/notification.js";
import { pushAnswered, pushFailed, type PushOutcome } from "../../domain/push-outcome.js";
import type { OutboundResult, RefusalReason } from "../../ports/driven/outbound-client.js";

/** What is wrong with the address itself: it is not called another time either. */
const lasting: ReadonlySet<RefusalReason> = new Set(["invalid_url", "forbidden_address"]);

export function outcomeOf(result: OutboundResult, channel: PushChannelName): PushOutcome {
  return result.kind === "answered"
    ? pushAnswered(result.status, channel)
    : pushFailed(result.reason, lasting.has(result.reason));
}
