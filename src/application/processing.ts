import type { Conversation } from "../domain/conversation.js";
import type { Transcript } from "../domain/transcript.js";
import type { Scheduler } from "../ports/driven/index.js";
import type { CreationReceipt, Waiting } from "../ports/driving/index.js";
import type { Worker } from "./worker.js";

/** Decision 4.1: what is answered to whoever has a conversation processed, and when. */
export class Processing {
  /** @param usualWaitMs how long an answer waits for the processing when the caller does not say. */
  constructor(
    private readonly worker: Worker,
    private readonly scheduler: Scheduler,
    private readonly usualWaitMs: number,
  ) {}

  /** Design 2: whoever answers with what comes of it holds it from the start; else (null) it is for any process. */
  leaseFor(waiting?: Waiting): number | null {
    return this.waits(waiting) ? this.worker.options.leaseMs : null;
  }

  /**
   * Of what has just been stored to be processed, with the lease that is for it: answered at once or when it is done.
   */
  async begun(stored: Conversation, waiting?: Waiting, transcript?: Transcript): Promise<CreationReceipt> {
    if (this.waits(waiting)) return this.receiptAfter(stored, waiting, transcript);
    this.worker.nudge();
    return receipt(stored);
  }

  /**
   * Processes a claimed conversation. Resolves when it is settled or the wait time is over; the work then continues in
   * the background. A failed attempt is retried while the caller waits.
   */
  async receiptAfter(
    claimed: Conversation,
    { waitMs = this.usualWaitMs }: Waiting = {},
    transcript?: Transcript,
  ): Promise<CreationReceipt> {
    if (!this.waits({ waitMs })) {
      void this.worker.process(claimed, transcript);
      return receipt(claimed);
    }
    let isAwaited = true;
    let cancel: () => void = () => undefined;
    const timeUp = new Promise<Conversation>((resolve) => {
      cancel = this.scheduler.after(waitMs, () => resolve(claimed));
    });
    try {
      const settled = this.worker.processWhileAwaited(() => isAwaited, claimed, transcript);
      const after = await Promise.race([settled, timeUp]);
      return after && !after.isGone ? receipt(after) : deletedReceipt(claimed.state.id);
    } finally {
      isAwaited = false;
      cancel();
    }
  }

  private waits({ waitMs = this.usualWaitMs }: Waiting = {}): boolean {
    return waitMs > 0;
  }
}

export function receipt(conversation: Conversation): CreationReceipt {
  const { id, status } = conversation.state;
  return { id, discarded: conversation.isDiscarded, status };
}

/** Decision 4.5: what was deleted stays deleted, and the late client is told so in the usual shape. */
export function deletedReceipt(id: string): CreationReceipt {
  return { id, discarded: true, status: "completed" };
}
