import type { WebhookDeliveryFilter } from "../../../../ports/driven/store/app-repositories.js";
import type { FilteredListQuery } from "../../../../ports/paging.js";
import { webhookDeliveryPageSize } from "../../../../domain/limits.js";
import { oneOf, text } from "../../../../domain/rules.js";
import {
  webhookDeliveryStatuses,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryStatus,
} from "../../../../domain/webhook/webhook-delivery.js";
import type { Cursor } from "../../kernel/list-page.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import { lenientInteger, arrayOf, nullableParser, timestamp } from "../../kernel/field-parsers.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

/** The query of `GET /v1/dev/apps/deliveries`. */
export class ListWebhookDeliveriesParameters {
  @Field(text(), { optional: true, description: "Only deliveries to this app." }) app_id?: string;
  @LimitParameter(webhookDeliveryPageSize) limit: number = webhookDeliveryPageSize.defaultLimit;
  @OffsetParameter() offset: number = 0;
  @CursorParameter() cursor?: Cursor;
  @TotalParameter() total: boolean = false;
}

/** One call to the webhook. */
@Component("WebhookAttempt")
export class WebhookAttemptResponse {
  @Field(timestamp()) at!: string;
  @Field(lenientInteger(), { description: "The duration in milliseconds." }) duration_ms!: number;
  @Field(nullableParser(lenientInteger()), { description: "The HTTP status of the response." }) status!: number | null;
  @Field(text(), { description: "The failure reason, or the result of a successful call." }) outcome!: string;
}

/** The delivery of a part of a live session to an app, without the words of the transcript. */
@Component("WebhookDelivery")
export class WebhookDeliveryResponse {
  @Field(text(), { description: "The `webhook-id` of its calls." }) id!: string;
  @Field(text()) app_id!: string;
  @Field(text()) uid!: string;
  @Field(text()) conversation_id!: string;
  @Field(nullableParser(text()), { description: "Null after the conversation is deleted." }) session_id!: string | null;
  @Field(lenientInteger(), { description: "The index of the first segment in the session." }) offset!: number;
  @Field(lenientInteger()) segments!: number;
  @Field(oneOf(webhookDeliveryStatuses)) state!: WebhookDeliveryStatus;
  @Field(nullableParser(text()), { description: "Why the delivery failed or was dropped." }) reason!: string | null;
  @Field(arrayOf(nestedObject(() => WebhookAttemptResponse))) attempts!: WebhookAttemptResponse[];
  @Field(nullableParser(timestamp())) next_attempt_at!: string | null;
  @Field(timestamp()) created_at!: string;
}

export function toWebhookDeliveryListQuery({
  app_id: appId,
  limit,
  offset,
  total,
}: ListWebhookDeliveriesParameters): FilteredListQuery<WebhookDeliveryFilter> {
  return { filter: appId === undefined ? {} : { appId }, page: { limit, offset }, includeTotal: total };
}

export function toWebhookDeliveryResponse({ state, status }: WebhookDelivery): PlainObject<WebhookDeliveryResponse> {
  return {
    id: state.id,
    app_id: state.appId,
    uid: state.userId,
    conversation_id: state.conversationId,
    session_id: state.sessionId,
    offset: state.fromSegment,
    segments: state.toSegment - state.fromSegment,
    state: status,
    reason: state.reason,
    attempts: state.attempts.map(toWebhookAttemptResponse),
    next_attempt_at: state.lease.nextAttemptAt?.toISOString() ?? null,
    created_at: state.createdAt.toISOString(),
  };
}

function toWebhookAttemptResponse({ at, ms, status, outcome }: WebhookAttempt): PlainObject<WebhookAttemptResponse> {
  return { at: at.toISOString(), duration_ms: ms, status, outcome };
}
