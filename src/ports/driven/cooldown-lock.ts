/** One lock for each pair of user and app. */
export interface CooldownKey {
  readonly userId: string;
  readonly appId: string;
}

/**
 * A lock that its holder never releases: it expires after a cooldown. Shared by all processes of the service. Uses wall
 * clock times, so a clock that is set back only extends the cooldown.
 */
export interface CooldownLock {
  /**
   * Acquires the lock for `durationMs` milliseconds from `now`, unless another holder has it. The current holder may
   * acquire it again, for example after a crash; this never shortens the lock.
   * @param holder unique ID of the caller.
   * @returns whether the caller holds the lock. Durable when the promise resolves.
   */
  tryAcquire(key: CooldownKey, holder: string, now: Date, durationMs: number): Promise<boolean>;
}
