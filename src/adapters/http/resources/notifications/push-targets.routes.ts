import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { PushTargetUseCases } from "../../../../ports/driving/notifications.js";
import { okList, okObject, route, type Route } from "../../kernel/route.js";
import { DeletionResponse, deletionResponse } from "../deletion.dto.js";
import { setTotalCountHeader } from "../../kernel/list-page.js";
import {
  ListPushTargetsParameters,
  toNewPushTarget,
  PushTargetResponse,
  toPushTargetResponse,
  RegisteredPushTargetResponse,
  toRegisteredPushTargetResponse,
  RegisterPushTargetRequest,
  VapidPublicKeyResponse,
  toVapidPublicKeyResponse,
} from "./push-targets.dto.js";

const COLLECTION_PATH = "/v1/dev/user/push-targets";
const ITEM_PATH = `${COLLECTION_PATH}/{push_target_id}` as const;

/** Routes for the push targets that receive a user's notifications in addition to the inbox. */
export const pushTargetRoutes = (pushTargets: PushTargetUseCases): Route[] => [
  route({
    method: "POST",
    path: COLLECTION_PATH,
    summary: "Register a browser, an ntfy topic or a webhook",
    tag: "notifications",
    extension: true,
    credential: "token",
    body: { dtoClass: RegisterPushTargetRequest, maxBytes: MAX_BODY_BYTES },
    returnsSecret: true,
    response: okObject(
      RegisteredPushTargetResponse,
      "The push target; registering the same URL again returns the same target",
    ),
    handle: async ({ context, body }) =>
      toRegisteredPushTargetResponse(await pushTargets.register(context, toNewPushTarget(body))),
  }),
  route({
    method: "GET",
    path: COLLECTION_PATH,
    summary: "List push targets",
    tag: "notifications",
    extension: true,
    credential: "token",
    query: ListPushTargetsParameters,
    response: {
      ...okList(PushTargetResponse, "The targets that the user has registered, newest first"),
      headers: ["X-Total-Count"],
    },
    handle: async (request) => {
      const targets = await pushTargets.list(request.context);
      setTotalCountHeader({ total: request.query.total ? targets.length : null }, request);
      return targets.map(toPushTargetResponse);
    },
  }),
  route({
    method: "GET",
    path: `${COLLECTION_PATH}/vapid-key`,
    summary: "Get the VAPID public key",
    tag: "notifications",
    extension: true,
    credential: "token",
    response: okObject(VapidPublicKeyResponse, "The service's public VAPID key"),
    handle: () => toVapidPublicKeyResponse(pushTargets.vapidPublicKey),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get a push target",
    tag: "notifications",
    extension: true,
    credential: "token",
    response: okObject(PushTargetResponse, "The target"),
    handle: async ({ context, path }) => toPushTargetResponse(await pushTargets.get(context, path.push_target_id)),
  }),
  route({
    method: "DELETE",
    path: ITEM_PATH,
    summary: "Remove a push target",
    tag: "notifications",
    extension: true,
    credential: "token",
    response: okObject(DeletionResponse, "The push target is removed"),
    handle: async ({ context, path }) => {
      await pushTargets.remove(context, path.push_target_id);
      return deletionResponse;
    },
  }),
];
