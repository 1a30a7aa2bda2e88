import { BODY_BYTES } from "../../domain/limits.js";
import type { ApiKeyUseCases } from "../../ports/driving/api-keys.js";
import { answersList, answersNothing, answersOne } from "./answers.js";
import {
  CreatedKeyBody,
  createdKeyBody,
  CreateKey,
  KeyBody,
  keyBody,
  keyListing,
  ListKeys,
  newApiKey,
} from "./api-keys.dto.js";
import { pageOf } from "./page.js";
import { route, type Route } from "./route.js";

const collection = "/v1/dev/keys";

/** Contract 4.6, decisions 1.3 to 1.6. */
export const apiKeyRoutes = (keys: ApiKeyUseCases): Route[] => [
  route({
    method: "POST",
    path: collection,
    summary: "Create a developer API key",
    tag: "keys",
    credential: "token",
    body: { shape: CreateKey, maxBytes: BODY_BYTES },
    answersSecret: true,
    answers: answersOne(CreatedKeyBody, "The key, with its secret for the only time"),
    handle: async ({ call, body }) => createdKeyBody(await keys.create(call, newApiKey(body))),
  }),
  route({
    method: "GET",
    path: collection,
    summary: "List developer API keys",
    tag: "keys",
    extension: true,
    credential: "token",
    query: ListKeys,
    answers: {
      ...answersList(KeyBody, "The keys without their secrets, newest first"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const asked = keyListing(request.query);
      const page = await pageOf(collection, request, asked, (placed) => keys.list(request.call, placed));
      return page.items.map(keyBody);
    },
  }),
  route({
    method: "DELETE",
    path: `${collection}/{key_id}`,
    summary: "Revoke a developer API key",
    tag: "keys",
    credential: "token",
    answers: answersNothing("The key is refused from now on"),
    handle: async ({ call, path }) => keys.revoke(call, path.key_id),
  }),
];
