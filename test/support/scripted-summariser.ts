import type { Digest } from "../../src/domain/digest.js";
import type { Transcript } from "../../src/domain/transcript.js";
import type { FoundDigest, Summariser, SummaryContext } from "../../src/ports/driven/summariser.js";

type Script = (transcript: Transcript, context: SummaryContext) => FoundDigest | Promise<FoundDigest>;

/**
 * Answers what it was told to, one script a call, and after the last what was said: the first segment is the title,
 * and every segment that begins with "I will" is an action item.
 */
export class ScriptedSummariser implements Summariser {
  readonly id = "scripted";
  private readonly scripts: Script[] = [];

  async summarise(transcript: Transcript, context: SummaryContext): Promise<FoundDigest> {
    const script = this.scripts.shift();
    return script ? script(transcript, context) : digestOf(transcript);
  }

  next(script: Script): void {
    this.scripts.push(script);
  }

  /** The next so many calls fail. */
  failNext(times: number): void {
    for (let i = 0; i < times; i += 1) this.next(() => Promise.reject(new Error("cannot answer now")));
  }

  /** The next call waits until the answered function is called; for ever when it never is. */
  holdNext(): () => void {
    const { opened, open } = gate();
    this.next(async (transcript) => {
      await opened;
      return digestOf(transcript);
    });
    return open;
  }
}

/** Only what was said. */
export function digestOf({ segments }: Transcript, with_: Partial<Digest> = {}): Digest {
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
    ...with_,
  };
}

/** A promise that others wait for, and what lets them go on. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
