import type { ActionItem } from "../../domain/action-item.js";
import { BODY_BYTES } from "../../domain/limits.js";
import type { ActionItemUseCases } from "../../ports/driving/action-items.js";
import type { Page } from "../../ports/driving/page.js";
import {
  ActionItemBatchBody,
  actionItemBatchBody,
  ActionItemBody,
  actionItemBody,
  actionItemPatch,
  CreateActionItem,
  CreateActionItems,
  detailedActionItemBody,
  ListActionItems,
  listing,
  newActionItem,
  UpdateActionItem,
} from "./action-items.dto.js";
import { answersList, answersOne } from "./answers.js";
import { DeletionBody, deletionBody } from "./deletion.dto.js";
import { pageOf } from "./page.js";
import { route, type Route } from "./route.js";
import { writtenOnce } from "./written-json.js";

const collection = "/v1/dev/user/action-items";
const one = `${collection}/{action_item_id}` as const;

/** Contract 4.4, decisions 6. */
export const actionItemRoutes = (actionItems: ActionItemUseCases): Route[] => [
  route({
    method: "GET",
    path: collection,
    summary: "List action items",
    tag: "action items",
    credential: "any",
    scopes: ["action_items:read"],
    query: ListActionItems,
    answers: {
      ...answersList(ActionItemBody, "Open ones first, then by due date, then newest first"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const asked = listing(request.query);
      const page = await pageOf(collection, request, asked, (placed) => actionItems.list(request.call, placed));
      return writtenPage(page, request.names);
    },
  }),
  route({
    method: "POST",
    path: collection,
    summary: "Create an action item",
    tag: "action items",
    credential: "any",
    scopes: ["action_items:write"],
    body: { shape: CreateActionItem, maxBytes: BODY_BYTES },
    answers: answersOne(ActionItemBody, "The action item is stored"),
    handle: async ({ call, body }) => detailedActionItemBody(await actionItems.create(call, newActionItem(body))),
  }),
  route({
    method: "POST",
    path: `${collection}/batch`,
    summary: "Create action items",
    tag: "action items",
    credential: "any",
    scopes: ["action_items:write"],
    body: { shape: CreateActionItems, maxBytes: BODY_BYTES },
    answers: answersOne(ActionItemBatchBody, "All of them are stored, in the order in which they were sent"),
    handle: async ({ call, body }) =>
      actionItemBatchBody(await actionItems.createBatch(call, body.action_items.map(newActionItem))),
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get an action item",
    tag: "action items",
    extension: true,
    credential: "any",
    scopes: ["action_items:read"],
    answers: answersOne(ActionItemBody, "The action item"),
    handle: async ({ call, path }) => detailedActionItemBody(await actionItems.get(call, path.action_item_id)),
  }),
  route({
    method: "PATCH",
    path: one,
    summary: "Update an action item",
    tag: "action items",
    credential: "any",
    scopes: ["action_items:write"],
    body: { shape: UpdateActionItem, maxBytes: BODY_BYTES },
    answers: answersOne(ActionItemBody, "The changed action item"),
    handle: async ({ call, path, body }) =>
      detailedActionItemBody(await actionItems.update(call, path.action_item_id, actionItemPatch(body))),
  }),
  route({
    method: "DELETE",
    path: one,
    summary: "Delete an action item",
    tag: "action items",
    credential: "any",
    scopes: ["action_items:write"],
    answers: answersOne(DeletionBody, "The action item is gone"),
    handle: async ({ call, path }) => {
      await actionItems.delete(call, path.action_item_id);
      return deletionBody;
    },
  }),
];

const writtenPage = writtenOnce((page: Page<ActionItem>) => page.items.map(actionItemBody));
