import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { GoalUseCases } from "../../../../ports/driving/goals.js";
import { okList, okObject, okPage, route, type Route } from "../../kernel/route.js";
import { DeletionResponse, deletionResponse } from "../deletion.dto.js";
import {
  CreateGoalRequest,
  GoalHistoryParameters,
  GoalResponse,
  toGoalResponse,
  toGoalListQuery,
  toGoalPatch,
  ListGoalsParameters,
  toNewGoal,
  GoalProgressResponse,
  toGoalProgressResponse,
  RecordProgressParameters,
  UpdateGoalRequest,
} from "./goals.dto.js";
import { listRoute } from "../../kernel/list-page.js";

const COLLECTION_PATH = "/v1/dev/user/goals";
const ITEM_PATH = `${COLLECTION_PATH}/{goal_id}` as const;

export const goalRoutes = (goals: GoalUseCases): Route[] => [
  listRoute({
    path: COLLECTION_PATH,
    summary: "List goals",
    tag: "goals",
    extension: true,
    credential: "keyOrToken",
    scopes: ["goals:read"],
    query: ListGoalsParameters,
    response: okPage(GoalResponse, "Active goals, oldest first; with inactive ones, newest first"),
    toListQuery: toGoalListQuery,
    list: (context, query) => goals.list(context, query),
    render: (page) => page.items.map(toGoalResponse),
  }),
  route({
    method: "POST",
    path: COLLECTION_PATH,
    summary: "Create a goal",
    tag: "goals",
    credential: "keyOrToken",
    scopes: ["goals:write"],
    body: { dtoClass: CreateGoalRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(GoalResponse, "The goal"),
    handle: async ({ context, body }) => toGoalResponse(await goals.create(context, toNewGoal(body))),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get a goal",
    tag: "goals",
    credential: "keyOrToken",
    scopes: ["goals:read"],
    response: okObject(GoalResponse, "The goal"),
    handle: async ({ context, path }) => toGoalResponse(await goals.get(context, path.goal_id)),
  }),
  route({
    method: "PATCH",
    path: ITEM_PATH,
    summary: "Update a goal",
    tag: "goals",
    credential: "keyOrToken",
    scopes: ["goals:write"],
    body: { dtoClass: UpdateGoalRequest, maxBytes: MAX_BODY_BYTES, rejectsEmpty: true },
    response: okObject(GoalResponse, "The updated goal"),
    handle: async ({ context, path, body }) =>
      toGoalResponse(await goals.update(context, path.goal_id, toGoalPatch(body))),
  }),
  route({
    method: "DELETE",
    path: ITEM_PATH,
    summary: "Abandon a goal",
    tag: "goals",
    credential: "keyOrToken",
    scopes: ["goals:write"],
    response: okObject(DeletionResponse, "The goal is abandoned and remains readable"),
    handle: async ({ context, path }) => {
      await goals.abandon(context, path.goal_id);
      return deletionResponse;
    },
  }),
  route({
    method: "PATCH",
    path: `${ITEM_PATH}/progress`,
    summary: "Record progress towards a goal",
    tag: "goals",
    credential: "keyOrToken",
    scopes: ["goals:write"],
    query: RecordProgressParameters,
    response: okObject(GoalResponse, "The updated goal"),
    handle: async ({ context, path, query }) =>
      toGoalResponse(await goals.recordProgress(context, path.goal_id, query.current_value)),
  }),
  route({
    method: "GET",
    path: `${ITEM_PATH}/history`,
    summary: "Get a goal's progress",
    tag: "goals",
    extension: true,
    credential: "keyOrToken",
    scopes: ["goals:read"],
    query: GoalHistoryParameters,
    response: okList(GoalProgressResponse, "The last value of each day, newest first"),
    handle: async ({ context, path, query }) =>
      (await goals.getHistory(context, path.goal_id, query.days)).map(toGoalProgressResponse),
  }),
];
