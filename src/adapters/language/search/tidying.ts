import { giveWay } from "../text/give-way.js";
import type { UserIndex } from "./user-index.js";

/** Lets go of what the index keeps of what has changed or gone, while others have their turns. */
export async function tidied(index: UserIndex): Promise<void> {
  const tidying = index.tidy();
  while (tidying.next().done !== true) await giveWay();
}
