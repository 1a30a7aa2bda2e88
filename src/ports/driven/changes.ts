export interface Changes {
  /**
   * A number that is another one whenever anything of the user may have changed since, by whatever process: while it
   * stays the same, what was read under it may be shown again. Costs far less than a read.
   */
  current(userId: string): number;
}
