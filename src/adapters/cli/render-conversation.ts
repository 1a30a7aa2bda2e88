import { wrap } from "./wrap.js";

/** The part of the API's answer that is shown. */
export interface ShownConversation {
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

const MINUTE = 60_000;

/** A conversation as a person would like to read it, in lines of at most 80 columns. */
export function renderConversation(conversation: ShownConversation): string {
  const { title, overview, category, emoji, action_items: items, events } = conversation.structured;
  const minutes = Math.round((Date.parse(conversation.finished_at) - Date.parse(conversation.started_at)) / MINUTE);
  return [
    "",
    `${emoji}  ${title}`,
    `    ${category} · ${minutes} minutes · filed under ${conversation.folder_name ?? "nothing"}`,
    "",
    wrap(overview, "  "),
    "",
    "  To do",
    ...(items.length > 0
      ? items.map(({ description, due_at }) => wrap(`${description}${due(due_at)}`, "   ☐ ", "     "))
      : ["   nothing"]),
    "",
    "  Coming up",
    ...(events.length > 0
      ? events.map(({ title: what, start, duration }) =>
          wrap(`${day(start)}, ${time(start)}  ${what} (${duration} min)`, "   ◷ ", "     "),
        )
      : ["   nothing"]),
    "",
  ].join("\n");
}

const due = (instant: string | null): string => (instant === null ? "" : ` (by ${day(instant)})`);
const day = (instant: string): string =>
  new Date(instant).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const time = (instant: string): string => instant.slice(11, 16);
