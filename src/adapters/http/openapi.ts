import { createRequire } from "node:module";
import { scopes } from "../../domain/api-key.js";
import type { Schema } from "../../domain/rules.js";
import { idempotencyKey as keyRule } from "../../domain/limits.js";
import { ErrorResponse, HTTPValidationError } from "./errors.dto.js";
import { EVENT_ID } from "./event-stream.js";
import { componentName, objectSchema } from "./field.js";
import { isWorthAnotherTry, ownHeaders, REPLAYED, takesKey } from "./idempotency.js";
import { OpenApiComponents } from "./openapi-components.js";
import { quotaHeaders } from "./rate-limit-headers.js";
import type { Credential, Route } from "./route.js";
import type { WireNames } from "./wire-names.js";

const { version: packageVersion, apiVersion } = createRequire(import.meta.url)("../../../../package.json") as {
  readonly version: string;
  readonly apiVersion: string;
};

interface ErrorStatus {
  /** The name of the response component. */
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly string[];
}

const errorStatuses: Readonly<Record<number, ErrorStatus>> = {
  400: { name: "BadRequest", description: "A value that the service does not know, or a body that is no text" },
  401: { name: "Unauthorized", description: "Missing or invalid credentials", headers: ["WWW-Authenticate"] },
  403: { name: "Forbidden", description: "The credential lacks the required scope" },
  404: { name: "NotFound", description: "There is nothing of this id" },
  409: { name: "Conflict", description: "Not possible in the present state" },
  413: { name: "ContentTooLarge", description: "The body is too large" },
  415: {
    name: "UnsupportedMediaType",
    description: "The body's content encoding is not supported",
    headers: ["Accept-Encoding"],
  },
  422: {
    name: "UnprocessableContent",
    description:
      "The request is invalid: HTTPValidationError lists the fields that do not fit their declared shape, " +
      "ErrorResponse says which rule a request that fits it breaks",
  },
  429: { name: "TooManyRequests", description: "Too many requests", headers: ["Retry-After"] },
  500: { name: "InternalServerError", description: "The service failed" },
  503: { name: "ServiceUnavailable", description: "The service cannot answer now", headers: ["Retry-After"] },
};

/** The statuses that a route may answer besides its success: they follow from its declaration (design 4). */
export function refusals(route: Route): number[] {
  const open = route.credential === "none";
  return [
    ...(route.body || route.queryOrBodyBytes !== undefined ? [400, 413, 415, 422] : []),
    ...(route.query || route.streams || route.pathShape ? [422] : []),
    ...(open ? [] : [401, 429, 500, 503]),
    // Contract section 4: each of its endpoints declares it, also where nothing in the request can be wrong.
    ...(open || route.extension ? [] : [422]),
    // Decision 10.1: the key is none or another request's; the same request is being answered, or its answer not kept.
    ...(takesKey(route) ? [409, 422] : []),
    ...((route.scopes?.length ?? 0) > 0 ? [403] : []),
    // Decision 2.6: wherever the path names an id, and only there.
    ...(route.path.includes("{") ? [404] : []),
    ...(route.refuses ?? []),
  ]
    .filter((status, index, all) => all.indexOf(status) === index)
    .sort((a, b) => a - b);
}

/** Renders the routes as an OpenAPI 3.1 document: nothing is said twice, so nothing can differ. */
export function openApiDocument(routes: readonly Route[], names: WireNames): Schema {
  const components = new OpenApiComponents(names);
  // All error bodies have one of these shapes, including those that no route declares (an unknown path).
  components.render(ErrorResponse);
  components.render(HTTPValidationError);
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, components);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "mneme application client API",
      version: apiVersion,
      "x-service-version": packageVersion,
      description: "One person's conversations, memories, action items, goals and folders.",
      license: { name: "MIT", identifier: "MIT" },
    },
    paths,
    components: {
      securitySchemes: {
        developerKey: {
          type: "http",
          scheme: "bearer",
          description: `A developer API key, carrying some of the scopes ${scopes.join(", ")}.`,
        },
        appSecret: {
          type: "http",
          scheme: "bearer",
          description: "The secret of the app that the path names.",
        },
        identityToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "An identity token of the configured issuer; carries all scopes of its user.",
        },
      },
      headers,
      ...components.toJSON(),
    },
  };
}

function operation(route: Route, components: OpenApiComponents): Schema {
  const parameters = [
    ...pathParameters(route, components),
    ...queryParameters(route, components),
    ...(takesKey(route) ? [components.add("parameters", "IdempotencyKey", idempotencyKey)] : []),
    ...(route.prefers ? [components.add("parameters", "Prefer", prefer)] : []),
    ...(route.streams ? [components.add("parameters", "LastEventId", lastEventId)] : []),
  ];
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    ...(route.extension ? { "x-extension": true } : {}),
    ...(route.scopes?.length ? { "x-required-scopes": route.scopes } : {}),
    security: security(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route, components),
    responses: responses(route, components),
  };
}

function requestBody({ body, query, queryOrBodyBytes }: Route, components: OpenApiComponents): Schema {
  if (body) return { requestBody: { required: true, ...jsonOf(components.render(body.shape)) } };
  if (!query || queryOrBodyBytes === undefined) return {};
  // None of its fields is required here: the query has them.
  const { properties } = objectSchema(query, components);
  const description = "Serves where the query lacks a field.";
  const schema = { type: "object", properties };
  const component = componentName(query);
  const content = component ? components.add("schemas", component.name, schema) : schema;
  return { requestBody: { required: false, description, "x-extension": true, ...jsonOf(content) } };
}

