import { broken } from "./errors.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { pushUrl } from "./limits.js";
import type { PushChannelName } from "./notification.js";
import { ensure } from "./rules.js";
import { descending } from "./sort-key.js";
import { checkWebhookUrl, type WebhookPolicy } from "./webhook-url.js";

/** Of a browser's registration, in unpadded or padded base64url: what is sent is encrypted for them alone (RFC 8291). */
export interface BrowserKeys {
  /** A point on P-256, uncompressed. */
  readonly p256dh: string;
  /** 16 bytes. */
  readonly auth: string;
}

export interface PushTargetState extends KeyedChanges {
  readonly id: string;
  readonly userId: string;
  readonly channel: PushChannelName;
  /** A browser's endpoint, an ntfy topic, a webhook. */
  readonly url: string;
  /** Null but for a browser. */
  readonly keys: BrowserKeys | null;
  /** To be opened by a `Sealer` alone: what a webhook is signed with, the access token of an ntfy topic. */
  readonly sealedSecret: string | null;
  readonly createdAt: Date;
  /** Since when it has said that nothing is to come any more; null as long as it has not. */
  readonly goneSince: Date | null;
}

export interface NewPushTarget {
  readonly channel: PushChannelName;
  readonly url: string;
  /** A browser's, and no other's. */
  readonly keys?: BrowserKeys | null;
  /** An ntfy topic's, where it is not open to everybody. */
  readonly token?: string | null;
}

const P256DH = /^B[\w-]{86}=?$/;
const AUTH = /^[\w-]{22}(==)?$/;
/** It travels in a header. */
const TOKEN = /^[!-~]{1,256}$/;

/** Where a user's notifications go beside the inbox. Decision 9.2. */
export class PushTarget {
  private constructor(readonly state: PushTargetState) {}

  /**
   * @param birth `callId` is of the call that registers it, where it bears a key.
   * @throws DomainError `invalid` naming the broken rules.
   */
  static create(
    input: NewPushTarget,
    birth: { id: string; userId: string; now: Date; sealedSecret: string | null; callId?: string | undefined },
    policy: WebhookPolicy,
  ): PushTarget {
    PushTarget.check(input, policy);
    const { id, userId, now, sealedSecret, callId } = birth;
    const { channel, url, keys = null } = input;
    return new PushTarget({
      id,
      userId,
      channel,
      url,
      keys,
      sealedSecret,
      createdAt: now,
      goneSince: null,
      ...(callId === undefined ? {} : { keyedChanges: [callId] }),
    });
  }

  /** Trusts the store: what it holds was checked when it was written. */
  static restore(state: PushTargetState): PushTarget {
    return new PushTarget(state);
  }

  /** @throws DomainError `invalid`. */
  private static check({ channel, url, keys = null, token = null }: NewPushTarget, policy: WebhookPolicy): void {
    ensure({ url: pushUrl }, { url });
    checkWebhookUrl(url, policy, "url");
    if (channel === "web_push" && !(keys && P256DH.test(keys.p256dh) && AUTH.test(keys.auth))) {
      throw broken("push_keys", "keys must be the p256dh and auth of a browser's subscription, in base64url");
    }
    if (channel !== "web_push" && keys) throw broken("push_keys", "keys are a browser's alone");
    if (token === null) return;
    if (channel !== "ntfy") throw broken("push_token", "token is an ntfy topic's alone");
    if (!TOKEN.test(token)) throw broken("push_token", "token must be 1 to 256 printable characters without a space");
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return descending(this.state.createdAt) + this.state.id;
  }

  /** Where it is, with the port: whoever is slow there is slow for all that are. */
  get host(): string {
    return this.state.url.split("/", 3).at(2)?.toLowerCase() ?? "";
  }

  get isGone(): boolean {
    return this.state.goneSince !== null;
  }

  /** Whether one who is gone is to be forgotten: a browser comes back as another one, a person's webhook as itself. */
  get isForgottenWhenGone(): boolean {
    return this.state.channel === "web_push";
  }

  /** The same one, registered once more: what is new stands, and it is not gone any more. */
  registeredAnew({ state: { keys, sealedSecret } }: PushTarget): PushTarget {
    const { state } = this;
    const isKnown = keys?.p256dh === state.keys?.p256dh && keys?.auth === state.keys?.auth;
    // A page may do so whenever it is opened.
    if (isKnown && sealedSecret === state.sealedSecret && !this.isGone) return this;
    return new PushTarget({ ...state, keys, sealedSecret, goneSince: null });
  }

  /** Since it was told first. */
  gone(now: Date): PushTarget {
    return this.isGone ? this : new PushTarget({ ...this.state, goneSince: now });
  }
}
