import { createHash } from "node:crypto";
import type Koa from "koa";
import { idempotencyKey as idempotencyKeyRule } from "../../../domain/limits.js";
import { ValidationFailure } from "../../../domain/rules.js";
import type { RequestContext } from "../../../ports/driving/request-context.js";
import type { IdempotencyUseCases } from "../../../ports/driving/idempotency.js";
import { createValidationError, toHttpErrorResponse } from "./errors.js";
import { receiveBody } from "./http-exchange.js";
import { PREFERENCE_APPLIED_HEADER, parsePreferHeader } from "./headers.js";
import type { ResponseSpec, Route } from "./route.js";
import type { TransferReservation } from "../server/transfer-budget.js";

/** The response of a route as it is sent. */
export interface SerializedResponse {
  readonly status: number;
  /** Absent for a response without a body. */
  readonly body?: string;
}

interface StoredResponse extends SerializedResponse {
  readonly headers: Readonly<Record<string, string>>;
}

interface IdempotentRequest {
  readonly koaContext: Koa.Context;
  readonly route: Route;
  readonly context: RequestContext;
  readonly idempotencyKey: string;
  readonly idempotency: IdempotencyUseCases;
  readonly transfer: TransferReservation;
  /** The body, if it was received already. */
  readonly receivedBody?: Buffer | undefined;
  /** Executes the request. */
  readonly executeRoute: (attemptContext: RequestContext, body: Buffer | undefined) => Promise<SerializedResponse>;
}

/**
 * Returns whether a route accepts an idempotency key. Reads need none, and keys are stored per user, so requests
 * without a credential have none.
 */
export function acceptsIdempotencyKey({ method, credential }: Pick<Route, "method" | "credential">): boolean {
  return method !== "GET" && credential !== "none";
}

/**
 * Returns the request's key; undefined when it is absent or the route accepts none.
 * @throws HttpError 422 when it is empty or too long.
 */
export function readIdempotencyKey(
  route: Pick<Route, "method" | "credential">,
  { headers }: Pick<Koa.Context["req"], "headers">,
): string | undefined {
  const header = headers["idempotency-key"];
  if (header === undefined || !acceptsIdempotencyKey(route)) return undefined;
  const result = idempotencyKeyRule.read(header);
  if (result instanceof ValidationFailure)
    throw createValidationError(result.prefixPath("Idempotency-Key").prefixPath("header").violations);
  return result;
}

/**
 * Handles a request with an idempotency key: replays the stored response, or executes the request and stores its
 * response (decision 10.1).
 * @throws the error of the request or of its key; HttpError for a body that cannot be received.
 */
export async function handleIdempotently({
  koaContext,
  route,
  context,
  idempotencyKey,
  idempotency,
  receivedBody,
  transfer,
  executeRoute,
}: IdempotentRequest): Promise<SerializedResponse> {
  const body = receivedBody ?? (route.body && (await receiveBody(koaContext, route.body.maxBytes, transfer)));
  const attempt = await idempotency.begin(context, idempotencyKey, fingerprintRequest(koaContext, body));
  if (attempt.outcome === "replayed") return replayResponse(koaContext, JSON.parse(attempt.response) as StoredResponse);
  try {
    const response = await executeRoute(attempt.context, body);
    const storedResponse: StoredResponse = { ...response, headers: collectRouteHeaders(koaContext, route) };
    const isStorable = !route.returnsSecret;
    await attempt.complete(
      isStorable ? JSON.stringify(storedResponse) : null,
      isStorable ? collectObjectIds(response) : [],
    );
    return response;
  } catch (error) {
    const errorResponse = toHttpErrorResponse(error);
    if (!errorResponse || isRetryableStatus(errorResponse.status)) await attempt.fail();
    else {
      const { status, detail, headers } = errorResponse;
      await attempt.complete(
        JSON.stringify({ status, headers, body: JSON.stringify({ detail }) } satisfies StoredResponse),
        [],
      );
    }
    throw error;
  }
}

/** The header that marks a replayed response. */
export const REPLAYED_HEADER = "Idempotent-Replayed";

/**
 * Returns whether a repeat after this status is processed as a new request, because the status does not follow from the
 * request alone (decision 10.1).
 */
export function isRetryableStatus(status: number): boolean {
  return status >= 500 || [401, 403, 413, 415, 429].includes(status);
}

/** Returns the headers that are stored with a response; the others are generated for each response. */
export function getRouteHeaderNames({
  acceptsPrefer,
  response: { headers = [] },
}: {
  acceptsPrefer?: true;
  response: ResponseSpec;
}): string[] {
  return acceptsPrefer ? [PREFERENCE_APPLIED_HEADER, ...headers] : [...headers];
}

function collectRouteHeaders({ res }: Koa.Context, route: Route): Record<string, string> {
  const presentNames = getRouteHeaderNames(route).filter((name) => res.hasHeader(name));
  return Object.fromEntries(presentNames.map((name) => [name, String(res.getHeader(name))]));
}

/** Returns what distinguishes requests: method, path, query and body, but not the credential or `Prefer`. */
function fingerprintRequest({ method, path, querystring }: Koa.Context, body: Buffer | undefined): string {
  const bodyDigest = body && createHash("sha256").update(body).digest("base64");
  return JSON.stringify([method, path, querystring, bodyDigest ?? null]);
}

function replayResponse({ req, res }: Koa.Context, { headers, ...response }: StoredResponse): SerializedResponse {
  const { appliedPreference } = parsePreferHeader(req.headers);
  for (const [name, value] of Object.entries(headers)) {
    // The header applies only to a repeat with the preference of the first request (RFC 7240, section 3).
    if (name !== PREFERENCE_APPLIED_HEADER || value === appliedPreference) res.setHeader(name, value);
  }
  res.setHeader(REPLAYED_HEADER, "true");
  return response;
}

/** The fields with the IDs of the objects that a response shows or that these belong to. */
const OBJECT_ID_FIELD_PATTERN = /^(id|(conversation|memory|action_item|goal)_id)$/;

function collectObjectIds({ body }: SerializedResponse): string[] {
  const ids: string[] = [];
  if (body !== undefined) {
    JSON.parse(body, (name, value: unknown) => {
      if (typeof value === "string" && OBJECT_ID_FIELD_PATTERN.test(name)) ids.push(value);
      return value;
    });
  }
  return ids;
}
