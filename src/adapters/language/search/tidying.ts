import { giveWay } from "../text/give-way.js";
import type { UserIndex } from "./user-index.js";

/** Lets go of what the index keeps of what has changed or gone, while others have their turns. @param always as `tidy`. */
export async function tidied(index: UserIndex, always = false): Promise<void> {
  const tidying = index.tidy(always);
  while (tidying.next().done !== true) await giveWay();
}
