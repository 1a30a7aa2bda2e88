import type { Conversation } from "../../domain/conversation/conversation.js";
import { WebhookDispatcher, type WebhookDispatcherPorts } from "../workers/webhook-dispatcher.js";
import {
  DELIVERY_LEASE_MS,
  WebhookDeliveryWorker,
  type WebhookDeliveryWorkerPorts,
} from "../workers/webhook-delivery-worker.js";

/** Sends new segments of live sessions to apps: the dispatcher creates deliveries, and the worker sends them. */
export class AppWebhooks {
  private readonly deliveryWorker: WebhookDeliveryWorker;
  private readonly dispatcher: WebhookDispatcher;

  constructor(ports: WebhookDispatcherPorts & WebhookDeliveryWorkerPorts) {
    this.deliveryWorker = new WebhookDeliveryWorker(ports);
    this.dispatcher = new WebhookDispatcher(ports, DELIVERY_LEASE_MS, (claimed) =>
      this.deliveryWorker.sendNow(claimed),
    );
  }

  start(): void {
    this.deliveryWorker.start();
    this.dispatcher.start();
  }

  /** Stops creating deliveries, and then waits up to `graceMs` milliseconds for those that are being sent. */
  async stop(graceMs: number): Promise<void> {
    await this.dispatcher.stop();
    await this.deliveryWorker.stop(graceMs);
  }

  /** Call it when new segments were appended to a session. */
  onSegmentsAppended(session: Conversation): void {
    this.dispatcher.onSegmentsAppended(session);
  }

  /** Call it when a delivery is due. */
  onDeliveryQueued(): void {
    this.deliveryWorker.wake();
  }
}
