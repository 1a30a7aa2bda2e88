import type { Segment } from "../../domain/transcript.js";
import type { OutboundResult } from "./outbound-client.js";

/** What an app is told at its webhook (contract 4.8). */
export interface WebhookCall {
  /** The same whenever it is told again. */
  readonly id: string;
  readonly appId: string;
  /** As its owner gave it; nothing about it is trusted. */
  readonly url: string;
  /** `whsec_…`: one, or while it is rotated two. */
  readonly secrets: readonly string[];
  readonly userId: string;
  readonly sessionId: string;
  /** What is to be told, in order, when its turn has come; undefined where nothing is by then. */
  readonly said: () => Promise<readonly Segment[] | undefined>;
}

/** Calls apps where they said that they listen (decision 9.4). */
export interface AppWebhook {
  /** Calls once. Whatever the other side does is a result; it never throws for it. */
  call(call: WebhookCall): Promise<OutboundResult>;
}
