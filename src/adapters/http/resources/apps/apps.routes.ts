import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { AppUseCases } from "../../../../ports/driving/apps.js";
import { okObject, okPage, route, type Route } from "../../kernel/route.js";
import {
  AppResponse,
  toAppResponse,
  toAppListQuery,
  toAppPatch,
  ListAppsParameters,
  toNewApp,
  RegisterAppRequest,
  RegisteredAppResponse,
  toRegisteredAppResponse,
  AppWithSecretResponse,
  toAppWithSecretResponse,
  AppWithSigningSecretResponse,
  toAppWithSigningSecretResponse,
  UpdateAppRequest,
} from "./apps.dto.js";
import { DeletionResponse, deletionResponse } from "../deletion.dto.js";
import { listRoute } from "../../kernel/list-page.js";

const COLLECTION_PATH = "/v1/dev/apps";
const ITEM_PATH = `${COLLECTION_PATH}/{app_id}` as const;

/** Routes for the owner of an app. */
export const appRoutes = (apps: AppUseCases): Route[] => [
  route({
    method: "POST",
    path: COLLECTION_PATH,
    summary: "Register an app",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { dtoClass: RegisterAppRequest, maxBytes: MAX_BODY_BYTES },
    returnsSecret: true,
    response: okObject(RegisteredAppResponse, "The app with its secrets, which are shown only once"),
    handle: async ({ context, body }) =>
      toRegisteredAppResponse(await apps.register(context, toNewApp(body)), context.now),
  }),
  listRoute({
    path: COLLECTION_PATH,
    summary: "List the user's own apps",
    tag: "apps",
    extension: true,
    credential: "token",
    query: ListAppsParameters,
    response: okPage(AppResponse, "The apps that the user owns, newest first"),
    toListQuery: toAppListQuery,
    list: (context, query) => apps.list(context, query),
    render: (page, { context }) => page.items.map((app) => toAppResponse(app, context.now)),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get one of the user's own apps",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(AppResponse, "The app"),
    handle: async ({ context, path }) => toAppResponse(await apps.get(context, path.app_id), context.now),
  }),
  route({
    method: "PATCH",
    path: ITEM_PATH,
    summary: "Update an app",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { dtoClass: UpdateAppRequest, maxBytes: MAX_BODY_BYTES, rejectsEmpty: true },
    response: okObject(AppResponse, "The updated app; newly requested scopes must be granted by each user"),
    handle: async ({ context, path, body }) =>
      toAppResponse(await apps.update(context, path.app_id, toAppPatch(body)), context.now),
  }),
  route({
    method: "DELETE",
    path: ITEM_PATH,
    summary: "Delete an app",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(DeletionResponse, "The app is deleted and uninstalled for all users"),
    handle: async ({ context, path }) => {
      await apps.delete(context, path.app_id);
      return deletionResponse;
    },
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/secret`,
    summary: "Rotate an app's secret",
    tag: "apps",
    extension: true,
    credential: "token",
    returnsSecret: true,
    response: okObject(
      AppWithSecretResponse,
      "The app with its new secret; the previous secret stays valid for 24 hours",
    ),
    handle: async ({ context, path }) =>
      toAppWithSecretResponse(await apps.rotateSecret(context, path.app_id), context.now),
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/signing-secret`,
    summary: "Rotate an app's webhook signing secret",
    tag: "apps",
    extension: true,
    credential: "token",
    returnsSecret: true,
    response: okObject(
      AppWithSigningSecretResponse,
      "The app with its new signing secret; webhooks are also signed with the previous one for 24 hours",
    ),
    handle: async ({ context, path }) =>
      toAppWithSigningSecretResponse(await apps.rotateSigningSecret(context, path.app_id), context.now),
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/disable`,
    summary: "Disable an app",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(AppResponse, "The disabled app; it receives no webhooks and sends no notifications"),
    handle: async ({ context, path }) => toAppResponse(await apps.disable(context, path.app_id), context.now),
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/enable`,
    summary: "Enable an app",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(AppResponse, "The enabled app"),
    handle: async ({ context, path }) => toAppResponse(await apps.enable(context, path.app_id), context.now),
  }),
];
