import type { Command } from "commander";
import { memoryPageSize, DEFAULT_SEARCH_LIMIT, searchLimit } from "../../domain/limits.js";
import type { Memory } from "../../domain/memory/memory.js";
import type { SupersededFact } from "../../domain/memory/memory-state.js";
import {
  createRequestContext,
  createKnownUserContext,
  parseLimit,
  addUserCommand,
  type CommandContext,
  type UserOptions,
} from "./command-builder.js";
import { toSingleLine, renderPageTable, renderTable } from "./render-text.js";

/** `mneme memories …`: the memories of a user. */
export function addMemoryCommands(mneme: Command, { withService, printResult }: CommandContext): void {
  const memories = mneme.command("memories").description("manage the memories of a user");

  addUserCommand(memories, "list", "list memories, newest first")
    .option("--limit <n>", "maximum number of memories", String(memoryPageSize.defaultLimit))
    .action(async (options: UserOptions & { limit: string }) => {
      const page = { limit: parseLimit(options.limit, memoryPageSize) };
      await withService(async (service) => {
        const query = { filter: {}, page, includeTotal: true };
        const { items, total } = await service.application.memories.list(
          await createKnownUserContext(service, options.user),
          query,
        );
        const rows = items.map(toMemoryRow);
        printResult(rows, options, () => renderPageTable(rows, total));
      });
    });

  addUserCommand(memories, "add", "add a memory unless one with the same content exists")
    .argument("<text>", "content of the memory")
    .action(async (content: string, options: UserOptions) => {
      await withService(async (service) => {
        await service.application.users.register({ id: options.user });
        const memory = await service.application.memories.create(createRequestContext(service, options.user), {
          content,
        });
        const { category, content: storedContent } = memory.state;
        printResult(toMemoryRow(memory), options, () => `Remembered as ${category}: ${toSingleLine(storedContent)}`);
      });
    });

  addUserCommand(memories, "search", "search memories by meaning, best match first")
    .argument("<query>", "the search query, in natural language")
    .option("--limit <n>", "maximum number of results", String(DEFAULT_SEARCH_LIMIT))
    .action(async (query: string, options: UserOptions & { limit: string }) => {
      const limit = parseLimit(options.limit, { maxLimit: searchLimit.max });
      await withService(async (service) => {
        const requestContext = await createKnownUserContext(service, options.user);
        const matches = await service.application.memorySearch.search(requestContext, { query, limit });
        const rows = matches.map(({ id, relevance, category, content }) => ({ id, relevance, category, content }));
        printResult(rows, options, () =>
          renderTable(rows.map((row) => ({ ...row, relevance: row.relevance.toFixed(2) }))),
        );
      });
    });

  addUserCommand(memories, "history", "list the memories that a memory superseded, newest first")
    .argument("<id>", "the memory's id, as `memories list` shows it")
    .action(async (id: string, options: UserOptions) => {
      await withService(async (service) => {
        const history = await service.application.memories.getHistory(
          await createKnownUserContext(service, options.user),
          id,
        );
        const rows = history.map(toSupersededRow);
        printResult(rows, options, () => renderTable(rows));
      });
    });

  addUserCommand(memories, "restore", "restore a superseded memory and protect it from being superseded again")
    .argument("<id>", "the superseded memory's id, as `memories history` shows it")
    .action(async (id: string, options: UserOptions) => {
      await withService(async (service) => {
        const memory = await service.application.memories.restore(
          await createKnownUserContext(service, options.user),
          id,
        );
        printResult(toMemoryRow(memory), options, () => `Restored: ${toSingleLine(memory.state.content)}`);
      });
    });
}

function toSupersededRow({ memory, supersededAt }: SupersededFact): Record<string, string> {
  const { id, category, createdAt, content } = memory;
  return { id, category, created: createdAt.toISOString(), superseded: supersededAt.toISOString(), content };
}

function toMemoryRow({ state }: Memory): Record<"id" | "category" | "created" | "content", string> {
  return { id: state.id, category: state.category, created: state.createdAt.toISOString(), content: state.content };
}