function jsonOf(schema: Schema): Schema {
  return { content: { "application/json": { schema } } };
}

function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "" && word !== "v1");
  return [method.toLowerCase(), ...words].join("_");
}

function security({ credential }: Route): Schema[] {
  if (credential === "none") return [];
  if (credential === "app") return [{ appSecret: [] }];
  return credential === "token" ? [{ identityToken: [] }] : [{ developerKey: [] }, { identityToken: [] }];
}

function pathParameters({ path, pathShape }: Route, components: OpenApiComponents): Schema[] {
  const shape: { readonly properties?: Readonly<Record<string, Schema>> } = pathShape
    ? objectSchema(pathShape, components)
    : {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: shape.properties?.[name] ?? { type: "string" },
  }));
}

function queryParameters({ query }: Route, components: OpenApiComponents): Schema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = objectSchema(query, components) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, "x-extension": extension, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    ...(extension === undefined ? {} : { "x-extension": extension }),
    schema,
  }));
}

/** RFC 7240, decision 4.1. */
const prefer: Schema = {
  name: "Prefer",
  in: "header",
  required: false,
  description: "`respond-async` to be answered before the processing, `wait=n` to be answered after n seconds at most.",
  "x-extension": true,
  schema: { type: "string" },
};

/** Of the HTML standard's event streams. */
const lastEventId: Schema = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The `id` of the last event that was heard: what has changed since is told first.",
  "x-extension": true,
  schema: { type: "string", pattern: EVENT_ID.source },
};

/** Decision 10.1. */
const idempotencyKey: Schema = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Names the request, so that it can be repeated without being done twice: for 24 hours a repeat gets the first answer.",
  "x-extension": true,
  schema: keyRule.schema(),
};

function responses(route: Route, components: OpenApiComponents): Record<string, Schema> {
  const { status, schema, description, mediaType = "application/json" } = route.answers;
  const errors = refusals(route).map((error) => [String(error), errorResponse(route, error, components)] as const);
  return {
    [status]: {
      description,
      headers: headersOf(route, status, [
        ...ownHeaders(route),
        ...(takesKey(route) && !route.answersSecret ? [REPLAYED] : []),
      ]),
      ...(schema ? { content: { [mediaType]: { schema: schema(components) } } } : {}),
    },
    ...Object.fromEntries(errors),
  };
}

/**
 * One component per set of headers, which depends on the kind of credential and on whether the response can be a
 * replay.
 */
function errorResponse(route: Route, status: number, components: OpenApiComponents): Schema {
  const { name, description, headers: own = [] } = errorStatuses[status] ?? unknownStatus(status);
  const isReplayed = takesKey(route) && !isWorthAnotherTry(status);
  const variant = status === 401 ? "" : { any: "", token: "", app: "App", none: "Public" }[route.credential];
  return components.add("responses", `${variant}${name}${isReplayed ? "Replayable" : ""}`, {
    description,
    headers: headersOf(route, status, isReplayed ? [...own, REPLAYED] : own),
    ...jsonOf(
      status === 422
        ? { oneOf: [components.render(HTTPValidationError), components.render(ErrorResponse)] }
        : components.render(ErrorResponse),
    ),
  });
}

function unknownStatus(status: number): never {
  throw new Error(`The status ${status} has no description`);
}

/** Decisions 2.9 and 3.1: every response is named, and every one to a good credential tells how much is left. */
function headersOf({ credential }: Route, status: number, own: readonly string[]): Schema {
  const limits = limitHeaders(credential, status);
  return Object.fromEntries(
    ["X-Request-Id", ...limits, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function limitHeaders(credential: Credential, status: number): readonly string[] {
  // Decision 9.1: the limit is told of where it was counted.
  if (credential === "app") return [200, 429].includes(status) ? quotaHeaders : [];
  return credential === "none" || status === 401 ? [] : rateLimitHeaderNames;
}

const header = (type: string, description: string): Schema => ({ description, schema: { type } });
/** One that is never left out where it is declared. */
const sure = (type: string, description: string): Schema => ({ ...header(type, description), required: true });

const headers: Readonly<Record<string, Schema>> = {
  "X-Request-Id": sure("string", "Names the request, in the log too"),
  "X-RateLimit-Limit": header(
    "integer",
    "Calls that may be made at once, of the tighter limit; absent while limits are off",
  ),
  "X-RateLimit-Remaining": header("integer", "Calls of it that are left"),
  "X-RateLimit-Reset": header(
    "integer",
    "When the whole of it is there again, in seconds since 1970; for an app in seconds from now",
  ),
  "RateLimit-Policy": header("string", "The limits (draft-ietf-httpapi-ratelimit-headers-10)"),
  RateLimit: header("string", "What is left of them (draft-ietf-httpapi-ratelimit-headers-10)"),
  "Retry-After": sure("integer", "In so many seconds a call will be let through"),
  "WWW-Authenticate": sure("string", "How to present a credential"),
  "Accept-Encoding": sure("string", "The content encodings that a body may have"),
  "Preference-Applied": { ...header("string", "Which preference was followed (RFC 7240)"), "x-extension": true },
  [REPLAYED]: { ...header("string", "`true` for an answer that was given before"), "x-extension": true },
  Link: { ...header("string", 'The next page, as `<...>; rel="next"`; absent on the last one'), "x-extension": true },
  "X-Total-Count": { ...header("integer", "How many there are on all pages, when asked for"), "x-extension": true },
};

const rateLimitHeaderNames = Object.keys(headers).filter((name) => name.includes("RateLimit"));
