import type { Clock, Scheduler } from "../../ports/driven/runtime/system.js";
import type { RuntimeComponents } from "../../ports/driven/runtime/runtime-components.js";
import { AdaptiveBulkhead } from "./adaptive-bulkhead.js";
import { ConsecutiveFailureBreakers } from "./circuit-breakers.js";
import { FairLimiter } from "./fair-limiter.js";
import { startLeaseHeartbeat } from "./lease-heartbeat.js";
import { LruVersionedCache } from "./lru-versioned-cache.js";

export interface RuntimePorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** Creates the runtime components of this process; each process counts by itself. */
export const createRuntimeComponents = ({ clock, scheduler }: RuntimePorts): RuntimeComponents => ({
  createFairLimiter: (options) => new FairLimiter(scheduler, options),
  createBulkhead: (options) => new AdaptiveBulkhead(options),
  createCircuitBreakers: (options) => new ConsecutiveFailureBreakers(clock, options),
  createVersionedCache: (options) => new LruVersionedCache(options),
  startHeartbeat: (options) => startLeaseHeartbeat(scheduler, options),
});
