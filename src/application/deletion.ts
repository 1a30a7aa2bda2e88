import type { Call } from "../ports/driving/index.js";
import type { KeyedCalls } from "./keyed-calls.js";

interface TombstoneRepository {
  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean>;
  isDeleted(userId: string, id: string): Promise<boolean>;
}

/**
 * What is removed and the answers that show it: begun in one turn, so that a store may commit both at once, and a
 * deletion that is refused has not been done.
 */
export async function togetherWith<T>(removal: Promise<T>, forgetting: Promise<void>): Promise<T> {
  const [removed] = await Promise.all([removal, forgetting]);
  return removed;
}

/**
 * Deletes what has this id, and the kept answers that show it.
 * @returns whether it is this call that has deleted it, now or in an earlier try (decision 10.1).
 */
export async function deleteOnce(
  { userId, now, keyed }: Call,
  id: string,
  repository: TombstoneRepository,
  answers: Pick<KeyedCalls, "forget">,
): Promise<boolean> {
  const isGone = await togetherWith(repository.deleteWithTombstone(userId, id, now), answers.forget(userId, [id]));
  return isGone || (keyed?.repeats === true && (await repository.isDeleted(userId, id)));
}
