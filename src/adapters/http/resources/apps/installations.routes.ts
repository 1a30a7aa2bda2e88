import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { InstallationUseCases } from "../../../../ports/driving/apps.js";
import { okList, okObject, route, type Route } from "../../kernel/route.js";
import { DeletionResponse, deletionResponse } from "../deletion.dto.js";
import {
  UpdateInstallationRequest,
  InstallAppRequest,
  InstallationResponse,
  toInstallationResponse,
  ListInstallationsParameters,
} from "./installations.dto.js";
import { setTotalCountHeader } from "../../kernel/list-page.js";

const APPS_PATH = "/v1/dev/apps";
const COLLECTION_PATH = `${APPS_PATH}/installations`;
const ITEM_PATH = `${COLLECTION_PATH}/{installed_app_id}` as const;

/** Routes for users who install apps, their own or those of others. */
export const installationRoutes = (installations: InstallationUseCases): Route[] => [
  route({
    method: "GET",
    path: COLLECTION_PATH,
    summary: "List installed apps",
    tag: "apps",
    extension: true,
    credential: "token",
    query: ListInstallationsParameters,
    response: {
      ...okList(InstallationResponse, "The apps that the user has installed, newest first"),
      headers: ["X-Total-Count"],
    },
    handle: async (request) => {
      const installedApps = await installations.list(request.context);
      setTotalCountHeader({ total: request.query.total ? installedApps.length : null }, request);
      return installedApps.map(toInstallationResponse);
    },
  }),
  route({
    method: "POST",
    path: `${APPS_PATH}/{offered_app_id}/install`,
    summary: "Install an app",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { dtoClass: InstallAppRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(InstallationResponse, "The installation; installing an installed app changes nothing"),
    handle: async ({ context, path, body }) =>
      toInstallationResponse(await installations.install(context, path.offered_app_id, body.scopes)),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get an installed app",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(InstallationResponse, "The installation"),
    handle: async ({ context, path }) =>
      toInstallationResponse(await installations.get(context, path.installed_app_id)),
  }),
  route({
    method: "PATCH",
    path: ITEM_PATH,
    summary: "Replace the scopes granted to an app",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { dtoClass: UpdateInstallationRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(InstallationResponse, "The installation with the granted scopes"),
    handle: async ({ context, path, body }) =>
      toInstallationResponse(await installations.grant(context, path.installed_app_id, body.scopes)),
  }),
  route({
    method: "DELETE",
    path: ITEM_PATH,
    summary: "Uninstall an app",
    tag: "apps",
    extension: true,
    credential: "token",
    response: okObject(DeletionResponse, "The app is uninstalled"),
    handle: async ({ context, path }) => {
      await installations.uninstall(context, path.installed_app_id);
      return deletionResponse;
    },
  }),
];
