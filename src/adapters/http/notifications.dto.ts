import { notificationPage, notificationText, replyText, userId } from "../../domain/limits.js";
import {
  deliveryStates,
  notificationKinds,
  pushChannels,
  type DeliveryState,
  type Notification,
  type NotificationDelivery,
  type NotificationKind,
  type PushChannelName,
} from "../../domain/notification.js";
import { oneOf, text } from "../../domain/rules.js";
import type { NotificationChange } from "../../ports/driven/notification-repository.js";
import type { ListNotifications as Listing } from "../../ports/driving/notifications.js";
import { cursor, type Cursor } from "./cursor.js";
import type { ServerSentEvent } from "./event-stream.js";
import { Component, Field, record, type Plain } from "./field.js";
import { clamped, flag, integer, list, nullable, timestamp } from "./wire-rules.js";

/** Contract 4.7. That a message is blank is no matter of shape. */
@Component("DirectNotification")
export class NotifyUser {
  @Field(userId, { description: "The id of the user who is to be notified." }) uid!: string;
  @Field(notificationText, { description: "What they are told, word for word." }) message!: string;
}

/** Decision 9.1. */
@Component("AcceptedNotification")
export class AcceptedBody {
  @Field(oneOf(["Ok"])) status!: "Ok";
}

/** Decisions 9.2 and 4.14. */
export class ListNotifications {
  @Field(flag(), { optional: true, description: "Unread ones alone." }) unread: boolean = false;
  @Field(clamped({ min: 1, max: notificationPage.most }), {
    optional: true,
    description: `Drawn into 1 to ${notificationPage.most}.`,
  })
  limit: number = notificationPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true }) offset: number = 0;
  @Field(cursor(), { optional: true, description: "Goes on where the page that linked it ended." }) cursor?: Cursor;
  @Field(flag(), { optional: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Decision 9.2. */
@Component("UpdateNotification")
export class MarkNotification {
  @Field(flag()) read!: boolean;
}

/** Decision 9.7. */
@Component("CreateNotificationReply")
export class ReplyToNotification {
  @Field(replyText) text!: string;
}

@Component("UnreadNotificationCount")
export class UnreadCountBody {
  @Field(integer({ min: 0 })) unread_count!: number;
}

@Component("MarkedNotifications")
export class MarkedBody {
  @Field(integer({ min: 0 }), { description: "How many were unread." }) marked_count!: number;
}

@Component("NotificationReply")
export class ReplyBody {
  @Field(text()) id!: string;
  @Field(text()) text!: string;
  @Field(timestamp()) created_at!: string;
}

/** Decision 9.2. */
@Component("NotificationDelivery")
export class DeliveryBody {
  @Field(oneOf(pushChannels)) channel!: PushChannelName;
  @Field(text()) target_id!: string;
  @Field(oneOf(deliveryStates)) state!: DeliveryState;
  @Field(nullable(text())) reason!: string | null;
  @Field(integer({ min: 0 })) attempts!: number;
  @Field(timestamp(), { description: "When its state was written last." }) updated_at!: string;
  @Field(nullable(timestamp())) next_attempt_at!: string | null;
}

@Component("Notification")
export class NotificationBody {
  @Field(text()) id!: string;
  @Field(nullable(text()), { description: "Null for what no app says." }) app_id!: string | null;
  @Field(oneOf(notificationKinds)) kind!: NotificationKind;
  @Field(text()) text!: string;
  @Field(timestamp()) created_at!: string;
  @Field(nullable(timestamp())) read_at!: string | null;
  @Field(list(record(() => ReplyBody)), { description: "Oldest first." }) replies!: ReplyBody[];
}

/** One asked for by its id. */
@Component("NotificationDetail")
export class DeliveredNotificationBody extends NotificationBody {
  @Field(list(record(() => DeliveryBody)), { description: "Beside the inbox." }) deliveries!: DeliveryBody[];
}

export function notificationListing({ unread, limit, offset, total }: ListNotifications): Listing {
  return { filter: { unreadOnly: unread }, page: { limit, offset }, withTotal: total };
}

export function notificationBody({ state }: Notification): Plain<NotificationBody> {
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

export function deliveredNotificationBody(notification: Notification): Plain<DeliveredNotificationBody> {
  return { ...notificationBody(notification), deliveries: notification.state.deliveries.map(deliveryBody) };
}

function deliveryBody(delivery: NotificationDelivery): Plain<DeliveryBody> {
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
export function notificationEvent(change: NotificationChange): ServerSentEvent {
  const { revision: id } = change;
  if ("removedId" in change) return { id, event: "notification_deleted", data: { id: change.removedId } };
  return { id, event: "notification", data: notificationBody(change.notification) };
}
