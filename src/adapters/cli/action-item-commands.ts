import type { Command } from "commander";
import type { ActionItem } from "../../domain/action-item/action-item.js";
import { actionItemPageSize } from "../../domain/limits.js";
import {
  createKnownUserContext,
  parseLimit,
  addUserCommand,
  type CommandContext,
  type UserOptions,
} from "./command-builder.js";
import { renderPageTable } from "./render-text.js";

/** `mneme items …`: the action items of a user. */
export function addActionItemCommands(mneme: Command, { withService, printResult }: CommandContext): void {
  const items = mneme.command("items").description("action items of a user");

  addUserCommand(items, "list", "list action items, open ones first, then by due date")
    .option("--limit <n>", "maximum number of action items", String(actionItemPageSize.defaultLimit))
    .action(async (options: UserOptions & { limit: string }) => {
      const page = { limit: parseLimit(options.limit, actionItemPageSize) };
      await withService(async (service) => {
        const { actionItems, users } = service.application;
        const requestContext = await createKnownUserContext(service, options.user);
        const { items: itemsOnPage, total } = await actionItems.list(requestContext, {
          filter: {},
          page,
          includeTotal: true,
        });
        const { timeZone } = (await users.getProfile(requestContext)).state;
        printResult(itemsOnPage.map(toActionItemJson), options, () =>
          renderPageTable(toActionItemRows(itemsOnPage, timeZone), total),
        );
      });
    });
}

function toActionItemJson({ state }: ActionItem): Record<string, string | boolean | null> {
  return {
    id: state.id,
    description: state.description,
    completed: state.completed,
    due: state.dueAt?.toISOString() ?? null,
    conversation: state.conversationId,
    created: state.createdAt.toISOString(),
  };
}

/** Converts action items to table rows. @param timeZone IANA name; due dates are shown in this zone. */
export function toActionItemRows(items: readonly ActionItem[], timeZone: string): Record<string, string>[] {
  const dueDateFormat = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  return items.map(({ state }) => ({
    id: state.id,
    state: state.completed ? "done" : "open",
    [`due (${timeZone})`]: state.dueAt ? dueDateFormat.format(state.dueAt) : "",
    description: state.description,
  }));
}
