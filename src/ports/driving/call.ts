import type { Ids } from "../driven/ids.js";

/**
 * Who calls, when, and where new ids come from: with a repeated call the same ids (design 2). What is to be created
 * under one of them may therefore be there already, or have been deleted since: it is inserted or found, never doubled.
 */
export interface Call {
  readonly userId: string;
  readonly now: Date;
  readonly ids: Ids;
}
