import { BODY_BYTES } from "../../domain/limits.js";
import type { AppUseCases } from "../../ports/driving/apps.js";
import { answersList, answersOne } from "./answers.js";
import {
  AppBody,
  appBody,
  appListing,
  appPatch,
  ListApps,
  newApp,
  RegisterApp,
  RegisteredAppBody,
  registeredAppBody,
  RotatedSecretBody,
  rotatedSecretBody,
  RotatedSigningSecretBody,
  rotatedSigningSecretBody,
  UpdateApp,
} from "./apps.dto.js";
import { DeletionBody, deletionBody } from "./deletion.dto.js";
import { pageOf } from "./page.js";
import { route, type Route } from "./route.js";

const collection = "/v1/dev/apps";
const one = `${collection}/{app_id}` as const;

/** What an app's owner does with it. Decisions 1.6 and 9.8. */
export const appRoutes = (apps: AppUseCases): Route[] => [
  route({
    method: "POST",
    path: collection,
    summary: "Register an app",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { shape: RegisterApp, maxBytes: BODY_BYTES },
    answersSecret: true,
    answers: answersOne(RegisteredAppBody, "The app, with its secrets for the only time"),
    handle: async ({ call, body }) => registeredAppBody(await apps.register(call, newApp(body)), call.now),
  }),
  route({
    method: "GET",
    path: collection,
    summary: "List one's own apps",
    tag: "apps",
    extension: true,
    credential: "token",
    query: ListApps,
    answers: {
      ...answersList(AppBody, "The apps that the user owns, newest first"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const { call } = request;
      const page = await pageOf(collection, request, appListing(request.query), (placed) => apps.list(call, placed));
      return page.items.map((app) => appBody(app, call.now));
    },
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get one of one's own apps",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(AppBody, "The app"),
    handle: async ({ call, path }) => appBody(await apps.get(call, path.app_id), call.now),
  }),
  route({
    method: "PATCH",
    path: one,
    summary: "Update an app",
    tag: "apps",
    extension: true,
    credential: "token",
    body: { shape: UpdateApp, maxBytes: BODY_BYTES },
    answers: answersOne(AppBody, "The changed app; scopes that it asks for anew are granted by nobody yet"),
    handle: async ({ call, path, body }) => appBody(await apps.update(call, path.app_id, appPatch(body)), call.now),
  }),
  route({
    method: "DELETE",
    path: one,
    summary: "Delete an app",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(DeletionBody, "The app is gone, for all who had it installed"),
    handle: async ({ call, path }) => {
      await apps.delete(call, path.app_id);
      return deletionBody;
    },
  }),
  route({
    method: "POST",
    path: `${one}/secret`,
    summary: "Rotate an app's secret",
    tag: "apps",
    extension: true,
    credential: "token",
    answersSecret: true,
    answers: answersOne(RotatedSecretBody, "The app, with its new secret; the one before is good for a day more"),
    handle: async ({ call, path }) => rotatedSecretBody(await apps.rotateSecret(call, path.app_id), call.now),
  }),
  route({
    method: "POST",
    path: `${one}/signing-secret`,
    summary: "Rotate what an app's webhooks are signed with",
    tag: "apps",
    extension: true,
    credential: "token",
    answersSecret: true,
    answers: answersOne(
      RotatedSigningSecretBody,
      "The app, with its new signing secret; the one before signs for a day",
    ),
    handle: async ({ call, path }) =>
      rotatedSigningSecretBody(await apps.rotateSigningSecret(call, path.app_id), call.now),
  }),
  route({
    method: "POST",
    path: `${one}/disable`,
    summary: "Disable an app",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(AppBody, "The app, which neither hears nor says anything from now on"),
    handle: async ({ call, path }) => appBody(await apps.disable(call, path.app_id), call.now),
  }),
  route({
    method: "POST",
    path: `${one}/enable`,
    summary: "Enable an app",
    tag: "apps",
    extension: true,
    credential: "token",
    answers: answersOne(AppBody, "The app, enabled whatever it was disabled for"),
    handle: async ({ call, path }) => appBody(await apps.enable(call, path.app_id), call.now),
  }),
];
