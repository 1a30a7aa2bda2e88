import type { Stretch } from "../../ports/driven/stretch.js";

/** A statement and what is bound to it. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A stretch that begins so many behind a sort key, itself included. */
export interface Place {
  readonly limit: number;
  readonly offset: number;
  readonly start: string;
}

export function placeOf({ limit, offset = 0, after }: Stretch): Place {
  // The next string that there can be: `after` itself has been seen.
  return { limit, offset, start: after === undefined ? "" : `${after}\u0000` };
}
