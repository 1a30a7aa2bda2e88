import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { MemoryUseCases } from "../../../../ports/driving/memories.js";
import type { MemorySearchUseCases } from "../../../../ports/driving/search.js";
import { listRoute } from "../../kernel/list-page.js";
import { okList, okObject, okPage, route, type Route } from "../../kernel/route.js";
import { DeletionResponse, deletionResponse } from "../deletion.dto.js";
import {
  CreateMemoryBatchRequest,
  CreateMemoryRequest,
  toMemoryDetailResponse,
  MemoryDetailResponse,
  toSupersededMemoryResponse,
  SupersededMemoryResponse,
  toMemoryListQuery,
  ListMemoriesParameters,
  toMemoryBatchResponse,
  MemoryBatchResponse,
  toMemoryResponse,
  MemoryResponse,
  toMemoryPatch,
  toNewMemory,
  UpdateMemoryRequest,
  toMemorySearchResponse,
  MemorySearchResponse,
  SearchMemoriesParameters,
} from "./memories.dto.js";

const COLLECTION_PATH = "/v1/dev/user/memories";
const ITEM_PATH = `${COLLECTION_PATH}/{memory_id}` as const;

export const memoryRoutes = (memories: MemoryUseCases): Route[] => [
  listRoute({
    path: COLLECTION_PATH,
    summary: "List memories",
    tag: "memories",
    credential: "keyOrToken",
    scopes: ["memories:read"],
    query: ListMemoriesParameters,
    additionalErrorStatuses: [400],
    response: okPage(MemoryResponse, "Memories not rejected by the user, newest first"),
    toListQuery: toMemoryListQuery,
    list: (context, query) => memories.list(context, query),
    render: (page) => page.items.map(toMemoryResponse),
  }),
  route({
    method: "POST",
    path: COLLECTION_PATH,
    summary: "Create a memory",
    tag: "memories",
    extension: true,
    credential: "keyOrToken",
    scopes: ["memories:write"],
    body: { dtoClass: CreateMemoryRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(MemoryDetailResponse, "The created memory, or the existing one with the same content"),
    handle: async ({ context, body }) => toMemoryDetailResponse(await memories.create(context, toNewMemory(body))),
  }),
  route({
    method: "POST",
    path: `${COLLECTION_PATH}/batch`,
    summary: "Create several memories atomically",
    tag: "memories",
    credential: "keyOrToken",
    scopes: ["memories:write"],
    body: { dtoClass: CreateMemoryBatchRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(MemoryBatchResponse, "One memory per input, in request order"),
    handle: async ({ context, body }) =>
      toMemoryBatchResponse(await memories.createBatch(context, body.memories.map(toNewMemory))),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get a memory",
    tag: "memories",
    extension: true,
    credential: "keyOrToken",
    scopes: ["memories:read"],
    response: okObject(MemoryDetailResponse, "The memory"),
    handle: async ({ context, path }) => toMemoryDetailResponse(await memories.get(context, path.memory_id)),
  }),
  route({
    method: "GET",
    path: `${ITEM_PATH}/history`,
    summary: "List the memories superseded by a memory",
    tag: "memories",
    extension: true,
    credential: "keyOrToken",
    scopes: ["memories:read"],
    response: okList(SupersededMemoryResponse, "Superseded memories, newest first"),
    handle: async ({ context, path }) =>
      (await memories.getHistory(context, path.memory_id)).map(toSupersededMemoryResponse),
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/restore`,
    summary: "Restore a superseded memory",
    tag: "memories",
    extension: true,
    credential: "keyOrToken",
    scopes: ["memories:write"],
    additionalErrorStatuses: [409],
    response: okObject(
      MemoryDetailResponse,
      "The restored memory, listed next to the one that superseded it; conversations cannot supersede it again. A memory that is not superseded is returned unchanged",
    ),
    handle: async ({ context, path }) => toMemoryDetailResponse(await memories.restore(context, path.memory_id)),
  }),
  route({
    method: "PATCH",
    path: ITEM_PATH,
    summary: "Update a memory",
    tag: "memories",
    credential: "keyOrToken",
    scopes: ["memories:write"],
    body: { dtoClass: UpdateMemoryRequest, maxBytes: MAX_BODY_BYTES, rejectsEmpty: true },
    additionalErrorStatuses: [409],
    response: okObject(MemoryDetailResponse, "The updated memory"),
    handle: async ({ context, path, body }) =>
      toMemoryDetailResponse(await memories.update(context, path.memory_id, toMemoryPatch(body))),
  }),
  route({
    method: "DELETE",
    path: ITEM_PATH,
    summary: "Delete a memory",
    tag: "memories",
    credential: "keyOrToken",
    scopes: ["memories:write"],
    response: okObject(DeletionResponse, "The memory is deleted"),
    handle: async ({ context, path }) => {
      await memories.delete(context, path.memory_id);
      return deletionResponse;
    },
  }),
];

export const memorySearchRoutes = (memorySearch: MemorySearchUseCases): Route[] => [
  route({
    method: "GET",
    path: "/v1/dev/user/memories/vector/search",
    summary: "Search memories by meaning",
    tag: "memories",
    credential: "keyOrToken",
    scopes: ["memories:read"],
    query: SearchMemoriesParameters,
    response: okObject(MemorySearchResponse, "Matching memories, most relevant first"),
    handle: async ({ context, query }) => toMemorySearchResponse(await memorySearch.search(context, query)),
  }),
];
