import { createRequire } from "node:module";
import { apiScopes } from "../../../domain/user/api-key.js";
import type { Schema } from "../../../domain/rules.js";
import { idempotencyKey as idempotencyKeyRule } from "../../../domain/limits.js";
import { ErrorResponse, HTTPValidationError } from "../kernel/errors.dto.js";
import { EVENT_ID_PATTERN } from "../kernel/event-stream.js";
import { getComponentMetadata, createObjectSchema } from "../kernel/dto-fields.js";
import {
  isRetryableStatus,
  getRouteHeaderNames,
  REPLAYED_HEADER,
  acceptsIdempotencyKey,
} from "../kernel/idempotent-response.js";
import { OpenApiComponents } from "./openapi-components.js";
import { QUOTA_HEADER_NAMES } from "../kernel/headers.js";
import type { RouteCredential, Route } from "../kernel/route.js";
import type { NamingProfile } from "../kernel/naming-profile.js";

const { version: packageVersion, apiVersion } = createRequire(import.meta.url)("../../../../../package.json") as {
  readonly version: string;
  readonly apiVersion: string;
};

interface ErrorResponseSpec {
  /** The name of the response component. */
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly string[];
}

const ERROR_RESPONSE_SPECS: Readonly<Record<number, ErrorResponseSpec>> = {
  400: { name: "BadRequest", description: "An unknown value, or a body that is not valid text" },
  401: { name: "Unauthorized", description: "Missing or invalid credentials", headers: ["WWW-Authenticate"] },
  403: { name: "Forbidden", description: "The credential lacks the required scope" },
  404: { name: "NotFound", description: "The resource does not exist" },
  409: { name: "Conflict", description: "The request conflicts with the current state" },
  413: { name: "ContentTooLarge", description: "The body is too large" },
  415: {
    name: "UnsupportedMediaType",
    description: "The body's content encoding is not supported",
    headers: ["Accept-Encoding"],
  },
  422: {
    name: "UnprocessableContent",
    description:
      "The request is invalid: HTTPValidationError lists the fields that violate the schema, ErrorResponse names the " +
      "rule that a request with a valid schema violates",
  },
  429: { name: "TooManyRequests", description: "Too many requests", headers: ["Retry-After"] },
  500: { name: "InternalServerError", description: "An internal error occurred" },
  503: { name: "ServiceUnavailable", description: "The service is temporarily unavailable", headers: ["Retry-After"] },
};

/** Returns the error statuses that a route may respond with, derived from its declaration. */
export function listErrorStatuses(route: Route): number[] {
  const isPublic = route.credential === "none";
  return [
    ...(route.body || route.maxQueryBodyBytes !== undefined ? [400, 413, 415, 422] : []),
    ...(route.query || route.isEventStream || route.pathParametersClass ? [422] : []),
    ...(isPublic ? [] : [401, 429, 500, 503]),
    // Every endpoint of the API contract declares 422, even if nothing in the request can be invalid (decision 2.6).
    ...(isPublic || route.extension ? [] : [422]),
    // 422: the key is invalid or belongs to another request. 409: that request is still running, or its response is not
    // stored.
    ...(acceptsIdempotencyKey(route) ? [409, 422] : []),
    ...((route.scopes?.length ?? 0) > 0 ? [403] : []),
    // 404 wherever the path contains an ID, and only there (decision 2.6).
    ...(route.path.includes("{") ? [404] : []),
    ...(route.additionalErrorStatuses ?? []),
  ]
    .filter((status, index, statuses) => statuses.indexOf(status) === index)
    .sort((a, b) => a - b);
}

/** Renders the routes as an OpenAPI 3.1 document, so that the document cannot differ from the mounted routes. */
export function createOpenApiDocument(routes: readonly Route[], naming: NamingProfile): Schema {
  const components = new OpenApiComponents(naming);
  // All error bodies have one of these shapes, including those that no route declares (an unknown path).
  components.render(ErrorResponse);
  components.render(HTTPValidationError);
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = renderOperation(route, components);
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
          description: `A developer API key with some of the scopes ${apiScopes.join(", ")}.`,
        },
        appSecret: {
          type: "http",
          scheme: "bearer",
          description: "The secret of the app in the path.",
        },
        identityToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "An identity token of the configured issuer, with all scopes of its user.",
        },
      },
      headers: HEADER_COMPONENTS,
      ...components.toJSON(),
    },
  };
}

