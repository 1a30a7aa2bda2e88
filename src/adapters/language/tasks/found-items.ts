import type { ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import type { Sentence } from "../text/analysis.js";
import type { Calendar } from "../dates/dates.js";
import type { People } from "../talk/people.js";

/** An action item before doubles are taken out and the best are chosen. */
export interface Found extends ExtractedActionItem {
  /** By which it is told from others. */
  readonly words: ReadonlySet<string>;
  readonly weight: number;
  /** Of the sentence that it was first found in. */
  readonly index: number;
}

/** What action items are looked for in, and by. */
export interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly calendar: Calendar;
}
