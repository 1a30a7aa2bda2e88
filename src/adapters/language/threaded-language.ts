import type { SummaryResult } from "../../domain/conversation/summary-result.js";
import type { Segment, Transcript } from "../../domain/conversation/transcript.js";
import type { LanguageDetector } from "../../ports/driven/models/text-classifiers.js";
import type { Summariser, SummaryContext } from "../../ports/driven/models/summariser.js";
import { sampleSegments } from "./text/analysis-limits.js";
import { selectWindows } from "./text/language-detection.js";

/** Runs the exported functions of `languageThread` in worker threads. */
export interface ThreadRunner {
  run(name: string, input: object): Promise<unknown>;
}

/** The module that worker threads load. */
export const languageThread = new URL("./language-thread.js", import.meta.url);

export interface SummaryTask {
  readonly segments: readonly Segment[];
  readonly context: Omit<SummaryContext, "loadKnownMemories">;
}

export interface DetectionTask {
  /** As of `selectWindows`. */
  readonly windows: readonly string[];
}

/**
 * `BuiltInSummariser` in worker threads: it makes the same digests, and the event loop stays free. Of a very long
 * transcript only the sample that is summarised is copied to the thread: copying 10 million characters would take the
 * event loop's time and the thread's memory.
 */
export class ThreadedSummariser implements Summariser {
  readonly id = "built-in";

  constructor(private readonly threads: ThreadRunner) {}

  /** @throws ProcessingBudgetExceeded, and whatever else the runner throws. */
  async summarise({ segments }: Transcript, context: SummaryContext): Promise<SummaryResult> {
    const { userId, startedAt, timeZone, language, textSource, userName } = context;
    const task: SummaryTask = {
      segments: sampleSegments(segments),
      context: { userId, startedAt, timeZone, language, textSource, userName },
    };
    return (await this.threads.run("summarise", task)) as SummaryResult;
  }
}

/** `BuiltInLanguageDetector` in worker threads. */
export class ThreadedLanguageDetector implements LanguageDetector {
  constructor(private readonly threads: ThreadRunner) {}

  async detect(texts: readonly string[]): Promise<string | undefined> {
    const task: DetectionTask = { windows: selectWindows(texts) };
    return (await this.threads.run("detectLanguage", task)) as string | undefined;
  }
}
