import type { Command } from "commander";
import { notificationPage } from "../../domain/limits.js";
import type { Notification } from "../../domain/notification.js";
import { call, callOfKnown, limitOf, userCommand, type Surface, type UserOutput } from "./commands.js";
import { pageTable, table } from "./table.js";

/** How much of a text a table shows, in UTF-16 units. */
const SHOWN = 80;

/** `mneme notifications …`: what is in a user's inbox. */
export function notificationCommands(mneme: Command, { using, show }: Surface): void {
  const notifications = mneme.command("notifications").description("what apps have told a user");

  userCommand(notifications, "list", "list a user's notifications, newest first")
    .option("--unread", "unread ones alone")
    .option("--limit <n>", "how many", String(notificationPage.usual))
    .action(async (options: UserOutput & { limit: string; unread?: boolean }) => {
      const page = { limit: limitOf(options.limit, notificationPage) };
      const filter = { unreadOnly: options.unread ?? false };
      await using(async (program) => {
        const caller = await callOfKnown(program, options.user);
        const query = { filter, page, withTotal: true };
        const { items, total } = await program.application.notifications.list(caller, query);
        show(items.map(notificationValue), options, () => pageTable(items.map(notificationRow), total));
      });
    });

  userCommand(notifications, "read", "mark a notification as read and show it, or mark all as read")
    .argument("[id]", "the notification's id; all of them when absent")
    .action(async (id: string | undefined, options: UserOutput) => {
      await using(async (program) => {
        const { notifications: useCases } = program.application;
        if (id === undefined) {
          const marked = await useCases.markAllRead(await callOfKnown(program, options.user));
          show({ marked_count: marked }, options, () => `${marked} marked as read`);
        } else {
          const notification = await useCases.markRead(call(program, options.user), id);
          show(notificationValue(notification), options, () => table(propertyRows(notification)));
        }
      });
    });
}

function notificationRow({ state }: Notification): Readonly<Record<string, string>> {
  const text = state.text.length > SHOWN ? `${state.text.slice(0, SHOWN).toWellFormed()}…` : state.text;
  return {
    id: state.id,
    at: state.createdAt.toISOString(),
    from: state.appId ?? "mneme",
    read: state.readAt === null ? "no" : "yes",
    text,
  };
}

function propertyRows({ state }: Notification): Readonly<Record<string, string>>[] {
  const deliveries = state.deliveries.map(({ channel, targetId, state: how, reason }) => ({
    property: `${channel} ${targetId}`,
    value: reason === null ? how : `${how}: ${reason}`,
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

function notificationValue({ state }: Notification): object {
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
