/** How to acquire a permit. */
export interface AcquireOptions {
  /** Number of permits. */
  readonly limit: number;
  readonly now: Date;
  /** Duration of the lease in milliseconds; `acquire` renews it. */
  readonly leaseMs: number;
}

/**
 * Fair semaphores across all processes of the service: the holders that have waited longest have the permits. A
 * position in the queue is a lease, so that a crashed holder does not block those behind it.
 */
export interface DistributedSemaphore {
  /**
   * Joins the end of the queue, or renews the lease of the position that the holder already has. An expired position
   * is lost.
   * @param line name of the semaphore.
   * @param holder unique ID of the caller.
   * @returns whether the holder has a permit.
   */
  acquire(line: string, holder: string, claim: AcquireOptions): Promise<boolean>;
  /** Whether the holder has a permit at this time. Does not write. */
  isHeld(line: string, holder: string, claim: Pick<AcquireOptions, "limit" | "now">): Promise<boolean>;
  /** Leaves the queue. Idempotent. */
  release(line: string, holder: string): Promise<void>;
}
