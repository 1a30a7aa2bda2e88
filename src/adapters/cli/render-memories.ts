import { wrap } from "./wrap.js";

/** The part of the API's answers that is shown. */
export interface ShownMemory {
  readonly content: string;
}

export interface ShownSearch {
  readonly query: string;
  readonly items: readonly ShownMemory[];
}

/** What is known of a user, and what was found in it, in lines of at most 80 columns. */
export function renderMemories(memories: readonly ShownMemory[], { query, items }: ShownSearch): string {
  return [
    "  What it remembers of you",
    ...lines(memories),
    "",
    wrap(`Asked "${query}" it finds`, "  "),
    ...lines(items),
    "",
  ].join("\n");
}

function lines(memories: readonly ShownMemory[]): string[] {
  return memories.length > 0 ? memories.map(({ content }) => wrap(content, "   • ", "     ")) : ["   nothing"];
}