function renderOperation(route: Route, components: OpenApiComponents): Schema {
  const renderedParameters = [
    ...renderPathParameters(route, components),
    ...renderQueryParameters(route, components),
    ...(acceptsIdempotencyKey(route) ? [components.add("parameters", "IdempotencyKey", idempotencyKeyParameter)] : []),
    ...(route.acceptsPrefer ? [components.add("parameters", "Prefer", preferParameter)] : []),
    ...(route.isEventStream ? [components.add("parameters", "LastEventId", lastEventIdParameter)] : []),
  ];
  return {
    operationId: createOperationId(route),
    summary: route.summary,
    tags: [route.tag],
    ...(route.extension ? { "x-extension": true } : {}),
    ...(route.scopes?.length ? { "x-required-scopes": route.scopes } : {}),
    security: renderSecurity(route),
    ...(renderedParameters.length > 0 ? { parameters: renderedParameters } : {}),
    ...renderRequestBody(route, components),
    responses: renderResponses(route, components),
  };
}

function renderRequestBody({ body, query, maxQueryBodyBytes }: Route, components: OpenApiComponents): Schema {
  if (body) return { requestBody: { required: true, ...createJsonContent(components.render(body.dtoClass)) } };
  if (!query || maxQueryBodyBytes === undefined) return {};
  // No field is required in the body, because the query may contain it.
  const { properties } = createObjectSchema(query, components);
  const bodyDescription = "Alternative source for fields missing from the query.";
  const schema = { type: "object", properties };
  const componentMetadata = getComponentMetadata(query);
  const bodySchema = componentMetadata ? components.add("schemas", componentMetadata.name, schema) : schema;
  return {
    requestBody: {
      required: false,
      description: bodyDescription,
      "x-extension": true,
      ...createJsonContent(bodySchema),
    },
  };
}

function createJsonContent(schema: Schema): Schema {
  return { content: { "application/json": { schema } } };
}

function createOperationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "" && word !== "v1");
  return [method.toLowerCase(), ...words].join("_");
}

function renderSecurity({ credential }: Route): Schema[] {
  if (credential === "none") return [];
  if (credential === "app") return [{ appSecret: [] }];
  return credential === "token" ? [{ identityToken: [] }] : [{ developerKey: [] }, { identityToken: [] }];
}

function renderPathParameters({ path, pathParametersClass }: Route, components: OpenApiComponents): Schema[] {
  const pathSchema: { readonly properties?: Readonly<Record<string, Schema>> } = pathParametersClass
    ? createObjectSchema(pathParametersClass, components)
    : {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: pathSchema.properties?.[name] ?? { type: "string" },
  }));
}

function renderQueryParameters({ query }: Route, components: OpenApiComponents): Schema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = createObjectSchema(query, components) as {
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

/** The `Prefer` header of RFC 7240. */
const preferParameter: Schema = {
  name: "Prefer",
  in: "header",
  required: false,
  description: "`respond-async` responds before the processing ends; `wait=n` responds after at most n seconds.",
  "x-extension": true,
  schema: { type: "string" },
};

/** The `Last-Event-ID` header of event streams (HTML standard, section 9.2). */
const lastEventIdParameter: Schema = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The `id` of the last received event; later changes are sent first.",
  "x-extension": true,
  schema: { type: "string", pattern: EVENT_ID_PATTERN.source },
};

const idempotencyKeyParameter: Schema = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Identifies the request, so that a client can repeat it safely: for 24 hours a repeat returns the first response.",
  "x-extension": true,
  schema: idempotencyKeyRule.schema(),
};

function renderResponses(route: Route, components: OpenApiComponents): Record<string, Schema> {
  const { status, schema, description, mediaType = "application/json" } = route.response;
  const errorResponses = listErrorStatuses(route).map(
    (errorStatus) => [String(errorStatus), renderErrorResponse(route, errorStatus, components)] as const,
  );
  return {
    [status]: {
      description,
      headers: renderHeaderReferences(route, status, [
        ...getRouteHeaderNames(route),
        ...(acceptsIdempotencyKey(route) && !route.returnsSecret ? [REPLAYED_HEADER] : []),
      ]),
      ...(schema ? { content: { [mediaType]: { schema: schema(components) } } } : {}),
    },
    ...Object.fromEntries(errorResponses),
  };
}

