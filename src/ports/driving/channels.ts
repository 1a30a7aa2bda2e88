import type { NewPushTarget, PushTarget } from "../../domain/push-target.js";
import type { Call } from "./call.js";

export interface RegisteredPushTarget {
  readonly target: PushTarget;
  /** What a webhook is signed with: the only time that it is to be had. Null for the others. */
  readonly signingSecret: string | null;
}

/**
 * Where a user wants their notifications beside the inbox; another's is not found. Decision 9.2. All throw DomainError:
 * `invalid`, `not_found`, `unavailable`.
 */
export interface ChannelUseCases {
  /** The public VAPID key, which a page tells its browser; in base64url. */
  readonly webPushKey: string;
  /**
   * The same URL is the same target: registered once more it has the new keys, token or signing secret.
   * @throws DomainError `conflict` when the user has as many as there may be, or a repeat would tell a secret again.
   */
  register(call: Call, input: NewPushTarget): Promise<RegisteredPushTarget>;
  /** Newest first. */
  list(call: Call): Promise<readonly PushTarget[]>;
  get(call: Call, id: string): Promise<PushTarget>;
  remove(call: Call, id: string): Promise<void>;
}
