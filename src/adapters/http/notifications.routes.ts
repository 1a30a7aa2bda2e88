import { RateLimited } from "../../domain/errors.js";
import { BODY_BYTES, NOTIFICATION_BODY_BYTES } from "../../domain/limits.js";
import { Notification } from "../../domain/notification.js";
import type { NotificationUseCases, NotificationWatch } from "../../ports/driving/notifications.js";
import { answersList, answersOne } from "./answers.js";
import { eventIdIn, EventStream, type EventSource } from "./event-stream.js";
import {
  AcceptedBody,
  DeliveredNotificationBody,
  deliveredNotificationBody,
  ListNotifications,
  MarkedBody,
  MarkNotification,
  NotificationBody,
  notificationBody,
  notificationEvent,
  notificationListing,
  NotifyUser,
  ReplyToNotification,
  UnreadCountBody,
} from "./notifications.dto.js";
import { pageOf } from "./page.js";
import { allowanceHeaders } from "./rate-limit-headers.js";
import { route, type Route } from "./route.js";

const collection = "/v1/dev/user/notifications";
const one = `${collection}/{notification_id}` as const;

/** Contract 4.7, decisions 9.1, 9.2 and 9.7. */
export const notificationRoutes = (notifications: NotificationUseCases): Route[] => [
  route({
    method: "POST",
    path: "/v2/integrations/{app_id}/notification",
    summary: "Notify a user who has installed the app",
    tag: "notifications",
    credential: "app",
    query: NotifyUser,
    queryOrBodyBytes: NOTIFICATION_BODY_BYTES,
    refuses: [403],
    answers: answersOne(AcceptedBody, "The notification is in the user's inbox, and on its way to their devices"),
    check: ({ query }) => {
      Notification.checkText(query.message);
    },
    handle: async (request) => {
      const { call, path, query } = request;
      const direct = { appId: path.app_id, userId: query.uid, text: query.message };
      const { isAccepted, allowance } = await notifications.direct(call, direct);
      for (const [name, value] of allowanceHeaders(allowance)) request.set(name, value);
      if (!isAccepted) throw new RateLimited(allowance?.endsInMs ?? 0);
      return { status: "Ok" };
    },
  }),
  route({
    method: "GET",
    path: collection,
    summary: "List notifications",
    tag: "notifications",
    extension: true,
    credential: "token",
    query: ListNotifications,
    answers: {
      ...answersList(NotificationBody, "The inbox, newest first"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const asked = notificationListing(request.query);
      const page = await pageOf(collection, request, asked, (placed) => notifications.list(request.call, placed));
      return page.items.map(notificationBody);
    },
  }),
  route({
    method: "GET",
    path: `${collection}/unread-count`,
    summary: "Count unread notifications",
    tag: "notifications",
    extension: true,
    credential: "token",
    answers: answersOne(UnreadCountBody, "How many there are"),
    handle: async ({ call }) => ({ unread_count: await notifications.countUnread(call) }),
  }),
  route({
    method: "POST",
    path: `${collection}/read-all`,
    summary: "Mark all notifications as read",
    tag: "notifications",
    extension: true,
    credential: "token",
    answers: answersOne(MarkedBody, "Those that there are by now are read"),
    handle: async ({ call }) => ({ marked_count: await notifications.markAllRead(call) }),
  }),
  route({
    method: "GET",
    path: `${collection}/events`,
    summary: "Follow the inbox",
    tag: "notifications",
    extension: true,
    credential: "token",
    streams: true,
    answers: {
      status: 200,
      mediaType: "text/event-stream",
      schema: () => ({ type: "string" }),
      description:
        "Server-sent events. `ready` comes first; then a `notification` for each that is new, read or replied to, with " +
        "the body that the list has, and a `notification_deleted` with the `id` of each that is deleted. The `id` of the " +
        "last event, as `Last-Event-ID`, goes on without loss.",
    },
    handle: async ({ call, lastEventId }) => {
      const watch = await notifications.watch(call, eventIdIn(lastEventId));
      return new EventStream(told(watch));
    },
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get a notification",
    tag: "notifications",
    extension: true,
    credential: "token",
    answers: answersOne(DeliveredNotificationBody, "The notification, with what has come of its deliveries"),
    handle: async ({ call, path }) => deliveredNotificationBody(await notifications.get(call, path.notification_id)),
  }),
  route({
    method: "PATCH",
    path: one,
    summary: "Mark a notification as read or unread",
    tag: "notifications",
    extension: true,
    credential: "token",
    body: { shape: MarkNotification, maxBytes: BODY_BYTES },
    answers: answersOne(NotificationBody, "The notification"),
    handle: async ({ call, path, body }) => {
      const id = path.notification_id;
      return notificationBody(
        await (body.read ? notifications.markRead(call, id) : notifications.markUnread(call, id)),
      );
    },
  }),
  route({
    method: "POST",
    path: `${one}/reply`,
    summary: "Reply to a notification",
    tag: "notifications",
    extension: true,
    credential: "token",
    body: { shape: ReplyToNotification, maxBytes: BODY_BYTES },
    answers: answersOne(NotificationBody, "The notification, with the reply"),
    handle: async ({ call, path, body }) =>
      notificationBody(await notifications.reply(call, path.notification_id, body.text)),
  }),
];

/** Begins by the place from which on changes are told: whoever lists after it has missed nothing. */
function told(watch: NotificationWatch): EventSource {
  let hasBegun = false;
  return {
    next: async () => {
      if (!hasBegun) {
        hasBegun = true;
        return [{ id: watch.revision, event: "ready", data: {} }];
      }
      return (await watch.next())?.map(notificationEvent);
    },
    close: () => watch.close(),
  };
}
