import type { WebhookDeliveryUseCases } from "../../ports/driving/webhook-deliveries.js";
import { answersList, answersOne } from "./answers.js";
import { pageOf } from "./page.js";
import { route, type Route } from "./route.js";
import {
  ListWebhookDeliveries,
  WebhookDeliveryBody,
  webhookDeliveryBody,
  webhookDeliveryListing,
} from "./webhook-deliveries.dto.js";

const collection = "/v1/dev/apps/deliveries";
const one = `${collection}/{delivery_id}` as const;

/** What an app's owner sees of the calls to its webhook. Decision 9.4. */
export const webhookDeliveryRoutes = (deliveries: WebhookDeliveryUseCases): Route[] => [
  route({
    method: "GET",
    path: collection,
    summary: "List the calls to the webhooks of one's own apps",
    tag: "apps",
    extension: true,
    credential: "token",
    query: ListWebhookDeliveries,
    answers: {
      ...answersList(WebhookDeliveryBody, "Those of the last 30 days, newest first, with every attempt"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const { call, query } = request;
      const page = await pageOf(collection, request, webhookDeliveryListing(query), (placed) =>
        deliveries.list(call, placed),
      );
      return page.items.map(webhookDeliveryBody);
    },
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get one of the calls to an app's webhook",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(WebhookDeliveryBody, "The delivery, with every attempt"),
    handle: async ({ call, path }) => webhookDeliveryBody(await deliveries.get(call, path.delivery_id)),
  }),
  route({
    method: "POST",
    path: `${one}/replay`,
    summary: "Call an app's webhook once more",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(WebhookDeliveryBody, "The delivery, on its way again under the same id"),
    handle: async ({ call, path }) => webhookDeliveryBody(await deliveries.replay(call, path.delivery_id)),
  }),
];
