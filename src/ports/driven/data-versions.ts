/** Versions of the data of each user, for caches. */
export interface DataVersions {
  /**
   * Returns a number that changes whenever data of the user may have changed, in any process. While it stays the same,
   * earlier results are still valid. Costs far less than a read.
   */
  current(userId: string): number;
}
