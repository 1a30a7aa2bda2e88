import type { ActionItem } from "../../../../domain/action-item/action-item.js";
import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { ActionItemUseCases } from "../../../../ports/driving/action-items.js";
import type { Page } from "../../../../ports/paging.js";
import {
  ActionItemBatchResponse,
  toActionItemBatchResponse,
  ActionItemResponse,
  toActionItemResponse,
  toActionItemPatch,
  CreateActionItemRequest,
  CreateActionItemBatchRequest,
  toActionItemDetailResponse,
  ListActionItemsParameters,
  toActionItemListQuery,
  toNewActionItem,
  UpdateActionItemRequest,
} from "./action-items.dto.js";
import { okObject, okPage, route, type Route } from "../../kernel/route.js";
import { DeletionResponse, deletionResponse } from "../deletion.dto.js";
import { listRoute } from "../../kernel/list-page.js";
import { memoizeJson } from "../../kernel/json-responses.js";

const COLLECTION_PATH = "/v1/dev/user/action-items";
const ITEM_PATH = `${COLLECTION_PATH}/{action_item_id}` as const;

export const actionItemRoutes = (actionItems: ActionItemUseCases): Route[] => [
  listRoute({
    path: COLLECTION_PATH,
    summary: "List action items",
    tag: "action items",
    credential: "keyOrToken",
    scopes: ["action_items:read"],
    query: ListActionItemsParameters,
    response: okPage(ActionItemResponse, "Open action items first, then by due date, then newest first"),
    toListQuery: toActionItemListQuery,
    list: (context, query) => actionItems.list(context, query),
    render: (page, { naming }) => serializePage(page, naming),
  }),
  route({
    method: "POST",
    path: COLLECTION_PATH,
    summary: "Create an action item",
    tag: "action items",
    credential: "keyOrToken",
    scopes: ["action_items:write"],
    body: { dtoClass: CreateActionItemRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(ActionItemResponse, "The created action item"),
    handle: async ({ context, body }) =>
      toActionItemDetailResponse(await actionItems.create(context, toNewActionItem(body))),
  }),
  route({
    method: "POST",
    path: `${COLLECTION_PATH}/batch`,
    summary: "Create action items",
    tag: "action items",
    credential: "keyOrToken",
    scopes: ["action_items:write"],
    body: { dtoClass: CreateActionItemBatchRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(ActionItemBatchResponse, "The created action items, in request order"),
    handle: async ({ context, body }) =>
      toActionItemBatchResponse(await actionItems.createBatch(context, body.action_items.map(toNewActionItem))),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get an action item",
    tag: "action items",
    extension: true,
    credential: "keyOrToken",
    scopes: ["action_items:read"],
    response: okObject(ActionItemResponse, "The action item"),
    handle: async ({ context, path }) =>
      toActionItemDetailResponse(await actionItems.get(context, path.action_item_id)),
  }),
  route({
    method: "PATCH",
    path: ITEM_PATH,
    summary: "Update an action item",
    tag: "action items",
    credential: "keyOrToken",
    scopes: ["action_items:write"],
    body: { dtoClass: UpdateActionItemRequest, maxBytes: MAX_BODY_BYTES, rejectsEmpty: true },
    response: okObject(ActionItemResponse, "The updated action item"),
    handle: async ({ context, path, body }) =>
      toActionItemDetailResponse(await actionItems.update(context, path.action_item_id, toActionItemPatch(body))),
  }),
  route({
    method: "DELETE",
    path: ITEM_PATH,
    summary: "Delete an action item",
    tag: "action items",
    credential: "keyOrToken",
    scopes: ["action_items:write"],
    response: okObject(DeletionResponse, "The action item is deleted"),
    handle: async ({ context, path }) => {
      await actionItems.delete(context, path.action_item_id);
      return deletionResponse;
    },
  }),
];

const serializePage = memoizeJson((page: Page<ActionItem>) => page.items.map(toActionItemResponse));
