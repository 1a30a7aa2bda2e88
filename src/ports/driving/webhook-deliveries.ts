import type { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { WebhookDeliveryFilter } from "../driven/webhook-delivery-repository.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

export interface ListWebhookDeliveries {
  readonly filter: WebhookDeliveryFilter;
  readonly page: PageRequest;
  readonly withTotal: boolean;
}

/**
 * What a user sees of the calls to the webhooks of the apps that they own; those to another's are not found. Decision 9.4.
 * All throw DomainError: `not_found`, `unavailable`.
 */
export interface WebhookDeliveryUseCases {
  /** Newest first. */
  list(call: Call, query: ListWebhookDeliveries): Promise<Page<WebhookDelivery>>;
  get(call: Call, id: string): Promise<WebhookDelivery>;
  /**
   * Sends it once more, under the same id.
   * @throws DomainError `not_found` too when what was said has been deleted.
   */
  replay(call: Call, id: string): Promise<WebhookDelivery>;
}
