import { isLeaseLost } from "../domain/lease.js";
import type { Scheduler } from "../ports/driven/index.js";

export interface Renewal {
  /** How long the lease holds without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /** Rejects when the lease is not renewed: for good where it is lost (`isLeaseLost`), else perhaps for this once. */
  readonly renew: () => Promise<unknown>;
  readonly complain: (error: unknown) => void;
}

/**
 * Keeps a lease while the work takes longer than it. A store that fails may answer the next time: there is one more
 * before the lease runs out.
 * @returns ends it: no renewal begins after that.
 */
export function keepRenewing(scheduler: Scheduler, { leaseMs, renew, complain }: Renewal): () => void {
  let cancel: () => void = () => undefined;
  const renewLater = (): void => {
    cancel = scheduler.after(leaseMs / 3, () => {
      renewLater();
      renew().catch((error: unknown) => {
        if (isLeaseLost(error)) cancel();
        complain(error);
      });
    });
  };
  renewLater();
  return () => {
    cancel();
  };
}
