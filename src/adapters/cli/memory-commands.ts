import type { Command } from "commander";
import { memoryPage, SEARCH_LIMIT_USUAL, searchLimit } from "../../domain/limits.js";
import type { Memory, SupersededFact } from "../../domain/memory.js";
import { call, callOfKnown, limitOf, userCommand, type Surface, type UserOutput } from "./commands.js";
import { inOneLine, pageTable, table } from "./table.js";

/** `mneme memories …`: what is known of a user. */
export function memoryCommands(mneme: Command, { using, show }: Surface): void {
  const memories = mneme.command("memories").description("what is known of a user");

  userCommand(memories, "list", "list the memories, newest first")
    .option("--limit <n>", "how many", String(memoryPage.usual))
    .action(async (options: UserOutput & { limit: string }) => {
      const page = { limit: limitOf(options.limit, memoryPage) };
      await using(async (program) => {
        const query = { filter: {}, page, withTotal: true };
        const { items, total } = await program.application.memories.list(
          await callOfKnown(program, options.user),
          query,
        );
        const rows = items.map(memoryRow);
        show(rows, options, () => pageTable(rows, total));
      });
    });

  userCommand(memories, "add", "add a memory, unless there is one of this content")
    .argument("<text>", "what is to be remembered")
    .action(async (content: string, options: UserOutput) => {
      await using(async (program) => {
        await program.application.users.register({ id: options.user });
        const memory = await program.application.memories.create(call(program, options.user), { content });
        const { category, content: kept } = memory.state;
        show(memoryRow(memory), options, () => `Remembered as ${category}: ${inOneLine(kept)}`);
      });
    });

  userCommand(memories, "search", "find the memories that answer a question, best first")
    .argument("<query>", "what is asked, in any words")
    .option("--limit <n>", "how many at most", String(SEARCH_LIMIT_USUAL))
    .action(async (query: string, options: UserOutput & { limit: string }) => {
      const limit = limitOf(options.limit, { most: searchLimit.max });
      await using(async (program) => {
        const caller = await callOfKnown(program, options.user);
        const found = await program.application.memorySearch.search(caller, { query, limit });
        const rows = found.map(({ id, relevance, category, content }) => ({ id, relevance, category, content }));
        show(rows, options, () => table(rows.map((row) => ({ ...row, relevance: row.relevance.toFixed(2) }))));
      });
    });

  userCommand(memories, "history", "list what a memory has taken the place of, newest first")
    .argument("<id>", "the memory's id, as `memories list` shows it")
    .action(async (id: string, options: UserOutput) => {
      await using(async (program) => {
        const history = await program.application.memories.history(await callOfKnown(program, options.user), id);
        const rows = history.map(formerRow);
        show(rows, options, () => table(rows));
      });
    });

  userCommand(memories, "restore", "restore a superseded memory; nothing supersedes it again")
    .argument("<id>", "the superseded memory's id, as `memories history` shows it")
    .action(async (id: string, options: UserOutput) => {
      await using(async (program) => {
        const memory = await program.application.memories.restore(await callOfKnown(program, options.user), id);
        show(memoryRow(memory), options, () => `Restored: ${inOneLine(memory.state.content)}`);
      });
    });
}

function formerRow({ memory, supersededAt }: SupersededFact): Record<string, string> {
  const { id, category, createdAt, content } = memory;
  return { id, category, created: createdAt.toISOString(), superseded: supersededAt.toISOString(), content };
}

function memoryRow({ state }: Memory): Record<"id" | "category" | "created" | "content", string> {
  return { id: state.id, category: state.category, created: state.createdAt.toISOString(), content: state.content };
}
