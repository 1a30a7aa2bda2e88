import { notificationPageSize, notificationText, replyText, userId } from "../../../../domain/limits.js";
import {
  deliveryStates,
  notificationKinds,
  pushChannelNames,
  type DeliveryState,
  type Notification,
  type NotificationDelivery,
  type NotificationKind,
  type PushChannelName,
} from "../../../../domain/notification/notification.js";
import { oneOf, text } from "../../../../domain/rules.js";
import type { FilteredListQuery } from "../../../../ports/paging.js";
import type {
  NotificationChange,
  NotificationFilter,
} from "../../../../ports/driven/store/notification-repositories.js";
import type { Cursor } from "../../kernel/list-page.js";
import type { ServerSentEvent } from "../../kernel/event-stream.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import { lenientBoolean, lenientInteger, arrayOf, nullableParser, timestamp } from "../../kernel/field-parsers.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

/** The domain checks whether the message is blank, because that error is a text (decision 2.2). */
@Component("DirectNotification")
export class NotifyUserParameters {
  @Field(userId, { description: "The ID of the user to notify." }) uid!: string;
  @Field(notificationText, { description: "The notification text." }) message!: string;
}

@Component("AcceptedNotification")
export class AcceptedNotificationResponse {
  @Field(oneOf(["Ok"])) status!: "Ok";
}

/** The query of `GET /v1/dev/user/notifications`. */
export class ListNotificationsParameters {
  @Field(lenientBoolean(), { optional: true, description: "Return only unread notifications." }) unread: boolean =
    false;
  @LimitParameter(notificationPageSize) limit: number = notificationPageSize.defaultLimit;
  @OffsetParameter() offset: number = 0;
  @CursorParameter() cursor?: Cursor;
  @TotalParameter() total: boolean = false;
}

@Component("UpdateNotification")
export class UpdateNotificationRequest {
  @Field(lenientBoolean()) read!: boolean;
}

@Component("CreateNotificationReply")
export class CreateReplyRequest {
  @Field(replyText) text!: string;
}

@Component("UnreadNotificationCount")
export class UnreadCountResponse {
  @Field(lenientInteger({ min: 0 })) unread_count!: number;
}

@Component("MarkedNotifications")
export class MarkedNotificationsResponse {
  @Field(lenientInteger({ min: 0 }), { description: "The number of notifications that were unread." })
  marked_count!: number;
}

@Component("NotificationReply")
export class ReplyResponse {
  @Field(text()) id!: string;
  @Field(text()) text!: string;
  @Field(timestamp()) created_at!: string;
}

/** The delivery of a notification to a push target. */
@Component("NotificationDelivery")
export class DeliveryResponse {
  @Field(oneOf(pushChannelNames)) channel!: PushChannelName;
  @Field(text()) target_id!: string;
  @Field(oneOf(deliveryStates)) state!: DeliveryState;
  @Field(nullableParser(text())) reason!: string | null;
  @Field(lenientInteger({ min: 0 })) attempts!: number;
  @Field(timestamp(), { description: "When the state last changed." }) updated_at!: string;
  @Field(nullableParser(timestamp())) next_attempt_at!: string | null;
}

@Component("Notification")
export class NotificationResponse {
  @Field(text()) id!: string;
  @Field(nullableParser(text()), { description: "Null for notifications that do not come from an app." }) app_id!:
    string | null;
  @Field(oneOf(notificationKinds)) kind!: NotificationKind;
  @Field(text()) text!: string;
  @Field(timestamp()) created_at!: string;
  @Field(nullableParser(timestamp())) read_at!: string | null;
  @Field(arrayOf(nestedObject(() => ReplyResponse)), { description: "Oldest first." }) replies!: ReplyResponse[];
}

/** A notification as the response to a request for its ID shows it. */
@Component("NotificationDetail")
export class NotificationDetailResponse extends NotificationResponse {
  @Field(arrayOf(nestedObject(() => DeliveryResponse)), { description: "Deliveries to push targets." })
  deliveries!: DeliveryResponse[];
}

export function toNotificationListQuery({
  unread,
  limit,
  offset,
  total,
}: ListNotificationsParameters): FilteredListQuery<NotificationFilter> {
  return { filter: { unreadOnly: unread }, page: { limit, offset }, includeTotal: total };
}

export function toNotificationResponse({ state }: Notification): PlainObject<NotificationResponse> {
  return {
    id: state.id,
    app_id: state.appId,
    kind: state.kind,
    text: state.text,
    created_at: state.createdAt.toISOString(),
    read_at: state.readAt?.toISOString() ?? null,
    replies: state.replies.map((reply) => ({ id: reply.id, text: reply.text, created_at: reply.at.toISOString() })),
  };
}

export function toNotificationDetailResponse(notification: Notification): PlainObject<NotificationDetailResponse> {
  return { ...toNotificationResponse(notification), deliveries: notification.state.deliveries.map(toDeliveryResponse) };
}

function toDeliveryResponse(delivery: NotificationDelivery): PlainObject<DeliveryResponse> {
  const { channel, targetId, state, reason, attempts, at, nextAttemptAt } = delivery;
  return {
    channel,
    target_id: targetId,
    state,
    reason,
    attempts,
    updated_at: at.toISOString(),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
  };
}

/** The event for a notification that is new, read or replied to (it replaces the one with the same ID), or deleted. */
export function toServerSentEvent(change: NotificationChange): ServerSentEvent {
  const { revision: id } = change;
  if ("removedId" in change) return { id, event: "notification_deleted", data: { id: change.removedId } };
  return { id, event: "notification", data: toNotificationResponse(change.notification) };
}
