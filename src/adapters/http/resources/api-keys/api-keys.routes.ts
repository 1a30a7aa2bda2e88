import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { ApiKeyUseCases } from "../../../../ports/driving/users.js";
import { noContent, okObject, okPage, route, type Route } from "../../kernel/route.js";
import {
  CreatedApiKeyResponse,
  toCreatedApiKeyResponse,
  CreateApiKeyRequest,
  ApiKeyResponse,
  toApiKeyResponse,
  toApiKeyListQuery,
  ListApiKeysParameters,
  toNewApiKey,
} from "./api-keys.dto.js";
import { listRoute } from "../../kernel/list-page.js";

const COLLECTION_PATH = "/v1/dev/keys";

export const apiKeyRoutes = (apiKeys: ApiKeyUseCases): Route[] => [
  route({
    method: "POST",
    path: COLLECTION_PATH,
    summary: "Create a developer API key",
    tag: "keys",
    credential: "token",
    body: { dtoClass: CreateApiKeyRequest, maxBytes: MAX_BODY_BYTES },
    returnsSecret: true,
    response: okObject(CreatedApiKeyResponse, "The key with its secret, which is shown only once"),
    handle: async ({ context, body }) => toCreatedApiKeyResponse(await apiKeys.create(context, toNewApiKey(body))),
  }),
  listRoute({
    path: COLLECTION_PATH,
    summary: "List developer API keys",
    tag: "keys",
    extension: true,
    credential: "token",
    query: ListApiKeysParameters,
    response: okPage(ApiKeyResponse, "The keys without their secrets, newest first"),
    toListQuery: toApiKeyListQuery,
    list: (context, query) => apiKeys.list(context, query),
    render: (page) => page.items.map(toApiKeyResponse),
  }),
  route({
    method: "DELETE",
    path: `${COLLECTION_PATH}/{key_id}`,
    summary: "Revoke a developer API key",
    tag: "keys",
    credential: "token",
    response: noContent("The key is revoked"),
    handle: async ({ context, path }) => apiKeys.revoke(context, path.key_id),
  }),
];
