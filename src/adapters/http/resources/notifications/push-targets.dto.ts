import { pushUrl } from "../../../../domain/limits.js";
import { pushChannelNames, type PushChannelName } from "../../../../domain/notification/notification.js";
import type { NewPushTarget, PushTarget } from "../../../../domain/notification/push-target.js";
import { oneOf, text } from "../../../../domain/rules.js";
import type { RegisteredPushTarget } from "../../../../ports/driving/notifications.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import { nullableParser, timestamp, url } from "../../kernel/field-parsers.js";
import { TotalParameter } from "../list-parameters.js";

/** The keys with the names of a browser's `PushSubscription`. */
@Component("BrowserPushKeys")
export class BrowserKeysDto {
  @Field(text()) p256dh!: string;
  @Field(text()) auth!: string;
}

/** The domain checks which URLs are allowed and which fields belong to each channel. */
@Component("RegisterPushTarget")
export class RegisterPushTargetRequest {
  @Field(oneOf(pushChannelNames)) channel!: PushChannelName;
  @Field(url(pushUrl), { description: "The URL of a browser's push endpoint, an ntfy topic or a webhook." })
  url!: string;
  @Field(nullableParser(nestedObject(() => BrowserKeysDto)), { optional: true, description: "Required for browsers." })
  keys: BrowserKeysDto | null = null;
  @Field(nullableParser(text()), {
    optional: true,
    description: "The access token of an ntfy topic; null for a public topic.",
  })
  token: string | null = null;
}

/** All push targets are in one response, so there is no cursor (decision 4.14). */
export class ListPushTargetsParameters {
  @TotalParameter() total: boolean = false;
}

/** A push target without its keys, token and secret. */
@Component("PushTarget")
export class PushTargetResponse {
  @Field(text()) id!: string;
  @Field(oneOf(pushChannelNames)) channel!: PushChannelName;
  @Field(text()) url!: string;
  @Field(timestamp()) created_at!: string;
  @Field(nullableParser(timestamp()), {
    description: "When the target reported that it no longer accepts notifications.",
  })
  gone_since!: string | null;
}

/** A new push target. No later response contains the signing secret. */
@Component("RegisteredPushTarget")
export class RegisteredPushTargetResponse extends PushTargetResponse {
  @Field(nullableParser(text()), { description: "The signing secret of a webhook; null for other channels." })
  signing_secret!: string | null;
}

@Component("VapidPublicKey")
export class VapidPublicKeyResponse {
  @Field(text(), { description: "The `applicationServerKey` of a browser's subscription." }) public_key!: string;
}

export function toNewPushTarget({ channel, url, keys, token }: RegisterPushTargetRequest): NewPushTarget {
  return { channel, url, keys: keys && { p256dh: keys.p256dh, auth: keys.auth }, token };
}

export function toPushTargetResponse({ state }: PushTarget): PlainObject<PushTargetResponse> {
  return {
    id: state.id,
    channel: state.channel,
    url: state.url,
    created_at: state.createdAt.toISOString(),
    gone_since: state.goneSince?.toISOString() ?? null,
  };
}

export function toRegisteredPushTargetResponse({
  target,
  signingSecret,
}: RegisteredPushTarget): PlainObject<RegisteredPushTargetResponse> {
  return { ...toPushTargetResponse(target), signing_secret: signingSecret };
}

export function toVapidPublicKeyResponse(publicKey: string): PlainObject<VapidPublicKeyResponse> {
  return { public_key: publicKey };
}
