import { readFileSync } from "node:fs";

export type QuestionKind = "paraphrase" | "name" | "number" | "date" | "negation";
export type Part = "tune" | "report";

export interface Question {
  /** Parameters are tuned on `tune` only; figures come from `report`, the held-out part. */
  readonly part: Part;
  readonly kind: QuestionKind;
  readonly question: string;
  /** IDs of the memories that answer the question. */
  readonly memories: readonly string[];
}

export interface RetrievalSet {
  readonly memories: readonly { readonly id: string; readonly content: string }[];
  readonly questions: readonly Question[];
}

/** Memories of one invented person and questions that paraphrase them, written for this project. */
export function loadMemoryRetrievalSet(): RetrievalSet {
  // From dist/bench/retrieval/.
  const file = new URL("../../../bench/retrieval/life.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as RetrievalSet;
}
