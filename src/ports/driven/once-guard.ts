/** What is guarded: what one app does for one user. */
export interface GuardKey {
  readonly userId: string;
  readonly appId: string;
}

/**
 * Lets one caller per interval through, across all processes of the service. Its times are shared wall-clock times: a
 * clock set back only delays the next caller.
 */
export interface OnceGuard {
  /**
   * Holds the guard for `ms` milliseconds from `now` on, unless somebody else holds it by then. Who holds it already
   * may take it again, as after a crash, and then holds it from that `now` on; no claim shortens an earlier one.
   * @param holder who it is; no two have the same name.
   * @returns whether the holder has it. It is durable when the promise resolves.
   */
  take(key: GuardKey, holder: string, now: Date, ms: number): Promise<boolean>;
}
