import type { Call } from "../ports/driving/index.js";
import type { KeyedCalls } from "./keyed-calls.js";

interface Graves {
  bury(userId: string, id: string): Promise<boolean>;
  isBuried(userId: string, id: string): Promise<boolean>;
}

/**
 * Deletes what has this id, and the kept answers that show it.
 * @returns whether it is this call that has deleted it, now or in an earlier try (decision 10.1).
 */
export async function deleteOnce(
  { userId, keyed }: Call,
  id: string,
  graves: Graves,
  answers: Pick<KeyedCalls, "forget">,
): Promise<boolean> {
  const isGone = await graves.bury(userId, id);
  await answers.forget(userId, [id]);
  return isGone || (keyed?.repeats === true && (await graves.isBuried(userId, id)));
}
