import type { PushAddress } from "../../domain/notification.js";

export interface PushTargets {
  /** Where the user's notifications are to be pushed, beside their inbox; asked for at every one. */
  targetsOf(userId: string): Promise<readonly PushAddress[]>;
}
