import { pushUrl } from "../../domain/limits.js";
import { pushChannels, type PushChannelName } from "../../domain/notification.js";
import type { NewPushTarget, PushTarget } from "../../domain/push-target.js";
import { oneOf, text } from "../../domain/rules.js";
import type { RegisteredPushTarget } from "../../ports/driving/channels.js";
import { Component, Field, record, type Plain } from "./field.js";
import { flag, nullable, timestamp, url } from "./wire-rules.js";

/** As a browser's `PushSubscription` names them. */
@Component("BrowserPushKeys")
export class BrowserKeysBody {
  @Field(text()) p256dh!: string;
  @Field(text()) auth!: string;
}

/** Decision 9.2. Which URLs may be named, and what goes with which channel, is no matter of shape. */
@Component("RegisterPushTarget")
export class RegisterPushTarget {
  @Field(oneOf(pushChannels)) channel!: PushChannelName;
  @Field(url(pushUrl), { description: "A browser's endpoint, an ntfy topic, a webhook." }) url!: string;
  @Field(nullable(record(() => BrowserKeysBody)), { optional: true, description: "Needed for a browser." })
  keys: BrowserKeysBody | null = null;
  @Field(nullable(text()), { optional: true, description: "An ntfy topic's, where it is not open to everybody." })
  token: string | null = null;
}

/** Decision 4.14: all come at once, so that there is nothing to go on with. */
export class ListPushTargets {
  @Field(flag(), { optional: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Without keys, token and secret. */
@Component("PushTarget")
export class PushTargetBody {
  @Field(text()) id!: string;
  @Field(oneOf(pushChannels)) channel!: PushChannelName;
  @Field(text()) url!: string;
  @Field(timestamp()) created_at!: string;
  @Field(nullable(timestamp()), { description: "Since when it takes no more notifications, as it has said itself." })
  gone_since!: string | null;
}

/** The only time that a webhook's secret is shown. */
@Component("RegisteredPushTarget")
export class RegisteredPushTargetBody extends PushTargetBody {
  @Field(nullable(text()), { description: "What a webhook is signed with; null for the others." })
  signing_secret!: string | null;
}

@Component("VapidPublicKey")
export class WebPushKeyBody {
  @Field(text(), { description: "The `applicationServerKey` of a browser's subscription." }) public_key!: string;
}

export function newPushTarget({ channel, url, keys, token }: RegisterPushTarget): NewPushTarget {
  return { channel, url, keys: keys && { p256dh: keys.p256dh, auth: keys.auth }, token };
}

export function pushTargetBody({ state }: PushTarget): Plain<PushTargetBody> {
  return {
    id: state.id,
    channel: state.channel,
    url: state.url,
    created_at: state.createdAt.toISOString(),
    gone_since: state.goneSince?.toISOString() ?? null,
  };
}

export function registeredPushTargetBody({
  target,
  signingSecret,
}: RegisteredPushTarget): Plain<RegisteredPushTargetBody> {
  return { ...pushTargetBody(target), signing_secret: signingSecret };
}

export function webPushKeyBody(publicKey: string): Plain<WebPushKeyBody> {
  return { public_key: publicKey };
}
