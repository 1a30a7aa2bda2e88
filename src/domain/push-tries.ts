/** Between the tries of a delivery, in milliseconds: the first at once, then after 2, 8, 60 and 600 s and an hour of it. */
const PAUSES_MS: readonly number[] = [2_000, 6_000, 52_000, 540_000, 3_000_000];
/** Then once in so long. */
const LONGEST_PAUSE_MS = 60 * 60 * 1000;
/** How old a notification is pushed at most. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * When a delivery that has failed so often is to be tried again; null when it is given up.
 * @param failures this one included.
 */
export function nextPushTry(failures: number, createdAt: Date, now: Date): Date | null {
  const next = now.getTime() + (PAUSES_MS[failures - 1] ?? LONGEST_PAUSE_MS);
  return next - createdAt.getTime() > LONGEST_MS ? null : new Date(next);
}
