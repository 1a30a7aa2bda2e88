import { RateLimitedError } from "../../../../domain/errors.js";
import { MAX_BODY_BYTES, MAX_NOTIFICATION_BODY_BYTES } from "../../../../domain/limits.js";
import { Notification } from "../../../../domain/notification/notification.js";
import type { NotificationUseCases, NotificationSubscription } from "../../../../ports/driving/notifications.js";
import { okObject, okPage, route, type Route } from "../../kernel/route.js";
import { parseLastEventId, EventStream, type EventProducer } from "../../kernel/event-stream.js";
import {
  AcceptedNotificationResponse,
  NotificationDetailResponse,
  toNotificationDetailResponse,
  ListNotificationsParameters,
  MarkedNotificationsResponse,
  UpdateNotificationRequest,
  NotificationResponse,
  toNotificationResponse,
  toServerSentEvent,
  toNotificationListQuery,
  NotifyUserParameters,
  CreateReplyRequest,
  UnreadCountResponse,
} from "./notifications.dto.js";
import { listRoute } from "../../kernel/list-page.js";
import { formatHourlyQuotaHeaders } from "../../kernel/headers.js";

const COLLECTION_PATH = "/v1/dev/user/notifications";
const ITEM_PATH = `${COLLECTION_PATH}/{notification_id}` as const;

export const notificationRoutes = (notifications: NotificationUseCases): Route[] => [
  route({
    method: "POST",
    path: "/v2/integrations/{app_id}/notification",
    summary: "Notify a user who has installed the app",
    tag: "notifications",
    credential: "app",
    query: NotifyUserParameters,
    maxQueryBodyBytes: MAX_NOTIFICATION_BODY_BYTES,
    additionalErrorStatuses: [403],
    response: okObject(
      AcceptedNotificationResponse,
      "The notification is stored in the user's inbox and queued for delivery",
    ),
    check: ({ query }) => {
      Notification.checkText(query.message);
    },
    handle: async (request) => {
      const { context, path, query } = request;
      const directNotification = { appId: path.app_id, userId: query.uid, text: query.message };
      const { isAccepted, hourlyQuota } = await notifications.sendDirect(context, directNotification);
      for (const [name, value] of formatHourlyQuotaHeaders(hourlyQuota)) request.setResponseHeader(name, value);
      if (!isAccepted) throw new RateLimitedError(hourlyQuota?.resetsInMs ?? 0);
      return { status: "Ok" };
    },
  }),
  listRoute({
    path: COLLECTION_PATH,
    summary: "List notifications",
    tag: "notifications",
    extension: true,
    credential: "token",
    query: ListNotificationsParameters,
    response: okPage(NotificationResponse, "The inbox, newest first"),
    toListQuery: toNotificationListQuery,
    list: (context, query) => notifications.list(context, query),
    render: (page) => page.items.map(toNotificationResponse),
  }),
  route({
    method: "GET",
    path: `${COLLECTION_PATH}/unread-count`,
    summary: "Count unread notifications",
    tag: "notifications",
    extension: true,
    credential: "token",
    response: okObject(UnreadCountResponse, "The number of unread notifications"),
    handle: async ({ context }) => ({ unread_count: await notifications.countUnread(context) }),
  }),
  route({
    method: "POST",
    path: `${COLLECTION_PATH}/read-all`,
    summary: "Mark all notifications as read",
    tag: "notifications",
    extension: true,
    credential: "token",
    response: okObject(MarkedNotificationsResponse, "All current notifications are marked as read"),
    handle: async ({ context }) => ({ marked_count: await notifications.markAllRead(context) }),
  }),
  route({
    method: "GET",
    path: `${COLLECTION_PATH}/events`,
    summary: "Stream inbox changes",
    tag: "notifications",
    extension: true,
    credential: "token",
    isEventStream: true,
    response: {
      status: 200,
      mediaType: "text/event-stream",
      schema: () => ({ type: "string" }),
      description:
        "Server-sent events. `ready` is the first event. A `notification` event follows for each notification that is " +
        "new, read or replied to, with the same body as in the list, and a `notification_deleted` event with the `id` " +
        "of each that is deleted. A client that sends the last `id` as `Last-Event-ID` misses no event.",
    },
    handle: async ({ context, lastEventId }) => {
      const subscription = await notifications.subscribe(context, parseLastEventId(lastEventId));
      return new EventStream(createEventProducer(subscription));
    },
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get a notification",
    tag: "notifications",
    extension: true,
    credential: "token",
    response: okObject(NotificationDetailResponse, "The notification with the state of its deliveries"),
    handle: async ({ context, path }) =>
      toNotificationDetailResponse(await notifications.get(context, path.notification_id)),
  }),
  route({
    method: "PATCH",
    path: ITEM_PATH,
    summary: "Mark a notification as read or unread",
    tag: "notifications",
    extension: true,
    credential: "token",
    body: { dtoClass: UpdateNotificationRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(NotificationResponse, "The notification"),
    handle: async ({ context, path, body }) => {
      const id = path.notification_id;
      return toNotificationResponse(
        await (body.read ? notifications.markRead(context, id) : notifications.markUnread(context, id)),
      );
    },
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/reply`,
    summary: "Reply to a notification",
    tag: "notifications",
    extension: true,
    credential: "token",
    body: { dtoClass: CreateReplyRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(NotificationResponse, "The notification, with the reply"),
    handle: async ({ context, path, body }) =>
      toNotificationResponse(await notifications.reply(context, path.notification_id, body.text)),
  }),
];

/**
 * Begins with a `ready` event that carries the current revision: a client that lists the inbox after it misses no
 * change.
 */
function createEventProducer(subscription: NotificationSubscription): EventProducer {
  let isReadySent = false;
  return {
    next: async () => {
      if (!isReadySent) {
        isReadySent = true;
        return [{ id: subscription.revision, event: "ready", data: {} }];
      }
      return (await subscription.next())?.map(toServerSentEvent);
    },
    close: () => subscription.close(),
  };
}
