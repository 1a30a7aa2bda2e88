import type { SummaryResult } from "../../domain/conversation/summary-result.js";
import { Transcript } from "../../domain/conversation/transcript.js";
import { BuiltInSummariser } from "./built-in-summariser.js";
import { detectLanguageInWindows } from "./text/language-detection.js";
import type { DetectionTask, SummaryTask } from "./threaded-nlp.js";

/** The entry of worker threads: each exported function is a task whose input and result can be cloned. */

const summariser = new BuiltInSummariser();

export function summarise({ segments, context }: SummaryTask): Promise<SummaryResult> {
  return summariser.summarise(Transcript.restore(segments), context);
}

function detectInWindows({ windows }: DetectionTask): Promise<string | undefined> {
  return detectLanguageInWindows(windows);
}

export { detectInWindows as detectLanguage };
