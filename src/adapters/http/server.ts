import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Router, { type RouterMiddleware } from "@koa/router";
import Koa from "koa";
import { credentialMissing, tooMany } from "../../application/access.js";
import type { Application } from "../../application/create-application.js";
import type { Clock, EventLog, Ids, RateLimiter, StoreHealth } from "../../ports/driven/index.js";
import type { Call } from "../../ports/driving/call.js";
import type { CredentialKind } from "../../ports/driving/access.js";
import { actionItemRoutes } from "./action-items.routes.js";
import { apiKeyRoutes } from "./api-keys.routes.js";
import { askRoutes } from "./ask.routes.js";
import { webhookDeliveryRoutes } from "./webhook-deliveries.routes.js";
import { appRoutes } from "./apps.routes.js";
import { clientAddress } from "./client-address.js";
import { conversationRoutes } from "./conversations.routes.js";
import { docsPage } from "./docs-page.js";
import { HttpError, INTERNAL_ERROR, refusalOf } from "./errors.js";
import { Exchange } from "./exchange.js";
import { EventStream } from "./event-stream.js";
import { folderRoutes } from "./folders.routes.js";
import { goalRoutes } from "./goals.routes.js";
import { answerOnce, ownHeaders, readKey, type Written } from "./idempotency.js";
import { installationRoutes } from "./installations.routes.js";
import { JsonListStream, STREAM_BYTES } from "./json-list-stream.js";
import { liveTranscriptRoutes } from "./live-transcripts.routes.js";
import { memoryRoutes } from "./memories.routes.js";
import { memorySearchRoutes } from "./memory-search.routes.js";
import { notificationRoutes } from "./notifications.routes.js";
import { openApiDocument } from "./openapi.js";
import { operationRoutes } from "./operation.routes.js";
import { pushTargetRoutes } from "./push-targets.routes.js";
import { rateLimitHeaders } from "./rate-limit-headers.js";
import { groupRoutes } from "./route-groups.js";
import type { Credential, Route } from "./route.js";
import { apiHeaders } from "./security-headers.js";
import { Transfer, TransferBudget } from "./transfer-budget.js";
import { endOfTurn } from "./turn.js";
import { userRoutes } from "./users.routes.js";
import { neutral, type WireNames } from "./wire-names.js";
import { WrittenJson } from "./written-json.js";

export interface HttpOptions {
  readonly application: Application;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EventLog;
  readonly health: StoreHealth;
  /** Whose status `/readyz` tells; not told when absent. */
  readonly rateLimiter?: Pick<RateLimiter, "status">;
  /** The local issuer's public keys (decision 1.7); none when another issuer vouches for the users. */
  readonly keySet?: () => object;
  /** Decision 11; `neutral` when absent. */
  readonly wireNames?: WireNames;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  /** What clients call us, for links; what they called us when absent. */
  readonly publicUrl?: string;
}

/** All routes of the service, as data. */
export function routes({
  application,
  health,
  keySet,
  rateLimiter,
}: Pick<HttpOptions, "application" | "health" | "keySet" | "rateLimiter">): Route[] {
  return [
    ...conversationRoutes(application.conversations),
    ...liveTranscriptRoutes(application.liveTranscripts),
    ...actionItemRoutes(application.actionItems),
    ...folderRoutes(application.folders),
    ...goalRoutes(application.goals),
    ...memoryRoutes(application.memories),
    ...memorySearchRoutes(application.memorySearch),
    ...askRoutes(application.asking),
    ...apiKeyRoutes(application.apiKeys),
    ...installationRoutes(application.installations),
    ...webhookDeliveryRoutes(application.webhookDeliveries),
    ...appRoutes(application.apps),
    ...pushTargetRoutes(application.channels),
    ...notificationRoutes(application.notifications),
    ...userRoutes(application.users),
    ...operationRoutes(health, keySet, rateLimiter),
  ];
}

