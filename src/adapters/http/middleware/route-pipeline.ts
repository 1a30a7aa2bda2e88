import type { IncomingMessage } from "node:http";
import type { RouterMiddleware } from "@koa/router";
import type Koa from "koa";
import { rateLimitExceeded, unauthenticated } from "../../../domain/errors.js";
import type { CredentialKind, Principal } from "../../../ports/driving/access.js";
import type { RequestContext } from "../../../ports/driving/request-context.js";
import type { HttpApiOptions } from "../create-http-api.js";
import { EventStream } from "../kernel/event-stream.js";
import { HttpExchange } from "../kernel/http-exchange.js";
import {
  getRouteHeaderNames,
  handleIdempotently,
  readIdempotencyKey,
  type SerializedResponse,
} from "../kernel/idempotent-response.js";
import { JsonListStream, LIST_STREAM_BUFFER_BYTES, SerializedJson } from "../kernel/json-responses.js";
import { neutralNaming, type NamingProfile } from "../kernel/naming-profile.js";
import { formatRateLimitHeaders } from "../kernel/headers.js";
import type { Route, RouteCredential } from "../kernel/route.js";
import { createClientAddressResolver } from "../server/client-address.js";
import { TransferBudget, TransferReservation } from "../server/transfer-budget.js";

type PipelineOptions = Pick<
  HttpApiOptions,
  "application" | "clock" | "ids" | "namingProfile" | "publicUrl" | "trustedProxies"
>;

/** A request that a route matched. */
interface MatchedRequest {
  readonly route: Route;
  readonly koaContext: Koa.Context;
  readonly now: Date;
}

/** A response that is produced while it is sent. */
type StreamedResponse = EventStream | JsonListStream<never>;

type RouteResponse = SerializedResponse | StreamedResponse;

const ACCEPTED_CREDENTIAL_KINDS: Readonly<Record<Exclude<RouteCredential, "app" | "none">, readonly CredentialKind[]>> =
  {
    keyOrToken: ["key", "token"],
    token: ["token"],
  };

/** Creates the middleware of a route. */
export function createRoutePipeline(options: PipelineOptions): (route: Route) => RouterMiddleware {
  const pipeline = new RoutePipeline(options);
  return (route) => async (koaContext) => {
    const request = { route, koaContext, now: options.clock.now() };
    const response = await (route.credential === "app"
      ? pipeline.runForApp(request)
      : pipeline.runForUser(request, route.credential));
    sendResponse(koaContext, response);
  };
}

/** The steps that a request passes, and their order: `runForUser` and `runForApp`. */
class RoutePipeline {
  private readonly naming: NamingProfile;
  private readonly resolveClientAddress: (request: IncomingMessage) => string;
  private readonly transferBudget = new TransferBudget();

  constructor(private readonly options: PipelineOptions) {
    this.naming = options.namingProfile ?? neutralNaming;
    this.resolveClientAddress = createClientAddressResolver(options.trustedProxies ?? []);
  }

  async runForUser(request: MatchedRequest, required: Exclude<RouteCredential, "app">): Promise<RouteResponse> {
    const principal = required === "none" ? undefined : await this.authenticate(request, required);
    if (principal) {
      await this.rateLimit(request, principal);
      this.authorize(request, principal);
    }
    const context = this.createContext(request, principal?.userId ?? "");
    const transfer = new TransferReservation(this.transferBudget, context.userId, request.koaContext.res);
    const idempotencyKey = readIdempotencyKey(request.route, request.koaContext.req);
    const run = async (runContext: RequestContext, receivedBody?: Buffer): Promise<unknown> => {
      const handle = await request.route.parseRequest(this.createExchange(request, runContext, transfer, receivedBody));
      return handle(runContext);
    };
    const response =
      idempotencyKey === undefined
        ? serialize(request.route, await run(context))
        : await this.idempotency(request, { context, idempotencyKey, transfer }, run);
    reserveTransfer(request, transfer, response);
    return response;
  }

  /** Parses and checks the request before it verifies the secret of the app (decision 9.1). */
  async runForApp(request: MatchedRequest): Promise<RouteResponse> {
    const { route, koaContext } = request;
    const credential = parseBearerToken(koaContext.req);
    if (credential === undefined) throw unauthenticated("credential_missing");
    const transfer = new TransferReservation(this.transferBudget, koaContext.path, koaContext.res);
    const exchange = this.createExchange(request, this.createContext(request, ""), transfer);
    const handle = await route.parseRequest(exchange);
    const idempotencyKey = readIdempotencyKey(route, koaContext.req);
    const { appId, ownerId } = await this.options.application.access.authenticateApp({
      credential,
      appId: exchange.path["app_id"] ?? "",
      address: this.resolveClientAddress(koaContext.req),
    });
    const context = this.createContext(request, ownerId);
    if (idempotencyKey === undefined) return serialize(route, await handle(context));
    // Separates the keys of this app from those of its owner and of the owner's other apps.
    const appScopedKey = JSON.stringify([appId, idempotencyKey]);
    const { receivedBody } = exchange;
    return this.idempotency(request, { context, idempotencyKey: appScopedKey, transfer, receivedBody }, handle);
  }

