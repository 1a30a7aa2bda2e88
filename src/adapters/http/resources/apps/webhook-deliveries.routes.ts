import type { WebhookDeliveryUseCases } from "../../../../ports/driving/apps.js";
import { okObject, okPage, route, type Route } from "../../kernel/route.js";
import { listRoute } from "../../kernel/list-page.js";
import {
  ListWebhookDeliveriesParameters,
  WebhookDeliveryResponse,
  toWebhookDeliveryResponse,
  toWebhookDeliveryListQuery,
} from "./webhook-deliveries.dto.js";

const COLLECTION_PATH = "/v1/dev/apps/deliveries";
const ITEM_PATH = `${COLLECTION_PATH}/{delivery_id}` as const;

/** Routes for the owner of an app: the calls to its webhook. */
export const webhookDeliveryRoutes = (webhookDeliveries: WebhookDeliveryUseCases): Route[] => [
  listRoute({
    path: COLLECTION_PATH,
    summary: "List webhook deliveries of the user's own apps",
    tag: "apps",
    extension: true,
    credential: "token",
    query: ListWebhookDeliveriesParameters,
    response: okPage(
      WebhookDeliveryResponse,
      "Webhook deliveries of the last 30 days with their attempts, newest first",
    ),
    toListQuery: toWebhookDeliveryListQuery,
    list: (context, query) => webhookDeliveries.list(context, query),
    render: (page) => page.items.map(toWebhookDeliveryResponse),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get a webhook delivery",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(WebhookDeliveryResponse, "The webhook delivery with its attempts"),
    handle: async ({ context, path }) =>
      toWebhookDeliveryResponse(await webhookDeliveries.get(context, path.delivery_id)),
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/replay`,
    summary: "Replay a webhook delivery",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(WebhookDeliveryResponse, "The webhook delivery, queued again under the same ID"),
    handle: async ({ context, path }) =>
      toWebhookDeliveryResponse(await webhookDeliveries.replay(context, path.delivery_id)),
  }),
];
