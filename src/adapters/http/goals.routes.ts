import { BODY_BYTES } from "../../domain/limits.js";
import type { GoalUseCases } from "../../ports/driving/goals.js";
import { answersList, answersOne } from "./answers.js";
import { DeletionBody, deletionBody } from "./deletion.dto.js";
import {
  CreateGoal,
  GetHistory,
  GoalBody,
  goalBody,
  goalListing,
  goalPatch,
  ListGoals,
  newGoal,
  ProgressBody,
  progressBody,
  RecordProgress,
  UpdateGoal,
} from "./goals.dto.js";
import { pageOf } from "./page.js";
import { route, type Route } from "./route.js";

const collection = "/v1/dev/user/goals";
const one = `${collection}/{goal_id}` as const;

/** Contract 4.5, decisions 7. */
export const goalRoutes = (goals: GoalUseCases): Route[] => [
  route({
    method: "GET",
    path: collection,
    summary: "List goals",
    tag: "goals",
    extension: true,
    credential: "any",
    scopes: ["goals:read"],
    query: ListGoals,
    answers: {
      ...answersList(GoalBody, "Active goals, oldest first; with inactive ones, newest first"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const asked = goalListing(request.query);
      const page = await pageOf(collection, request, asked, (placed) => goals.list(request.call, placed));
      return page.items.map(goalBody);
    },
  }),
  route({
    method: "POST",
    path: collection,
    summary: "Create a goal",
    tag: "goals",
    credential: "any",
    scopes: ["goals:write"],
    body: { shape: CreateGoal, maxBytes: BODY_BYTES },
    answers: answersOne(GoalBody, "The goal"),
    handle: async ({ call, body }) => goalBody(await goals.create(call, newGoal(body))),
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get a goal",
    tag: "goals",
    credential: "any",
    scopes: ["goals:read"],
    answers: answersOne(GoalBody, "The goal"),
    handle: async ({ call, path }) => goalBody(await goals.get(call, path.goal_id)),
  }),
  route({
    method: "PATCH",
    path: one,
    summary: "Update a goal",
    tag: "goals",
    credential: "any",
    scopes: ["goals:write"],
    body: { shape: UpdateGoal, maxBytes: BODY_BYTES },
    answers: answersOne(GoalBody, "The changed goal"),
    handle: async ({ call, path, body }) => goalBody(await goals.update(call, path.goal_id, goalPatch(body))),
  }),
  route({
    method: "DELETE",
    path: one,
    summary: "Abandon a goal",
    tag: "goals",
    credential: "any",
    scopes: ["goals:write"],
    answers: answersOne(DeletionBody, "The goal is abandoned, and can still be read"),
    handle: async ({ call, path }) => {
      await goals.abandon(call, path.goal_id);
      return deletionBody;
    },
  }),
  route({
    method: "PATCH",
    path: `${one}/progress`,
    summary: "Record progress towards a goal",
    tag: "goals",
    credential: "any",
    scopes: ["goals:write"],
    query: RecordProgress,
    answers: answersOne(GoalBody, "The changed goal"),
    handle: async ({ call, path, query }) =>
      goalBody(await goals.recordProgress(call, path.goal_id, query.current_value)),
  }),
  route({
    method: "GET",
    path: `${one}/history`,
    summary: "Get a goal's progress",
    tag: "goals",
    extension: true,
    credential: "any",
    scopes: ["goals:read"],
    query: GetHistory,
    answers: answersList(ProgressBody, "The last value of each day, newest first"),
    handle: async ({ call, path, query }) => (await goals.history(call, path.goal_id, query.days)).map(progressBody),
  }),
];
