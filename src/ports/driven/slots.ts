/** How a place in a line is asked for. */
export interface SlotClaim {
  /** How many of the first in line hold a slot. */
  readonly limit: number;
  readonly now: Date;
  /** How long the place is kept without being asked for again, in milliseconds. */
  readonly leaseMs: number;
}

/**
 * Lines for what only so many may do at once, over all processes of the service: whoever stands among the first in a
 * line holds a slot. A place is a lease, so that the dead make way for those behind them.
 */
export interface Slots {
  /**
   * Gets in line behind all who are there, or keeps the place that it has. A place whose lease has run out is lost.
   * @param holder who it is; no two have the same id.
   * @returns whether it holds a slot.
   */
  claim(line: string, holder: string, claim: SlotClaim): Promise<boolean>;
  /** Whether it holds a slot by now. Writes nothing. */
  holds(line: string, holder: string, claim: Pick<SlotClaim, "limit" | "now">): Promise<boolean>;
  /** Makes way for the next one. May be repeated. */
  leave(line: string, holder: string): Promise<void>;
}
