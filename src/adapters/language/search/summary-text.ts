import type { Findable } from "../../../domain/conversation.js";
import { isBlank, trimmed } from "../../../domain/white-space.js";

/** A line for each of what there is; empty when there is nothing. */
export function summaryText({ title, overview }: Findable): string {
  return [title, overview]
    .filter((text) => !isBlank(text))
    .map(trimmed)
    .join("\n");
}
