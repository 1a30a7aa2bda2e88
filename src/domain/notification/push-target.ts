import { invalidInput } from "../errors.js";
import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import { pushUrl } from "../limits.js";
import type { PushChannelName } from "./notification.js";
import { ensure } from "../rules.js";
import { encodeDescending } from "../time/timestamps.js";
import { checkWebhookUrl, type WebhookUrlPolicy } from "../webhook/webhook-url.js";

/**
 * The keys of a browser subscription, in base64url with or without padding. Messages are encrypted for them (RFC 8291).
 */
export interface BrowserKeys {
  /** An uncompressed point on P-256. */
  readonly p256dh: string;
  /** 16 bytes. */
  readonly auth: string;
}

export interface PushTargetState extends AppliedIdempotencyKeys {
  readonly id: string;
  readonly userId: string;
  readonly channel: PushChannelName;
  /** The endpoint of a browser, an ntfy topic or a webhook. */
  readonly url: string;
  /** Null except for browsers. */
  readonly keys: BrowserKeys | null;
  /** Encrypted with `SecretCipher`: the signing secret of a webhook, or the access token of an ntfy topic. */
  readonly sealedSecret: string | null;
  readonly createdAt: Date;
  /** When the target first reported that it is gone; null while it accepts notifications. */
  readonly goneSince: Date | null;
}

export interface NewPushTarget {
  readonly channel: PushChannelName;
  readonly url: string;
  /** Only for browsers. */
  readonly keys?: BrowserKeys | null;
  /** The access token of a protected ntfy topic. */
  readonly token?: string | null;
}

const P256DH_PATTERN = /^B[\w-]{86}=?$/;
const AUTH_PATTERN = /^[\w-]{22}(==)?$/;
/** Sent in an HTTP header. */
const TOKEN_PATTERN = /^[!-~]{1,256}$/;

/** A destination of a user's notifications beside the inbox (decision 9.2). */
export class PushTarget {
  private constructor(readonly state: PushTargetState) {}

  /**
   * @param context `idempotencyId` identifies the request that registers it, if it has a key.
   * @throws DomainError `invalid` naming the broken rules.
   */
  static create(
    input: NewPushTarget,
    context: { id: string; userId: string; now: Date; sealedSecret: string | null; idempotencyId?: string | undefined },
    policy: WebhookUrlPolicy,
  ): PushTarget {
    PushTarget.checkInput(input, policy);
    const { id, userId, now, sealedSecret, idempotencyId } = context;
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
      ...(idempotencyId === undefined ? {} : { keyedChanges: [idempotencyId] }),
    });
  }

  /** Rebuilds a target from stored state without validating it again. */
  static restore(state: PushTargetState): PushTarget {
    return new PushTarget(state);
  }

  private static checkInput(
    { channel, url, keys = null, token = null }: NewPushTarget,
    policy: WebhookUrlPolicy,
  ): void {
    ensure({ url: pushUrl }, { url });
    checkWebhookUrl(url, policy, "url");
    if (channel === "web_push" && !(keys && P256DH_PATTERN.test(keys.p256dh) && AUTH_PATTERN.test(keys.auth))) {
      throw invalidInput("push_keys_malformed");
    }
    if (channel !== "web_push" && keys) throw invalidInput("push_keys_unexpected");
    if (token === null) return;
    if (channel !== "ntfy") throw invalidInput("push_token_unexpected");
    if (!TOKEN_PATTERN.test(token)) throw invalidInput("push_token_malformed");
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return encodeDescending(this.state.createdAt) + this.state.id;
  }

  /**
   * The host with its port, in lower case. Concurrent deliveries are limited by host, because a slow host slows all its
   * targets.
   */
  get host(): string {
    return this.state.url.split("/", 3).at(2)?.toLowerCase() ?? "";
  }

  get isGone(): boolean {
    return this.state.goneSince !== null;
  }

  /**
   * Whether the target is deleted when it is gone. A browser that returns has a new endpoint; a webhook keeps its URL.
   */
  get isRemovedWhenGone(): boolean {
    return this.state.channel === "web_push";
  }

  /** Registers the same target again: takes over the new keys and secret, and clears `goneSince`. */
  refreshRegistration({ state: { keys, sealedSecret } }: PushTarget): PushTarget {
    const { state } = this;
    const hasSameKeys = keys?.p256dh === state.keys?.p256dh && keys?.auth === state.keys?.auth;
    // A page may register its browser every time it is opened.
    if (hasSameKeys && sealedSecret === state.sealedSecret && !this.isGone) return this;
    return new PushTarget({ ...state, keys, sealedSecret, goneSince: null });
  }

  /** Keeps the time of the first report. */
  markGone(now: Date): PushTarget {
    return this.isGone ? this : new PushTarget({ ...this.state, goneSince: now });
  }
}
