import { isLeaseLost } from "../../domain/lease.js";
import type { HeartbeatOptions } from "../../ports/driven/runtime/runtime-components.js";
import type { Scheduler } from "../../ports/driven/runtime/system.js";

/** See `RuntimeComponents.startHeartbeat`. */
export function startLeaseHeartbeat(scheduler: Scheduler, { leaseMs, renew, onError }: HeartbeatOptions): () => void {
  let cancelTimer: () => void = () => undefined;
  const scheduleRenewal = (): void => {
    cancelTimer = scheduler.schedule(leaseMs / 3, () => {
      scheduleRenewal();
      renew().catch((error: unknown) => {
        if (isLeaseLost(error)) cancelTimer();
        onError(error);
      });
    });
  };
  scheduleRenewal();
  return () => {
    cancelTimer();
  };
}
