/** A secret, or what is kept of one, that another one may take the place of. */
export interface Rotating {
  readonly createdAt: Date;
  /** Null as long as no newer one has taken its place. */
  readonly expiresAt: Date | null;
}

/** How long a secret is valid beside the one that takes its place, in milliseconds: a day to roll the new one out. */
export const ROTATION_MS = 24 * 60 * 60 * 1000;

/** Newest first, two at most: whoever rotates twice has got rid of the first one at once. */
export function rotated<T extends Rotating>(before: readonly T[], fresh: T, now: Date): readonly T[] {
  const [current] = before;
  return current ? [fresh, { ...current, expiresAt: new Date(now.getTime() + ROTATION_MS) }] : [fresh];
}

export function validAt<T extends Rotating>(all: readonly T[], now: Date): readonly T[] {
  return all.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

/** Until when an older one is valid beside the newest; null when none is. */
export function overlapEnd(all: readonly Rotating[], now: Date): Date | null {
  return validAt(all, now).find(({ expiresAt }) => expiresAt !== null)?.expiresAt ?? null;
}
