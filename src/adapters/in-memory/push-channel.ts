import type { PushChannelName } from "../../domain/notification.js";
import { isRedirect, LONGEST_ANSWER } from "../../domain/outbound-answer.js";
import { pushAnswered, pushFailed, type PushOutcome } from "../../domain/push-outcome.js";
import type { PushTarget } from "../../domain/push-target.js";
import type { PushChannel, PushMessage } from "../../ports/driven/push-channel.js";

interface Answer {
  readonly status: number;
  readonly body?: string;
}

/** What a target answers, at once or later. */
export type PushReceiver = (message: PushMessage) => Answer | Promise<Answer>;

/** A channel whose targets live in memory: who is not among them has no address. */
export class InMemoryPushChannel implements PushChannel {
  /** What reached somebody, oldest first. */
  readonly received: PushMessage[] = [];
  readonly #receivers = new Map<string, PushReceiver>();

  constructor(private readonly name: PushChannelName) {}

  /** @param url of the target. */
  put(url: string, receiver: PushReceiver): void {
    this.#receivers.set(url, receiver);
  }

  async deliver(message: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const receiver = this.#receivers.get(state.url);
    if (!receiver) return pushFailed("unresolved");
    this.received.push(structuredClone(message));
    const { status, body = "" } = await receiver(message);
    if (isRedirect(status)) return pushFailed("redirected");
    if (new TextEncoder().encode(body).length > LONGEST_ANSWER) return pushFailed("too_large");
    return pushAnswered(status, this.name);
  }
}