/** The service as a Koa application, to be listened with or mounted. Never throws: every failure is an answer. */
export function createHttpApi(options: HttpOptions): Koa {
  const declared = routes(options);
  const router = new Router({ sensitive: true });
  router.get("/openapi.json", cachedJson(openApiDocument(declared, options.wireNames ?? neutral)));
  docsPage(router);
  const api = new Koa();
  api
    .use(answerAll(options))
    .use(groupRoutes(declared, middlewareOf(options)))
    .use(router.routes());
  api.on("error", brokenOff(options));
  return api;
}

/** Serves constant JSON: serialised once, and with an ETag for conditional requests (RFC 9110, section 13). */
function cachedJson(value: object): Koa.Middleware {
  const bytes = Buffer.from(JSON.stringify(value));
  const etag = `"${hash("sha256", bytes, "base64url")}"`;
  return (context) => {
    context.set({ "Cache-Control": "no-cache", ETag: etag });
    context.type = "json";
    // Koa compares the ETag for a successful status alone.
    context.status = 200;
    if (context.fresh) context.status = 304;
    else context.body = bytes;
  };
}

/** Koa would print it: what befalls a request when it has been answered. Clients go away when they like. */
function brokenOff({ log }: HttpOptions): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    const isConnection = error.syscall !== undefined || error.code === "ERR_STREAM_PREMATURE_CLOSE";
    if (isConnection) log.info("request.broken_off", { error: error.code });
    else log.error("request.failed", { error: error.stack ?? String(error) });
  };
}

/** Outermost: names the request, turns what is thrown into an answer, and logs the access (design 4). */
function answerAll({ ids, log }: HttpOptions): Koa.Middleware {
  return async (context, next) => {
    const begun = performance.now();
    const turn = endOfTurn();
    const requestId = ids.fresh();
    for (const [name, value] of apiHeaders) context.res.setHeader(name, value);
    context.res.setHeader("X-Request-Id", requestId);
    try {
      checkHost(context.req);
      await next();
      if (context.body == null && context.status === 404) throw unrouted(context);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) log.error("request.failed", { request: requestId, error: String((error as Error).stack ?? error) });
      const { status, detail, headers } = refusal ?? { status: 500, detail: INTERNAL_ERROR, headers: {} };
      context.status = status;
      context.set(headers);
      context.body = { detail };
    }
    log.info("request", {
      method: context.req.method,
      route: context._matchedRoute ?? null,
      status: context.status,
      milliseconds: Math.round((performance.now() - begun) * 10) / 10,
      request: requestId,
    });
    await turn;
  };
}

/**
 * RFC 9112, section 3.2. Node's parser could check it too, but its response would not have the shape of our errors.
 * @throws HttpError 400 for a missing or repeated Host.
 */
function checkHost({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  if (httpVersion === "1.1" && !headers.host) throw new HttpError(400, "Host header is missing");
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1;
  }
  if (count > 1) throw new HttpError(400, "Host header is repeated");
}

const HOST = "host";

/** Decision 2.5: what no route has answered. */
function unrouted({ matched = [] }: Koa.Context & { readonly matched?: readonly { methods: string[] }[] }): HttpError {
  const allowed = new Set(matched.flatMap(({ methods }) => methods));
  if (allowed.size === 0) return new HttpError(404, "Not Found");
  return new HttpError(405, "Method Not Allowed", { Allow: [...allowed].join(", ") });
}

