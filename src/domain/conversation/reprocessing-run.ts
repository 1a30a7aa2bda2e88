/**
 * A request to reprocess many conversations. It is stored until all of them are done, so that an interrupted run can be
 * resumed.
 */
export interface ReprocessingRun {
  /** The owner of the conversations; null for those of all users. There is at most one run for each value. */
  readonly userId: string | null;
  /** ID of the summariser that is to make the summaries. */
  readonly summariser: string;
  /** Only conversations whose summary another summariser made. */
  readonly outdatedOnly: boolean;
  /** Start of the run. A conversation that was completed since (`Conversation.summarisedAt`) is done. */
  readonly startedAt: Date;
}

/** Whether both runs have the same criteria; their start does not matter. */
export function hasSameCriteria(a: ReprocessingRun, b: ReprocessingRun): boolean {
  return a.userId === b.userId && a.summariser === b.summariser && a.outdatedOnly === b.outdatedOnly;
}
