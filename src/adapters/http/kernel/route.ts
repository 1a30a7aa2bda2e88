import Router, { type RouterMiddleware } from "@koa/router";
import type Koa from "koa";
import type { Violation } from "../../../domain/errors.js";
import { MAX_REPORTED_VIOLATIONS } from "../../../domain/limits.js";
import { ValidationFailure, type Schema } from "../../../domain/rules.js";
import type { ApiScope } from "../../../domain/user/api-key.js";
import type { RequestContext } from "../../../ports/driving/request-context.js";
import { listContractFields, parseInput, type DtoClass, type SchemaRenderer } from "./dto-fields.js";
import { createValidationError, HttpError } from "./errors.js";
import { PREFERENCE_APPLIED_HEADER } from "./headers.js";
import type { HttpExchange } from "./http-exchange.js";

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * The credential that a route requires: `keyOrToken` is an API key or an identity token; `token` is an identity token
 * only, because a key must not create keys (decision 1.6); `app` is the secret of the app in the path; `none` needs no
 * credential.
 */
export type RouteCredential = "keyOrToken" | "token" | "app" | "none";

type PathParameterName<Path> = Path extends `${string}{${infer Name}}${infer Remainder}`
  ? Name | PathParameterName<Remainder>
  : never;

export interface RequestBodySpec<B extends object> {
  readonly dtoClass: DtoClass<B>;
  readonly maxBytes: number;
  /** The body of a PATCH: a body without any of the fields is rejected. */
  readonly rejectsEmpty?: true;
}

/** The successful response of a route, for the OpenAPI document and for tests that validate responses. */
export interface ResponseSpec {
  readonly status: number;
  readonly schema?: (renderer: SchemaRenderer) => Schema;
  readonly description: string;
  /** Absent for JSON. */
  readonly mediaType?: "text/event-stream";
  /** Headers in addition to those of every response. */
  readonly headers?: readonly string[];
}

interface RouteMetadata<Path extends string> {
  readonly method: HttpMethod;
  readonly path: Path;
  readonly summary: string;
  readonly tag: string;
  /** An addition to the API contract (`x-extension` in the OpenAPI document). */
  readonly extension?: true;
  readonly credential: RouteCredential;
  readonly scopes?: readonly ApiScope[];
  readonly response: ResponseSpec;
  /** Applies `Prefer` (RFC 7240): the response may be sent before the processing is done. */
  readonly acceptsPrefer?: true;
  /** The response contains a secret, and is not stored for a repeat (decision 10.1). */
  readonly returnsSecret?: true;
  /** Responds with an event stream that resumes after the event in `Last-Event-ID`. */
  readonly isEventStream?: true;
  /** The size limit of a JSON body whose fields supply those missing from the query; absent when no body is read. */
  readonly maxQueryBodyBytes?: number;
  /** Error statuses that do not follow from the rest of the declaration. */
  readonly additionalErrorStatuses?: readonly number[];
}

export interface RouteDeclaration<Path extends string, Q extends object, B extends object> extends RouteMetadata<Path> {
  /** The rules of the path parameters; absent when any text is valid. */
  readonly pathParametersClass?: DtoClass<object>;
  readonly query?: DtoClass<Q>;
  readonly body?: RequestBodySpec<B>;
  /** Checks rules that depend on the request alone, before the secret of an app is verified (decision 9.1). */
  readonly check?: (request: ParsedRequest<Path, Q, B>) => void;
  readonly handle: (request: ParsedRequest<Path, Q, B>) => unknown;
}

/** An exchange whose declared inputs are parsed. */
type ParsedRequest<Path, Q, B> = Omit<HttpExchange, "path"> & {
  readonly path: Readonly<Record<PathParameterName<Path>, string>>;
  readonly query: Q;
  readonly body: B;
};

/** A route as data: the server mounts it, and the OpenAPI document is generated from it. */
export interface Route extends RouteMetadata<string> {
  readonly pathParametersClass?: DtoClass<object>;
  readonly query?: DtoClass<object>;
  readonly body?: RequestBodySpec<object>;
  /** Parses and checks the declared inputs; rejects with the error to respond with. */
  readonly parseRequest: (exchange: HttpExchange) => Promise<RouteHandler>;
}

/** Runs the use case and returns the response body. */
export type RouteHandler = (call: RequestContext) => Promise<unknown>;

/** Declares a route: its inputs, its credential and its response. */
export function route<const Path extends string, Q extends object, B extends object>(
  declaration: RouteDeclaration<Path, Q, B>,
): Route {
  const { handle, check, ...metadata } = declaration;
  return {
    ...metadata,
    parseRequest: async (exchange) => {
      const pathResult =
        declaration.pathParametersClass &&
        parseInput(declaration.pathParametersClass, "path", exchange.path, exchange.naming);
      const queryResult =
        declaration.query && (await parseQueryParameters(declaration.query, exchange, declaration.maxQueryBodyBytes));
      const bodyResult = declaration.body && (await parseBody(declaration.body, exchange));
      // All violations are reported together, in this order (decision 2.1).
      const violations = [pathResult, queryResult, bodyResult].flatMap((result) =>
        result instanceof ValidationFailure ? result.violations : [],
      );
      if (violations.length > 0) throw createValidationError(violations.slice(0, MAX_REPORTED_VIOLATIONS));
      if (declaration.body?.rejectsEmpty) requireAnyField(declaration.body, bodyResult);
      const request = Object.assign(exchange, { query: queryResult, body: bodyResult }) as unknown as ParsedRequest<
        Path,
        Q,
        B
      >;
      check?.(request);
      return async (context) => {
        const responseBody = await handle(Object.assign(request, { context }));
        const appliedPreference = declaration.acceptsPrefer && exchange.preference.appliedPreference;
        if (appliedPreference !== undefined) exchange.setResponseHeader(PREFERENCE_APPLIED_HEADER, appliedPreference);
        return responseBody;
      };
    },
  };
}

