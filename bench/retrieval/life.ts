import { readFileSync } from "node:fs";

export type Kind = "paraphrase" | "name" | "number" | "date" | "negation";
export type Part = "tune" | "report";

export interface Question {
  /** What was tuned was tuned on `tune` alone; `report` tells how well it does on what was never looked at. */
  readonly part: Part;
  readonly kind: Kind;
  readonly question: string;
  /** The ids of those that answer it. */
  readonly memories: readonly string[];
}

export interface RetrievalSet {
  readonly memories: readonly { readonly id: string; readonly content: string }[];
  readonly questions: readonly Question[];
}

/** One invented person's life, and what she may ask about it, in other words than the memory. Our own writing. */
export function life(): RetrievalSet {
  // From dist/bench/retrieval/.
  const file = new URL("../../../bench/retrieval/life.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as RetrievalSet;
}
