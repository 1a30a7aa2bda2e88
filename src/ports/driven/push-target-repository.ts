import type { PushTarget } from "../../domain/push-target.js";
import type { PushTargets } from "./push-targets.js";

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface PushTargetRepository extends PushTargets {
  /**
   * Puts `change(target)` in the place of the user's target of this id, which is undefined where there is none,
   * atomically: of two at once the second sees the first. `change` must be pure, for it may run more than once; what it
   * throws is thrown.
   */
  put(userId: string, id: string, change: (before: PushTarget | undefined) => PushTarget): Promise<PushTarget>;
  get(userId: string, id: string): Promise<PushTarget | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (before: PushTarget) => PushTarget): Promise<PushTarget | undefined>;
  /** All that the user has, ordered by `sortKey`; gone ones too. */
  list(userId: string): Promise<PushTarget[]>;
  /** True when there was something. */
  remove(userId: string, id: string): Promise<boolean>;
}
