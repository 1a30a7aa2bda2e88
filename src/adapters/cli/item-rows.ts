import type { ActionItem } from "../../domain/action-item.js";

/** Action items as rows of a table, in their order: due dates on the clocks of the time zone (an IANA name). */
export function itemRows(items: readonly ActionItem[], timeZone: string): Record<string, string>[] {
  const due = new Intl.DateTimeFormat("en-GB", {
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
    [`due (${timeZone})`]: state.dueAt ? due.format(state.dueAt) : "",
    description: state.description,
  }));
}
