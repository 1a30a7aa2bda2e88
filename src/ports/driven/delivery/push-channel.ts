import type { NotificationKind, PushChannelName, PushTargetRef } from "../../../domain/notification/notification.js";
import type { PushOutcome } from "../../../domain/notification/push-attempt.js";
import type { PushTarget } from "../../../domain/notification/push-target.js";

/** The content of a pushed notification. */
export interface PushMessage {
  /** ID of the notification, the same for every attempt; the receiver recognises a repeat by it. */
  readonly id: string;
  readonly kind: NotificationKind;
  readonly appId: string | null;
  /** Name of the sender. */
  readonly title: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** Delivers notifications over one channel. */
export interface PushChannel {
  /**
   * Makes one attempt; the caller retries.
   * @param target a target of this channel.
   * @returns the outcome. A failure of the receiver or the network is never thrown.
   */
  deliver(message: PushMessage, target: PushTarget): Promise<PushOutcome>;
}

export interface PushChannels extends Readonly<Record<PushChannelName, PushChannel>> {
  /** The public VAPID key (RFC 8292) in base64url, which a web page passes to the browser to subscribe. */
  readonly vapidPublicKey: string;
}

export interface PushTargetLookup {
  /** Returns the targets to which the user's notifications are pushed. Called for every notification. */
  getTargetRefs(userId: string): Promise<readonly PushTargetRef[]>;
}
