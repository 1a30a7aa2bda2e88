import { BODY_BYTES } from "../../domain/limits.js";
import type { ChannelUseCases } from "../../ports/driving/channels.js";
import { answersList, answersOne } from "./answers.js";
import { DeletionBody, deletionBody } from "./deletion.dto.js";
import { announceTotal } from "./page.js";
import {
  ListPushTargets,
  newPushTarget,
  PushTargetBody,
  pushTargetBody,
  RegisteredPushTargetBody,
  registeredPushTargetBody,
  RegisterPushTarget,
  WebPushKeyBody,
  webPushKeyBody,
} from "./push-targets.dto.js";
import { route, type Route } from "./route.js";

const collection = "/v1/dev/user/push-targets";
const one = `${collection}/{push_target_id}` as const;

/** Where a user's notifications go beside the inbox. Decisions 1.6 and 9.2. */
export const pushTargetRoutes = (channels: ChannelUseCases): Route[] => [
  route({
    method: "POST",
    path: collection,
    summary: "Register a browser, an ntfy topic or a webhook",
    tag: "notifications",
    extension: true,
    credential: "token",
    body: { shape: RegisterPushTarget, maxBytes: BODY_BYTES },
    answersSecret: true,
    answers: answersOne(RegisteredPushTargetBody, "The target; the same URL is the same target"),
    handle: async ({ call, body }) => registeredPushTargetBody(await channels.register(call, newPushTarget(body))),
  }),
  route({
    method: "GET",
    path: collection,
    summary: "List where notifications go",
    tag: "notifications",
    extension: true,
    credential: "token",
    query: ListPushTargets,
    answers: {
      ...answersList(PushTargetBody, "The targets that the user has registered, newest first"),
      headers: ["X-Total-Count"],
    },
    handle: async (request) => {
      const all = await channels.list(request.call);
      announceTotal({ total: request.query.total ? all.length : null }, request);
      return all.map(pushTargetBody);
    },
  }),
  route({
    method: "GET",
    path: `${collection}/vapid-key`,
    summary: "Get the key that browsers are registered with",
    tag: "notifications",
    extension: true,
    credential: "token",
    answers: answersOne(WebPushKeyBody, "The service's public VAPID key"),
    handle: () => webPushKeyBody(channels.webPushKey),
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get a push target",
    tag: "notifications",
    extension: true,
    credential: "token",
    answers: answersOne(PushTargetBody, "The target"),
    handle: async ({ call, path }) => pushTargetBody(await channels.get(call, path.push_target_id)),
  }),
  route({
    method: "DELETE",
    path: one,
    summary: "Remove a push target",
    tag: "notifications",
    extension: true,
    credential: "token",
    answers: answersOne(DeletionBody, "Nothing is pushed there from now on"),
    handle: async ({ call, path }) => {
      await channels.remove(call, path.push_target_id);
      return deletionBody;
    },
  }),
];
