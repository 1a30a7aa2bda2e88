import type { NotificationKind, PushChannelName } from "../../domain/notification.js";
import type { PushOutcome } from "../../domain/push-outcome.js";
import type { PushTarget } from "../../domain/push-target.js";

/** A notification as it is pushed. */
export interface PushMessage {
  /** The notification's, the same in every try: by it the receiver drops a repeat. */
  readonly id: string;
  readonly kind: NotificationKind;
  readonly appId: string | null;
  /** Who speaks. */
  readonly title: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** A way to reach people beside their inbox (decision 9.2). */
export interface PushChannel {
  /**
   * Delivers it once: trying again is the caller's.
   * @param target one of this channel.
   * @returns whatever comes of it; what the other side does is never thrown.
   */
  deliver(message: PushMessage, target: PushTarget): Promise<PushOutcome>;
}

export interface PushChannels extends Readonly<Record<PushChannelName, PushChannel>> {
  /** What a page tells its browser when it registers it: the public VAPID key (RFC 8292), in base64url. */
  readonly webPushKey: string;
}
