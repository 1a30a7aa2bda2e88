import { deliveryPage } from "../../domain/limits.js";
import { oneOf, text } from "../../domain/rules.js";
import {
  webhookStates,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookState,
} from "../../domain/webhook-delivery.js";
import type { ListWebhookDeliveries as Listing } from "../../ports/driving/webhook-deliveries.js";
import { cursor, type Cursor } from "./cursor.js";
import { Component, Field, record, type Plain } from "./field.js";
import { clamped, flag, integer, list, nullable, timestamp } from "./wire-rules.js";

/** Decisions 9.4 and 4.14. */
export class ListWebhookDeliveries {
  @Field(text(), { optional: true, description: "To this app alone." }) app_id?: string;
  @Field(clamped({ min: 1, max: deliveryPage.most }), {
    optional: true,
    description: `Drawn into 1 to ${deliveryPage.most}.`,
  })
  limit: number = deliveryPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true }) offset: number = 0;
  @Field(cursor(), { optional: true, description: "Goes on where the page that linked it ended." }) cursor?: Cursor;
  @Field(flag(), { optional: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** A call to the webhook. */
@Component("WebhookAttempt")
export class WebhookAttemptBody {
  @Field(timestamp()) at!: string;
  @Field(integer(), { description: "How long it took, in milliseconds." }) duration_ms!: number;
  @Field(nullable(integer()), { description: "The status of the answer." }) status!: number | null;
  @Field(text(), { description: "Why it failed, or what came of a success." }) outcome!: string;
}

/** That an app is to hear a part of a live session, without what was said. */
@Component("WebhookDelivery")
export class WebhookDeliveryBody {
  @Field(text(), { description: "`webhook-id` of its calls." }) id!: string;
  @Field(text()) app_id!: string;
  @Field(text()) uid!: string;
  @Field(text()) conversation_id!: string;
  @Field(nullable(text()), { description: "Null once the conversation is deleted." }) session_id!: string | null;
  @Field(integer(), { description: "The place in the session of its first segment." }) offset!: number;
  @Field(integer()) segments!: number;
  @Field(oneOf(webhookStates)) state!: WebhookState;
  @Field(nullable(text()), { description: "Why it has failed or was dropped." }) reason!: string | null;
  @Field(list(record(() => WebhookAttemptBody))) attempts!: WebhookAttemptBody[];
  @Field(nullable(timestamp())) next_attempt_at!: string | null;
  @Field(timestamp()) created_at!: string;
}

export function webhookDeliveryListing({ app_id: appId, limit, offset, total }: ListWebhookDeliveries): Listing {
  return { filter: appId === undefined ? {} : { appId }, page: { limit, offset }, withTotal: total };
}

export function webhookDeliveryBody({ state }: WebhookDelivery): Plain<WebhookDeliveryBody> {
  return {
    id: state.id,
    app_id: state.appId,
    uid: state.userId,
    conversation_id: state.conversationId,
    session_id: state.sessionId,
    offset: state.fromSegment,
    segments: state.toSegment - state.fromSegment,
    state: state.state,
    reason: state.reason,
    attempts: state.attempts.map(attemptBody),
    next_attempt_at: state.lease.nextAttemptAt?.toISOString() ?? null,
    created_at: state.createdAt.toISOString(),
  };
}

function attemptBody({ at, ms, status, outcome }: WebhookAttempt): Plain<WebhookAttemptBody> {
  return { at: at.toISOString(), duration_ms: ms, status, outcome };
}