  private authenticate(
    { koaContext }: MatchedRequest,
    required: Exclude<RouteCredential, "app" | "none">,
  ): Promise<Principal> {
    return this.options.application.access.authenticate({
      credential: parseBearerToken(koaContext.req),
      acceptedKinds: ACCEPTED_CREDENTIAL_KINDS[required],
      address: this.resolveClientAddress(koaContext.req),
    });
  }

  /** @throws DomainError `rate_limited` when a quota of the caller is used up. */
  private async rateLimit({ koaContext, now }: MatchedRequest, principal: Principal): Promise<void> {
    const result = await this.options.application.access.consumeQuotas(principal);
    for (const [name, value] of formatRateLimitHeaders(result, now)) koaContext.res.setHeader(name, value);
    if (!result.isAllowed) throw rateLimitExceeded(result.quotas);
  }

  /** @throws DomainError `forbidden` when the credential lacks a scope of the route. */
  private authorize({ route }: MatchedRequest, principal: Principal): void {
    this.options.application.access.requireScopes(principal, route.scopes ?? []);
  }

  /** Replays the response of an earlier request with the same key, or runs the request and stores its response. */
  private idempotency(
    { route, koaContext }: MatchedRequest,
    keyed: {
      readonly context: RequestContext;
      readonly idempotencyKey: string;
      readonly transfer: TransferReservation;
      readonly receivedBody?: Buffer | undefined;
    },
    run: (context: RequestContext, receivedBody?: Buffer) => Promise<unknown>,
  ): Promise<SerializedResponse> {
    return handleIdempotently({
      ...keyed,
      koaContext,
      route,
      idempotency: this.options.application.idempotency,
      executeRoute: async (attemptContext, body) => serializeBody(route, await run(attemptContext, body)),
    });
  }

  private createContext({ now }: MatchedRequest, userId: string): RequestContext {
    return { userId, now, ids: this.options.ids };
  }

  private createExchange(
    { koaContext }: MatchedRequest,
    context: RequestContext,
    transfer: TransferReservation,
    receivedBody?: Buffer,
  ): HttpExchange {
    return new HttpExchange(koaContext, context, this.naming, transfer, this.options.publicUrl, receivedBody);
  }
}

/** @throws HttpError 503 when too much data is in transfer, unless the request has changed something. */
function reserveTransfer(
  { route, koaContext }: MatchedRequest,
  transfer: TransferReservation,
  response: RouteResponse,
): void {
  try {
    transfer.reserveResponse(countBufferedBytes(response), route.method === "GET");
  } catch (error) {
    // These headers belong to the response that is replaced by an error.
    for (const name of getRouteHeaderNames(route)) koaContext.remove(name);
    throw error;
  }
}

function sendResponse(koaContext: Koa.Context, response: RouteResponse): void {
  if (isStreamed(response)) {
    response.sendTo(koaContext);
    return;
  }
  const { status, body } = response;
  koaContext.status = status;
  if (body === undefined) return;
  koaContext.res.setHeader("Content-Type", "application/json; charset=utf-8");
  koaContext.body = body;
}

function isStreamed(body: unknown): body is StreamedResponse {
  return body instanceof EventStream || body instanceof JsonListStream;
}

/** The bytes of a response that are in memory while it is sent. */
function countBufferedBytes(response: RouteResponse): number {
  if (response instanceof JsonListStream) return LIST_STREAM_BUFFER_BYTES;
  return response instanceof EventStream ? 0 : (response.body?.length ?? 0);
}

function serialize(route: Route, body: unknown): RouteResponse {
  return isStreamed(body) ? body : serializeBody(route, body);
}

function serializeBody({ response: { status } }: Route, body: unknown): SerializedResponse {
  if (body === undefined) return { status };
  return { status, body: body instanceof SerializedJson ? body.text : JSON.stringify(body) };
}

/** The scheme is case-insensitive (RFC 6750 and RFC 9110, section 11.1). */
function parseBearerToken({ headers }: IncomingMessage): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
