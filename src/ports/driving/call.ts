import type { Ids } from "../driven/ids.js";

/** Who calls, when, and where new ids come from: with a repeated call the same ids (design 2). */
export interface Call {
  readonly userId: string;
  readonly now: Date;
  readonly ids: Ids;
}