/** The order of a request (design 4): credential, rate limit, scope, key, body, fields, use case. */
function middlewareOf(options: HttpOptions): (route: Route) => RouterMiddleware {
  const { application, clock, ids, publicUrl } = options;
  const names = options.wireNames ?? neutral;
  const { keyedCalls } = application;
  const addressOf = clientAddress(options.trustedProxies ?? []);
  const budget = new TransferBudget();

  async function enter(
    credential: Exclude<Credential, "app">,
    route: Route,
    context: Koa.Context,
    now: Date,
  ): Promise<string> {
    if (credential === "none") return "";
    const principal = await application.access.authenticate({
      credential: bearer(context.req),
      accepts: accepted[credential],
      address: addressOf(context.req),
    });
    const admission = await application.access.admit(principal);
    for (const [name, value] of rateLimitHeaders(admission, now)) context.res.setHeader(name, value);
    if (!admission.allowed) throw tooMany(admission);
    application.access.require(principal, route.scopes ?? []);
    return principal.userId;
  }

  async function answerUser(
    credential: Exclude<Credential, "app">,
    route: Route,
    context: Koa.Context,
    now: Date,
  ): Promise<Written | Streamed> {
    const userId = await enter(credential, route, context, now);
    const call: Call = { userId, now, ids };
    const transfer = new Transfer(budget, userId, context.res);
    const key = readKey(route, context.req);
    const answer = key === undefined ? written(route, await served(call)) : await answerKeyed(key);
    try {
      transfer.answer(sizeOf(answer), route.method === "GET");
    } catch (error) {
      // These headers belong to the response that is replaced by an error.
      for (const name of ownHeaders(route)) context.remove(name);
      throw error;
    }
    return answer;

    function answerKeyed(key: string): Promise<Written> {
      const serve = async (keyed: Call, body?: Buffer): Promise<Written> =>
        writtenWhole(route, await served(keyed, body));
      return answerOnce({ context, route, call, key, keyedCalls, transfer, serve });
    }

    async function served(call: Call, received?: Buffer): Promise<unknown> {
      const serving = await route.read(new Exchange(context, call, names, transfer, publicUrl, received));
      return serving(call);
    }
  }

  /** Decision 9.1: what an app wants is read before its secret is looked at. */
  async function answerApp(route: Route, context: Koa.Context, now: Date): Promise<Written> {
    const credential = bearer(context.req);
    if (credential === undefined) throw credentialMissing();
    const transfer = new Transfer(budget, context.path, context.res);
    const exchange = new Exchange(context, { userId: "", now, ids }, names, transfer, publicUrl);
    const serving = await route.read(exchange);
    const key = readKey(route, context.req);
    const { appId, ownerId } = await application.access.authenticateApp({
      credential,
      appId: exchange.path["app_id"] ?? "",
      address: addressOf(context.req),
    });
    const call: Call = { userId: ownerId, now, ids };
    const serve = async (asked: Call): Promise<Written> => writtenWhole(route, await serving(asked));
    if (key === undefined) return serve(call);
    // Its owner has keys of their own, and so have their other apps.
    const { received } = exchange;
    const ownKey = JSON.stringify([appId, key]);
    return answerOnce({ context, route, call, key: ownKey, keyedCalls, received, transfer, serve });
  }

  return (route) => async (context) => {
    const now = clock.now();
    const { credential } = route;
    const answer = await (credential === "app"
      ? answerApp(route, context, now)
      : answerUser(credential, route, context, now));
    if (isStreamed(answer)) {
      answer.answer(context);
      return;
    }
    const { status, body } = answer;
    context.status = status;
    if (body === undefined) return;
    context.res.setHeader("Content-Type", "application/json; charset=utf-8");
    context.body = body;
  };
}

/** A response that is produced while it is sent. */
type Streamed = EventStream | JsonListStream<never>;

function isStreamed(body: unknown): body is Streamed {
  return body instanceof EventStream || body instanceof JsonListStream;
}

/** The bytes of a response that are in memory while it is sent. */
function sizeOf(answer: Written | Streamed): number {
  if (answer instanceof JsonListStream) return STREAM_BYTES;
  return answer instanceof EventStream ? 0 : (answer.body?.length ?? 0);
}

function written(route: Route, body: unknown): Written | Streamed {
  return isStreamed(body) ? body : writtenWhole(route, body);
}

function writtenWhole({ answers: { status } }: Route, body: unknown): Written {
  if (body === undefined) return { status };
  return { status, body: body instanceof WrittenJson ? body.text : JSON.stringify(body) };
}

const accepted: Readonly<Record<Exclude<Credential, "app" | "none">, readonly CredentialKind[]>> = {
  any: ["key", "token"],
  token: ["token"],
};

/** RFC 6750: the scheme's name has no case. */
function bearer({ headers }: IncomingMessage): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
