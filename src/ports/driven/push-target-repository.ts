import type { PushTarget } from "../../domain/push-target.js";
import type { PushTargets } from "./push-targets.js";

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface PushTargetRepository extends PushTargets {
  /**
   * Atomically stores `change(current)`; `current` is undefined when there is no such target. Concurrent calls are
   * serialized.
   * @param change pure; may be called more than once. When it throws, nothing changes and the call rejects with the error.
   */
  put(userId: string, id: string, change: (before: PushTarget | undefined) => PushTarget): Promise<PushTarget>;
  get(userId: string, id: string): Promise<PushTarget | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (before: PushTarget) => PushTarget): Promise<PushTarget | undefined>;
  /** All targets of the user, including expired ones, ordered by `sortKey`. */
  list(userId: string): Promise<PushTarget[]>;
  /** @returns whether the target existed. */
  remove(userId: string, id: string): Promise<boolean>;
}
