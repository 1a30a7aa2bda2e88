import type { RequestContext } from "../ports/driving/index.js";
import type { IdempotencyService } from "./idempotency/idempotency-service.js";

interface TombstoneRepository {
  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean>;
  isDeleted(userId: string, id: string): Promise<boolean>;
}

/**
 * Waits for the removal of an object and of the stored responses that contain it. The caller starts both in the same
 * tick, so that a store can commit them together; a deletion that fails then changes nothing.
 */
export async function commitTogether<T>(removal: Promise<T>, responseRemoval: Promise<void>): Promise<T> {
  const [removed] = await Promise.all([removal, responseRemoval]);
  return removed;
}

/**
 * Deletes the object and the stored responses that contain it.
 * @returns whether this request deleted the object, now or in an earlier attempt (decision 10.1).
 */
export async function deleteOnce(
  { userId, now, idempotency }: RequestContext,
  id: string,
  repository: TombstoneRepository,
  idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">,
): Promise<boolean> {
  const isRemoved = await commitTogether(
    repository.deleteWithTombstone(userId, id, now),
    idempotencyService.removeResponsesContaining(userId, [id]),
  );
  return isRemoved || (idempotency?.isRetry === true && (await repository.isDeleted(userId, id)));
}
