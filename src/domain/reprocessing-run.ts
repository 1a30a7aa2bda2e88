/** The wish that many conversations are processed anew, until all of them are: it outlives whoever works at it. */
export interface ReprocessingRun {
  /** Whose conversations; null for everybody's. There is one run for each. */
  readonly userId: string | null;
  /** The id of the summariser that is to make them. */
  readonly summariser: string;
  /** Only those that another summariser has made. */
  readonly outdatedOnly: boolean;
  /** What was made since is made (`ConversationState.digestedAt`). */
  readonly startedAt: Date;
}

/** Whether both want the same, whenever it was begun. */
export function isSameWish(a: ReprocessingRun, b: ReprocessingRun): boolean {
  return a.userId === b.userId && a.summariser === b.summariser && a.outdatedOnly === b.outdatedOnly;
}
