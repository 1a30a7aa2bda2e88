import { hash } from "node:crypto";
import Router from "@koa/router";
import Koa from "koa";
import type { Application } from "../../application/create-application.js";
import type { Clock, EventLog, IdGenerator, RateLimiter, StoreHealth } from "../../ports/driven/index.js";
import { neutralNaming, type NamingProfile } from "./kernel/naming-profile.js";
import { groupRoutes, type Route } from "./kernel/route.js";
import { accessLog, requestId, type RequestState } from "./middleware/access-log.js";
import { createErrorListener, errorHandler, singleHost, unroutedRequests } from "./middleware/error-handler.js";
import { responseBatching } from "./middleware/response-batching.js";
import { createRoutePipeline } from "./middleware/route-pipeline.js";
import { createOpenApiDocument } from "./openapi/openapi.js";
import { actionItemRoutes } from "./resources/action-items/action-items.routes.js";
import { apiKeyRoutes } from "./resources/api-keys/api-keys.routes.js";
import { appRoutes } from "./resources/apps/apps.routes.js";
import { installationRoutes } from "./resources/apps/installations.routes.js";
import { webhookDeliveryRoutes } from "./resources/apps/webhook-deliveries.routes.js";
import { askRoutes } from "./resources/ask/ask.routes.js";
import { conversationRoutes } from "./resources/conversations/conversations.routes.js";
import { folderRoutes } from "./resources/folders/folders.routes.js";
import { goalRoutes } from "./resources/goals/goals.routes.js";
import { healthRoutes } from "./resources/health/health.routes.js";
import { liveTranscriptRoutes } from "./resources/live-transcripts/live-transcripts.routes.js";
import { memoryRoutes, memorySearchRoutes } from "./resources/memories/memories.routes.js";
import { notificationRoutes } from "./resources/notifications/notifications.routes.js";
import { pushTargetRoutes } from "./resources/notifications/push-targets.routes.js";
import { userRoutes } from "./resources/users/users.routes.js";
import { registerDocsPage } from "./server/docs-page.js";
import { securityHeaders } from "./server/security-headers.js";

export interface HttpApiOptions {
  readonly application: Application;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: EventLog;
  readonly health: StoreHealth;
  /** Its status is part of `/readyz`, which omits it when absent. */
  readonly rateLimiter?: Pick<RateLimiter, "status">;
  /** Aborted before the server stops accepting connections; from then on `/readyz` responds 503. */
  readonly shutdownSignal?: AbortSignal;
  /** The public keys of the local issuer; absent when another issuer is configured (decision 1.7). */
  readonly getJsonWebKeySet?: () => object;
  /** The wire names (decision 11.1); `neutral` when absent. */
  readonly namingProfile?: NamingProfile;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  /** The base URL for links; the scheme and host of the request when absent. */
  readonly publicUrl?: string;
}

/** Creates the service as a Koa application, to be served or mounted. Every failure becomes a response. */
export function createHttpApi(options: HttpApiOptions): Koa {
  const { ids, log } = options;
  const routes = createRoutes(options);
  const router = new Router({ sensitive: true });
  router.get("/openapi.json", serveCachedJson(createOpenApiDocument(routes, options.namingProfile ?? neutralNaming)));
  registerDocsPage(router);
  const api = new Koa<RequestState>();
  api
    .use(responseBatching)
    .use(accessLog(log))
    .use(requestId(ids))
    .use(securityHeaders)
    .use(errorHandler(log))
    .use(singleHost)
    .use(unroutedRequests)
    .use(groupRoutes(routes, createRoutePipeline(options)))
    .use(router.routes());
  api.on("error", createErrorListener(log));
  return api;
}

/** Serves constant JSON: serialised once, and with an ETag for conditional requests (RFC 9110, section 13). */
function serveCachedJson(value: object): Koa.Middleware {
  const bytes = Buffer.from(JSON.stringify(value));
  const etag = `"${hash("sha256", bytes, "base64url")}"`;
  return (context) => {
    context.set({ "Cache-Control": "no-cache", ETag: etag });
    context.type = "json";
    // Koa compares the ETag only for a successful status.
    context.status = 200;
    if (context.fresh) context.status = 304;
    else context.body = bytes;
  };
}

/** Creates all routes of the service. */
export function createRoutes({
  application,
  health,
  getJsonWebKeySet,
  rateLimiter,
  shutdownSignal,
}: Pick<HttpApiOptions, "application" | "health" | "getJsonWebKeySet" | "rateLimiter" | "shutdownSignal">): Route[] {
  return [
    ...conversationRoutes(application.conversations),
    ...liveTranscriptRoutes(application.liveTranscripts),
    ...actionItemRoutes(application.actionItems),
    ...folderRoutes(application.folders),
    ...goalRoutes(application.goals),
    ...memoryRoutes(application.memories),
    ...memorySearchRoutes(application.memorySearch),
    ...askRoutes(application.questionAnswering),
    ...apiKeyRoutes(application.apiKeys),
    ...installationRoutes(application.installations),
    ...webhookDeliveryRoutes(application.webhookDeliveries),
    ...appRoutes(application.apps),
    ...pushTargetRoutes(application.pushTargets),
    ...notificationRoutes(application.notifications),
    ...userRoutes(application.users),
    ...healthRoutes(health, getJsonWebKeySet, rateLimiter, shutdownSignal),
  ];
}
