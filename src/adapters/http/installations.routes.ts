import { BODY_BYTES } from "../../domain/limits.js";
import type { InstallationUseCases } from "../../ports/driving/installations.js";
import { answersList, answersOne } from "./answers.js";
import { DeletionBody, deletionBody } from "./deletion.dto.js";
import { GrantScopes, InstallApp, InstallationBody, installationBody, ListInstallations } from "./installations.dto.js";
import { announceTotal } from "./page.js";
import { route, type Route } from "./route.js";

const apps = "/v1/dev/apps";
const collection = `${apps}/installations`;
const one = `${collection}/{installed_app_id}` as const;

/** What a user does with the apps of others, and with their own. Decisions 1.6 and 9.8. */
export const installationRoutes = (installations: InstallationUseCases): Route[] => [
  route({
    method: "GET",
    path: collection,
    summary: "List installed apps",
    tag: "apps",
    extension: true,
    credential: "token",
    query: ListInstallations,
    answers: {
      ...answersList(InstallationBody, "The apps that the user has installed, newest first"),
      headers: ["X-Total-Count"],
    },
    handle: async (request) => {
      const all = await installations.list(request.call);
      announceTotal({ total: request.query.total ? all.length : null }, request);
      return all.map(installationBody);
    },
  }),
  route({
    method: "POST",
    path: `${apps}/{offered_app_id}/install`,
    summary: "Install an app",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { shape: InstallApp, maxBytes: BODY_BYTES },
    answers: answersOne(InstallationBody, "The installation; an app that is installed already stays so"),
    handle: async ({ call, path, body }) =>
      installationBody(await installations.install(call, path.offered_app_id, body.scopes)),
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get an installed app",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(InstallationBody, "The installation"),
    handle: async ({ call, path }) => installationBody(await installations.get(call, path.installed_app_id)),
  }),
  route({
    method: "PATCH",
    path: one,
    summary: "Grant an app scopes, and withdraw others",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { shape: GrantScopes, maxBytes: BODY_BYTES },
    answers: answersOne(InstallationBody, "The installation, with what is granted from now on"),
    handle: async ({ call, path, body }) =>
      installationBody(await installations.grant(call, path.installed_app_id, body.scopes)),
  }),
  route({
    method: "DELETE",
    path: one,
    summary: "Uninstall an app",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(DeletionBody, "The app may neither hear nor notify the user from now on"),
    handle: async ({ call, path }) => {
      await installations.uninstall(call, path.installed_app_id);
      return deletionBody;
    },
  }),
];
