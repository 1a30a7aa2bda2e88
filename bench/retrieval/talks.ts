import { readFileSync } from "node:fs";

export interface Turn {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
}

export interface Talk {
  readonly turns: readonly Turn[];
  /** What somebody may ask who was not there; `turns` are the ids of those that answer it. */
  readonly questions: readonly {
    readonly kind: string;
    readonly question: string;
    readonly turns: readonly string[];
  }[];
}

/**
 * Long talks of invented people, each turn a memory. Our own writing. What was tuned was tuned on the first of them
 * alone; the second tells how well it does on what was never looked at.
 */
export function talks(): { readonly tune: Talk; readonly report: Talk } {
  // From dist/bench/retrieval/.
  const file = new URL("../../../bench/retrieval/talks.json", import.meta.url);
  const [tune, report] = (JSON.parse(readFileSync(file, "utf8")) as { talks: Talk[] }).talks;
  if (!tune || !report) throw new Error("talks.json has fewer than two talks");
  return { tune, report };
}
