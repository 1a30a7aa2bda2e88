import type { Conversation } from "../domain/conversation.js";
import { WebhookFlush, type WebhookFlushPorts } from "./webhook-flush.js";
import { DELIVERY_LEASE_MS, WebhookSender, type WebhookSenderPorts } from "./webhook-sender.js";

/** Lets apps hear live transcripts: what is new of a session becomes deliveries, and these are sent. */
export class AppWebhooks {
  private readonly sender: WebhookSender;
  private readonly flush: WebhookFlush;

  constructor(ports: WebhookFlushPorts & WebhookSenderPorts) {
    this.sender = new WebhookSender(ports);
    this.flush = new WebhookFlush(ports, DELIVERY_LEASE_MS, (ready) => this.sender.take(ready));
  }

  start(): void {
    this.sender.start();
    this.flush.start();
  }

  /** Makes no more, and waits `graceMs` milliseconds for what is under way. */
  async stop(graceMs: number): Promise<void> {
    await this.flush.stop();
    await this.sender.stop(graceMs);
  }

  /** To be told of a session in which something new was said. */
  appended(session: Conversation): void {
    this.flush.appended(session);
  }

  /** To be told that a delivery is due. */
  queued(): void {
    this.sender.nudge();
  }
}