/**
 * @param maxBodyBytes the size limit of a body that supplies missing fields; the body is read only if the query is
 * invalid.
 */
async function parseQueryParameters<Q extends object>(
  dtoClass: DtoClass<Q>,
  exchange: HttpExchange,
  maxBodyBytes?: number,
): Promise<Q | ValidationFailure> {
  const { queryParameters, naming } = exchange;
  const queryResult = parseInput(dtoClass, "query", queryParameters, naming);
  if (!(queryResult instanceof ValidationFailure) || maxBodyBytes === undefined) return queryResult;
  const bodyJson = await exchange.readJson(maxBodyBytes);
  if (typeof bodyJson !== "object" || bodyJson === null) return queryResult;
  const combinedResult = parseInput(dtoClass, "query", { ...bodyJson, ...queryParameters }, naming);
  if (!(combinedResult instanceof ValidationFailure)) return combinedResult;
  return new ValidationFailure(
    combinedResult.violations.map((violation) => relocateViolation(violation, bodyJson, queryParameters)),
  );
}

/** Moves a violation to `body` if the body supplied the value. */
function relocateViolation(violation: Violation, bodyFields: object, queryFields: object): Violation {
  const [, fieldName = "", ...nestedPath] = violation.path;
  const isFromBody = Object.hasOwn(bodyFields, fieldName) && !Object.hasOwn(queryFields, fieldName);
  return isFromBody ? { ...violation, path: ["body", fieldName, ...nestedPath] } : violation;
}

async function parseBody<B extends object>(
  { dtoClass, maxBytes }: RequestBodySpec<B>,
  exchange: HttpExchange,
): Promise<B | ValidationFailure> {
  return parseInput(dtoClass, "body", await exchange.readJson(maxBytes), exchange.naming);
}

/** @throws HttpError 422 that lists the fields of the contract, in its order, when the body has no field at all. */
function requireAnyField({ dtoClass }: RequestBodySpec<object>, body: unknown): void {
  if (Object.values(body as object).some((value) => value !== undefined)) return;
  throw new HttpError(422, `At least one field (${listContractFields(dtoClass).join(", ")}) must be provided`);
}

export function okObject(dtoClass: DtoClass<object>, description: string): ResponseSpec {
  return { status: 200, schema: (renderer) => renderer.render(dtoClass), description };
}

export function okList(dtoClass: DtoClass<object>, description: string): ResponseSpec {
  return { status: 200, schema: (renderer) => ({ type: "array", items: renderer.render(dtoClass) }), description };
}

/** A page of a list: a bare array; `servePage` sets the headers. */
export function okPage(dtoClass: DtoClass<object>, description: string): ResponseSpec {
  return { ...okList(dtoClass, description), headers: ["Link", "X-Total-Count"] };
}

export function noContent(description: string): ResponseSpec {
  return { status: 204, description };
}

type RouteGroupHandler = (context: Koa.Context, next: Koa.Next) => Promise<void>;

/**
 * Mounts the routes in one router per resource, selected by the prefix of the path. A router tries the patterns of its
 * routes one by one; with all routes in one router that takes longer than most other parts of a request.
 */
export function groupRoutes(
  routes: readonly Route[],
  createMiddleware: (route: Route) => RouterMiddleware,
): RouteGroupHandler {
  const prefixes = routes.map(({ path }) => getLiteralPrefix(path));
  const groups = new Map<string, RouteGroupHandler>();
  for (const prefix of new Set(prefixes)) {
    // A root below another root belongs to that root's group: a path below both may match routes of both.
    if (prefixes.some((otherPrefix) => prefix.startsWith(`${otherPrefix}/`))) continue;
    const router = new Router({ sensitive: true });
    for (const route of routes) {
      const { path, method } = route;
      if (path !== prefix && !path.startsWith(`${prefix}/`)) continue;
      router.register(path.replaceAll(/\{(\w+)\}/g, ":$1"), [method], createMiddleware(route));
    }
    groups.set(prefix, router.routes() as unknown as RouteGroupHandler);
  }
  return (context, next) => {
    const { path } = context;
    for (
      let separatorIndex = path.indexOf("/", 1);
      separatorIndex >= 0;
      separatorIndex = path.indexOf("/", separatorIndex + 1)
    ) {
      const group = groups.get(path.slice(0, separatorIndex));
      if (group) return group(context, next);
    }
    const group = groups.get(path);
    return group ? group(context, next) : next();
  };
}

/** The path before its first parameter. */
function getLiteralPrefix(path: string): string {
  const parameterIndex = path.indexOf("/{");
  return parameterIndex < 0 ? path : path.slice(0, parameterIndex);
}
