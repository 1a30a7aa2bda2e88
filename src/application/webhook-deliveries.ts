import { notFound } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import { WebhookDelivery } from "../domain/webhook-delivery.js";
import type {
  AppRepository,
  ConversationRepository,
  Stretch,
  WebhookDeliveryRepository,
} from "../ports/driven/index.js";
import type { Call, ListWebhookDeliveries, Page, WebhookDeliveryUseCases } from "../ports/driving/index.js";
import { readPage } from "./page.js";

export interface WebhookDeliveryPorts {
  readonly apps: Pick<AppRepository, "get">;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly conversations: Pick<ConversationRepository, "segmentsBetween">;
}

export class WebhookDeliveries implements WebhookDeliveryUseCases {
  /** @param queued is called when there is something new to be sent. */
  constructor(
    private readonly ports: WebhookDeliveryPorts,
    private readonly queued: () => void,
  ) {}

  async list(
    call: Call,
    appId: string,
    { filter, stretch, withTotal }: ListWebhookDeliveries,
  ): Promise<Page<WebhookDelivery>> {
    if (!(await this.owns(call, appId))) throw notFound("App");
    const { webhookDeliveries } = this.ports;
    const listing = {
      list: (part: Stretch) => webhookDeliveries.list(appId, filter, part),
      count: () => webhookDeliveries.count(appId, filter),
    };
    return readPage(listing, stretch, withTotal);
  }

  async get(call: Call, id: string): Promise<WebhookDelivery> {
    const delivery = await this.ports.webhookDeliveries.get(id);
    if (!delivery || !(await this.owns(call, delivery.state.appId))) throw notFound("Delivery");
    return delivery;
  }

  async replay(call: Call, id: string): Promise<WebhookDelivery> {
    const { userId, conversationId, fromSegment: from, toSegment: to } = (await this.get(call, id)).state;
    const segments = await this.ports.conversations.segmentsBetween(userId, conversationId, from, to);
    if (segments.length === 0) throw notFound("Delivery");
    const queued = await this.ports.webhookDeliveries.update(id, (before) =>
      changeOnce(WebhookDelivery, before, call.keyed?.callId, (known) => known.replay(call.now)),
    );
    if (!queued) throw notFound("Delivery");
    this.queued();
    return queued;
  }

  private async owns({ userId }: Call, appId: string): Promise<boolean> {
    const app = await this.ports.apps.get(appId);
    return app?.state.ownerId === userId;
  }
}
