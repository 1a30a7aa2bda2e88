import { notFound } from "../../domain/errors.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import { WebhookDelivery } from "../../domain/webhook/webhook-delivery.js";
import type {
  ConversationRepository,
  PageRequest,
  WebhookDeliveryRepository,
  WebhookDeliveryFilter,
} from "../../ports/driven/index.js";
import type { RequestContext, Page, WebhookDeliveryUseCases, FilteredListQuery } from "../../ports/driving/index.js";
import { readPage } from "../read-page.js";

export interface WebhookDeliveryPorts {
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly conversations: Pick<ConversationRepository, "getSegmentsBetween">;
}

export class WebhookDeliveries implements WebhookDeliveryUseCases {
  /** @param onQueued called when a delivery is due. */
  constructor(
    private readonly ports: WebhookDeliveryPorts,
    private readonly onQueued: () => void,
  ) {}

  async list(
    { userId }: RequestContext,
    { filter, page: pageRequest, includeTotal }: FilteredListQuery<WebhookDeliveryFilter>,
  ): Promise<Page<WebhookDelivery>> {
    const { webhookDeliveries } = this.ports;
    const listing = {
      list: (range: PageRequest) => webhookDeliveries.list(userId, filter, range),
      count: () => webhookDeliveries.count(userId, filter),
    };
    return readPage(listing, pageRequest, includeTotal);
  }

  async get({ userId }: RequestContext, id: string): Promise<WebhookDelivery> {
    const delivery = await this.ports.webhookDeliveries.get(id);
    if (delivery?.state.ownerId !== userId) throw notFound("Delivery");
    return delivery;
  }

  async replay(context: RequestContext, id: string): Promise<WebhookDelivery> {
    const { userId, conversationId, fromSegment: fromIndex, toSegment: toIndex } = (await this.get(context, id)).state;
    const segments = await this.ports.conversations.getSegmentsBetween(userId, conversationId, fromIndex, toIndex);
    if (segments.length === 0) throw notFound("Delivery");
    const updated = await this.ports.webhookDeliveries.update(id, (current) =>
      applyOnce(WebhookDelivery, current, context.idempotency?.idempotencyId, (delivery) =>
        delivery.replay(context.now),
      ),
    );
    if (!updated) throw notFound("Delivery");
    this.onQueued();
    return updated;
  }
}
