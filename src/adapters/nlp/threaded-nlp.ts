import type { SummaryResult } from "../../domain/conversation/summary-result.js";
import type { Segment, Transcript } from "../../domain/conversation/transcript.js";
import type { LanguageDetector } from "../../ports/driven/models/text-classifiers.js";
import type { Summariser, SummaryContext } from "../../ports/driven/models/summariser.js";
import { selectExcerpts } from "./text/excerpts.js";
import { selectWindows } from "./text/language-detection.js";

/** Runs the exported functions of `nlpThread` in worker threads. */
export interface ThreadRunner {
  run(name: string, input: object): Promise<unknown>;
}

/** The module that worker threads load. */
export const nlpThread = new URL("./nlp-thread.js", import.meta.url);

export interface SummaryTask {
  readonly segments: readonly Segment[];
  readonly context: Omit<SummaryContext, "loadKnownMemories">;
}

export interface DetectionTask {
  /** As `selectWindows` returns them. */
  readonly windows: readonly string[];
}

/**
 * `BuiltInSummariser` in worker threads: the same results without blocking the event loop. Of a very long transcript
 * only the analysed excerpts are copied, because to copy 10 million characters would block it too.
 */
export class ThreadedSummariser implements Summariser {
  readonly id = "built-in";

  constructor(private readonly threads: ThreadRunner) {}

  /** @throws ProcessingBudgetExceeded, and all other errors of the runner. */
  async summarise({ segments }: Transcript, context: SummaryContext): Promise<SummaryResult> {
    // Without `loadKnownMemories`, which cannot be cloned.
    const { userId, startedAt, timeZone, language, textSource, userName } = context;
    const cloneable = { userId, startedAt, timeZone, language, textSource, userName };
    const task: SummaryTask = { segments: selectExcerpts(segments), context: cloneable };
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
