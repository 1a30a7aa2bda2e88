import { readFileSync } from "node:fs";
import type { DataSetPart } from "../support/data-set-parts.js";

export interface Turn {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
}

export interface Talk {
  readonly turns: readonly Turn[];
  /** Questions about the talk; `turns` holds the IDs of the turns that answer each. */
  readonly questions: readonly {
    readonly kind: string;
    readonly question: string;
    readonly turns: readonly string[];
  }[];
}

/** Loads two long talks between fictional people, written for this project, one for each part of the data set. */
export function loadTalks(): Readonly<Record<DataSetPart, Talk>> {
  // From dist/bench/retrieval/.
  const file = new URL("../../../bench/retrieval/talks.json", import.meta.url);
  const [tune, report] = (JSON.parse(readFileSync(file, "utf8")) as { talks: Talk[] }).talks;
  if (!tune || !report) throw new Error("talks.json has fewer than two talks");
  return { tune, report };
}
