import { wrapText } from "./format-text.js";

/**
 * Renders rows with equal keys as aligned columns with a header, or a message if there are no rows. Control characters
 * and line breaks in cells are replaced, so that stored text cannot send escape sequences to the terminal.
 */
export function renderTable(rows: readonly Readonly<Record<string, string | null>>[]): string {
  const [first] = rows;
  if (!first) return "None.";
  const columns = Object.keys(first);
  const cellsByRow = [columns, ...rows.map((row) => columns.map((column) => toSingleLine(row[column] ?? "never")))];
  const widths = columns.map((_, index) => Math.max(...cellsByRow.map((cells) => cells[index]?.length ?? 0)));
  return cellsByRow
    .map((cells) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Renders the first page of a list, followed by the total if the list is longer. */
export function renderPageTable(
  rows: readonly Readonly<Record<string, string | null>>[],
  total: number | null,
): string {
  const text = renderTable(rows);
  return total !== null && total > rows.length ? `${text}\n\nThe first ${rows.length} of ${total}.` : text;
}

/** Replaces control characters and line breaks in untrusted text with spaces. */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

/** The displayed fields of a memory in an API response. */
export interface MemoryOutput {
  readonly content: string;
}

export interface SearchOutput {
  readonly query: string;
  readonly items: readonly MemoryOutput[];
}

/** Renders memories and search results in lines of at most 80 columns. */
export function renderMemories(memories: readonly MemoryOutput[], { query, items }: SearchOutput): string {
  return [
    "  Memories",
    ...renderMemoryLines(memories),
    "",
    wrapText(`Asked "${query}" it finds`, "  "),
    ...renderMemoryLines(items),
    "",
  ].join("\n");
}

function renderMemoryLines(memories: readonly MemoryOutput[]): string[] {
  return memories.length > 0 ? memories.map(({ content }) => wrapText(content, "   • ", "     ")) : ["   nothing"];
}

/** The displayed fields of a conversation in an API response. */
export interface ConversationOutput {
  readonly id: string;
  readonly status: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly folder_name: string | null;
  readonly structured: {
    readonly title: string;
    readonly overview: string;
    readonly category: string;
    readonly emoji: string;
    readonly action_items: readonly { readonly description: string; readonly due_at: string | null }[];
    readonly events: readonly { readonly title: string; readonly start: string; readonly duration: number }[];
  };
}

const MINUTE_MS = 60_000;

/** Renders a conversation as text in lines of at most 80 columns. */
export function renderConversation(conversation: ConversationOutput): string {
  const { title, overview, category, emoji, action_items: items, events } = conversation.structured;
  const minutes = Math.round((Date.parse(conversation.finished_at) - Date.parse(conversation.started_at)) / MINUTE_MS);
  return [
    "",
    `${emoji}  ${title}`,
    `    ${category} · ${minutes} minutes · folder: ${conversation.folder_name ?? "nothing"}`,
    "",
    wrapText(overview, "  "),
    "",
    "  Action items",
    ...(items.length > 0
      ? items.map(({ description, due_at }) => wrapText(`${description}${formatDueDate(due_at)}`, "   ☐ ", "     "))
      : ["   nothing"]),
    "",
    "  Events",
    ...(events.length > 0
      ? events.map(({ title: eventTitle, start, duration }) =>
          wrapText(`${formatDay(start)}, ${formatTime(start)}  ${eventTitle} (${duration} min)`, "   ◷ ", "     "),
        )
      : ["   nothing"]),
    "",
  ].join("\n");
}

const formatDueDate = (timestamp: string | null): string => (timestamp === null ? "" : ` (by ${formatDay(timestamp)})`);
const formatDay = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
const formatTime = (timestamp: string): string => timestamp.slice(11, 16);
