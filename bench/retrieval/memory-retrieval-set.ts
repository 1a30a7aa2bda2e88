import { readFileSync } from "node:fs";
import type { DataSetPart } from "../support/data-set-parts.js";

export type QuestionKind = "paraphrase" | "name" | "number" | "date" | "negation";

export interface Question {
  readonly part: DataSetPart;
  readonly kind: QuestionKind;
  readonly question: string;
  /** IDs of the memories that answer the question. */
  readonly memories: readonly string[];
}

export interface RetrievalSet {
  readonly memories: readonly { readonly id: string; readonly content: string }[];
  readonly questions: readonly Question[];
}

/** Loads the memories of a fictional person and the questions that they answer, written for this project. */
export function loadMemoryRetrievalSet(): RetrievalSet {
  // From dist/bench/retrieval/.
  const file = new URL("../../../bench/retrieval/life.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as RetrievalSet;
}
