import type { Conversation } from "../../domain/conversation/conversation.js";
import type { Transcript } from "../../domain/conversation/transcript.js";
import type { Scheduler } from "../../ports/driven/index.js";
import type { CreationReceipt, WaitOptions } from "../../ports/driving/index.js";
import { withTimeout } from "../with-timeout.js";
import type { ConversationWorker } from "../workers/conversation-worker.js";

/** Starts the processing of conversations, and creates receipts after the wait that the caller chose (decision 4.1). */
export class ProcessingReceipts {
  /** @param defaultWaitMs how long a caller that names no wait time waits for the processing, in milliseconds. */
  constructor(
    private readonly conversationWorker: ConversationWorker,
    private readonly scheduler: Scheduler,
    private readonly defaultWaitMs: number,
  ) {}

  /**
   * Returns the lease time, in milliseconds, with which this process claims a conversation at its creation because the
   * caller waits for the result; null when no caller waits and any process may claim it.
   */
  getLeaseMs(wait?: WaitOptions): number | null {
    return this.isWaiting(wait) ? this.conversationWorker.options.leaseMs : null;
  }

  /**
   * Creates the receipt of a conversation that was just stored with the lease of `getLeaseMs`: at once, or after the
   * wait for its processing.
   */
  async startProcessing(stored: Conversation, wait?: WaitOptions, transcript?: Transcript): Promise<CreationReceipt> {
    if (this.isWaiting(wait)) return this.processAndCreateReceipt(stored, wait, transcript);
    this.conversationWorker.wake();
    return createReceipt(stored);
  }

  /**
   * Processes a claimed conversation. Resolves when it is settled or the wait time is over; the work then continues in
   * the background. A failed attempt is retried while the caller waits.
   */
  async processAndCreateReceipt(
    claimed: Conversation,
    { waitMs = this.defaultWaitMs }: WaitOptions = {},
    transcript?: Transcript,
  ): Promise<CreationReceipt> {
    if (!this.isWaiting({ waitMs })) {
      void this.conversationWorker.process(claimed, transcript);
      return createReceipt(claimed);
    }
    let isAwaited = true;
    const processAndConfirm = async (): Promise<CreationReceipt> => {
      const result = await this.conversationWorker.processWhileAwaited(() => isAwaited, claimed, transcript);
      return result && !result.isDeleting ? createReceipt(result) : createDeletedReceipt(claimed.state.id);
    };
    try {
      return (await withTimeout(this.scheduler, waitMs, processAndConfirm())) ?? createReceipt(claimed);
    } finally {
      isAwaited = false;
    }
  }

  private isWaiting({ waitMs = this.defaultWaitMs }: WaitOptions = {}): boolean {
    return waitMs > 0;
  }
}

export function createReceipt(conversation: Conversation): CreationReceipt {
  const { id, status } = conversation.state;
  return { id, discarded: conversation.isDiscarded, status };
}

/** Creates the receipt of a deleted conversation: a repeated creation does not restore it (decision 4.5). */
export function createDeletedReceipt(id: string): CreationReceipt {
  return { id, discarded: true, status: "completed" };
}
