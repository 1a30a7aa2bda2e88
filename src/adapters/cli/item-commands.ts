import type { Command } from "commander";
import type { ActionItem } from "../../domain/action-item.js";
import { actionItemPage } from "../../domain/limits.js";
import { callOfKnown, limitOf, userCommand, type Surface, type UserOutput } from "./commands.js";
import { itemRows } from "./item-rows.js";
import { pageTable } from "./table.js";

/** `mneme items …`: what a user has to do. */
export function itemCommands(mneme: Command, { using, show }: Surface): void {
  const items = mneme.command("items").description("action items: what a user has to do");

  userCommand(items, "list", "list the action items: open ones first, then by due date")
    .option("--limit <n>", "how many", String(actionItemPage.usual))
    .action(async (options: UserOutput & { limit: string }) => {
      const page = { limit: limitOf(options.limit, actionItemPage) };
      await using(async (program) => {
        const { actionItems, users } = program.application;
        const caller = await callOfKnown(program, options.user);
        const { items: found, total } = await actionItems.list(caller, { filter: {}, page, withTotal: true });
        const { timeZone } = (await users.profile(caller)).state;
        show(found.map(itemValue), options, () => pageTable(itemRows(found, timeZone), total));
      });
    });
}

function itemValue({ state }: ActionItem): Record<string, string | boolean | null> {
  return {
    id: state.id,
    description: state.description,
    completed: state.completed,
    due: state.dueAt?.toISOString() ?? null,
    conversation: state.conversationId,
    created: state.createdAt.toISOString(),
  };
}
