import type { SummaryResult, RawSummaryResult } from "../../src/domain/conversation/summary-result.js";
import type { Transcript } from "../../src/domain/conversation/transcript.js";
import type { Summariser, SummaryContext } from "../../src/ports/driven/models/summariser.js";

type SummaryScript = (transcript: Transcript, context: SummaryContext) => RawSummaryResult | Promise<RawSummaryResult>;

/**
 * Returns scripted results, one for each call, and verbatim results after the last script: the first segment is the
 * title, and every segment that begins with "I will" is an action item.
 */
export class ScriptedSummariser implements Summariser {
  readonly id = "scripted";
  private readonly pendingScripts: SummaryScript[] = [];

  async summarise(transcript: Transcript, context: SummaryContext): Promise<RawSummaryResult> {
    const script = this.pendingScripts.shift();
    return script ? script(transcript, context) : summariseVerbatim(transcript);
  }

  addScript(script: SummaryScript): void {
    this.pendingScripts.push(script);
  }

  /** Makes the next `count` calls fail. */
  failNext(count: number): void {
    for (let i = 0; i < count; i += 1) this.addScript(() => Promise.reject(new Error("cannot answer now")));
  }

  /** Blocks the next call until the returned function is called. */
  holdNextCall(): () => void {
    const { opened, open } = createGate();
    this.addScript(async (transcript) => {
      await opened;
      return summariseVerbatim(transcript);
    });
    return open;
  }
}

/** Builds a summary from the text of the transcript alone. */
export function summariseVerbatim({ segments }: Transcript, overrides: Partial<SummaryResult> = {}): SummaryResult {
  return {
    title: segments[0]?.text ?? "",
    overview: segments.map(({ text }) => text).join(" "),
    category: "work",
    emoji: "🌱",
    events: [],
    memories: [],
    actionItems: segments
      .filter(({ text }) => text.startsWith("I will"))
      .map(({ id, text }) => ({ description: text, dueAt: null, segmentIds: [id] })),
    discard: false,
    ...overrides,
  };
}

/** A promise and the function that resolves it. */
export function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
