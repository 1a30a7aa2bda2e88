/** Which conversations are to be processed anew. */
export interface ReprocessAll {
  /** Whose; everybody's when absent. */
  readonly userId?: string;
  /** Only those that another summariser has made than the one that there is. */
  readonly outdatedOnly: boolean;
  /** Begins anew where an earlier run has not come to its end; else that one is gone on with. */
  readonly anew: boolean;
}

/** How far a run has come. */
export interface ReprocessingProgress {
  /** How many conversations there are. */
  readonly total: number;
  /** How many of them have been looked at. */
  readonly seen: number;
  /** How many were made anew, by whom: the id of the summariser. */
  readonly madeBy: ReadonlyMap<string, number>;
  /** Made in this run before, by the right summariser already, still being recorded, or deleted meanwhile. */
  readonly passedOver: number;
  /** They show what they showed before. */
  readonly failed: number;
  /** Whether it was told to stop before its end. */
  readonly isStopped: boolean;
}

export interface ReprocessingWatch {
  /** Is told of every step. */
  readonly report: (progress: ReprocessingProgress) => void;
  /** Is asked before every step. What is at hand is finished, or given back when the application is stopped. */
  readonly isStopped: () => boolean;
}

/**
 * Needs the application's background work to run (`Application.start`), here or in another process: it tries again what
 * fails at first. All throw DomainError: `not_found`, `unavailable`.
 */
export interface ReprocessingUseCases {
  /** One conversation, whatever made it. */
  one(userId: string, conversationId: string, watch: ReprocessingWatch): Promise<ReprocessingProgress>;
  /**
   * All of them, the oldest first, so that what was said later supersedes what was said before; a few at a time.
   * Ended by whatever, it goes on where it was: what it has made it does not make again.
   */
  all(which: ReprocessAll, watch: ReprocessingWatch): Promise<ReprocessingProgress>;
}
