import type { Command } from "commander";
import { notificationPageSize } from "../../domain/limits.js";
import type { Notification } from "../../domain/notification/notification.js";
import {
  createRequestContext,
  createKnownUserContext,
  parseLimit,
  addUserCommand,
  type CommandContext,
  type UserOptions,
} from "./command-builder.js";
import { renderPageTable, renderTable } from "./render-text.js";

/** Maximum length of a text in a table, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 80;

/** `mneme notifications …`: the inbox of a user. */
export function addNotificationCommands(mneme: Command, { withService, printResult }: CommandContext): void {
  const notifications = mneme.command("notifications").description("notifications of a user");

  addUserCommand(notifications, "list", "list a user's notifications, newest first")
    .option("--unread", "unread notifications only")
    .option("--limit <n>", "maximum number of notifications", String(notificationPageSize.defaultLimit))
    .action(async (options: UserOptions & { limit: string; unread?: boolean }) => {
      const page = { limit: parseLimit(options.limit, notificationPageSize) };
      const filter = { unreadOnly: options.unread ?? false };
      await withService(async (service) => {
        const requestContext = await createKnownUserContext(service, options.user);
        const query = { filter, page, includeTotal: true };
        const { items, total } = await service.application.notifications.list(requestContext, query);
        printResult(items.map(toNotificationJson), options, () => renderPageTable(items.map(toNotificationRow), total));
      });
    });

  addUserCommand(notifications, "read", "mark a notification as read and show it, or mark all as read")
    .argument("[id]", "the notification's id; default: all notifications")
    .action(async (id: string | undefined, options: UserOptions) => {
      await withService(async (service) => {
        const { notifications: useCases } = service.application;
        if (id === undefined) {
          const markedCount = await useCases.markAllRead(await createKnownUserContext(service, options.user));
          printResult({ marked_count: markedCount }, options, () => `${markedCount} marked as read`);
        } else {
          const notification = await useCases.markRead(createRequestContext(service, options.user), id);
          printResult(toNotificationJson(notification), options, () =>
            renderTable(toNotificationPropertyRows(notification)),
          );
        }
      });
    });
}

function toNotificationRow({ state }: Notification): Readonly<Record<string, string>> {
  const text =
    state.text.length > MAX_TEXT_LENGTH ? `${state.text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : state.text;
  return {
    id: state.id,
    at: state.createdAt.toISOString(),
    from: state.appId ?? "mneme",
    read: state.readAt === null ? "no" : "yes",
    text,
  };
}

function toNotificationPropertyRows({ state }: Notification): Readonly<Record<string, string>>[] {
  const deliveries = state.deliveries.map(({ channel, targetId, state: deliveryState, reason }) => ({
    property: `${channel} ${targetId}`,
    value: reason === null ? deliveryState : `${deliveryState}: ${reason}`,
  }));
  return [
    { property: "id", value: state.id },
    { property: "from", value: state.appId ?? "mneme" },
    { property: "at", value: state.createdAt.toISOString() },
    { property: "text", value: state.text },
    ...state.replies.map(({ text }) => ({ property: "reply", value: text })),
    ...deliveries,
  ];
}

function toNotificationJson({ state }: Notification): object {
  return {
    id: state.id,
    app_id: state.appId,
    kind: state.kind,
    text: state.text,
    created_at: state.createdAt.toISOString(),
    read_at: state.readAt?.toISOString() ?? null,
    replies: state.replies.map(({ id, text, at }) => ({ id, text, created_at: at.toISOString() })),
  };
}