/**
 * Renders one component per set of headers, which depends on the kind of credential and on whether the response can be
 * a replay.
 */
function renderErrorResponse(route: Route, status: number, components: OpenApiComponents): Schema {
  const {
    name,
    description,
    headers: specificHeaders = [],
  } = ERROR_RESPONSE_SPECS[status] ?? throwUnknownStatus(status);
  const isReplayable = acceptsIdempotencyKey(route) && !isRetryableStatus(status);
  const namePrefix = status === 401 ? "" : { keyOrToken: "", token: "", app: "App", none: "Public" }[route.credential];
  return components.add("responses", `${namePrefix}${name}${isReplayable ? "Replayable" : ""}`, {
    description,
    headers: renderHeaderReferences(
      route,
      status,
      isReplayable ? [...specificHeaders, REPLAYED_HEADER] : specificHeaders,
    ),
    ...createJsonContent(
      status === 422
        ? { oneOf: [components.render(HTTPValidationError), components.render(ErrorResponse)] }
        : components.render(ErrorResponse),
    ),
  });
}

function throwUnknownStatus(status: number): never {
  throw new Error(`The status ${status} has no description`);
}

/**
 * Renders references to the response headers: every response has a request ID, and every response to an authenticated
 * request has the rate limit headers (decision 3.1).
 */
function renderHeaderReferences({ credential }: Route, status: number, specificHeaders: readonly string[]): Schema {
  const rateLimitHeaders = listRateLimitHeaders(credential, status);
  return Object.fromEntries(
    ["X-Request-Id", ...rateLimitHeaders, ...specificHeaders].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}

function listRateLimitHeaders(credential: RouteCredential, status: number): readonly string[] {
  // Only these responses report the hourly quota of an app (decision 9.1).
  if (credential === "app") return [200, 429].includes(status) ? QUOTA_HEADER_NAMES : [];
  return credential === "none" || status === 401 ? [] : RATE_LIMIT_HEADER_NAMES;
}

const optionalHeader = (type: string, description: string): Schema => ({ description, schema: { type } });
/** A header that is present in every response that declares it. */
const requiredHeader = (type: string, description: string): Schema => ({
  ...optionalHeader(type, description),
  required: true,
});

const HEADER_COMPONENTS: Readonly<Record<string, Schema>> = {
  "X-Request-Id": requiredHeader("string", "The request ID, also used in the log"),
  "X-RateLimit-Limit": optionalHeader("integer", "Burst size of the tightest limit; absent while limits are disabled"),
  "X-RateLimit-Remaining": optionalHeader("integer", "Requests remaining in that limit"),
  "X-RateLimit-Reset": optionalHeader(
    "integer",
    "When the limit is fully replenished, as Unix time in seconds; for apps, seconds from now",
  ),
  "RateLimit-Policy": optionalHeader("string", "The limits (draft-ietf-httpapi-ratelimit-headers-10)"),
  RateLimit: optionalHeader("string", "The remaining quota of each limit (draft-ietf-httpapi-ratelimit-headers-10)"),
  "Retry-After": requiredHeader("integer", "Seconds until a request will be accepted"),
  "WWW-Authenticate": requiredHeader("string", "How to present a credential"),
  "Accept-Encoding": requiredHeader("string", "The supported content encodings of a request body"),
  "Preference-Applied": {
    ...optionalHeader("string", "Which preference was followed (RFC 7240)"),
    "x-extension": true,
  },
  [REPLAYED_HEADER]: { ...optionalHeader("string", "`true` for a replayed response"), "x-extension": true },
  Link: {
    ...optionalHeader("string", 'The next page, as `<...>; rel="next"`; absent on the last one'),
    "x-extension": true,
  },
  "X-Total-Count": {
    ...optionalHeader("integer", "The number of items on all pages, if requested"),
    "x-extension": true,
  },
};

const RATE_LIMIT_HEADER_NAMES = Object.keys(HEADER_COMPONENTS).filter((name) => name.includes("RateLimit"));
