import { SCOPES_UNKNOWN } from "../../domain/api-key.js";
import { DomainError, RateLimited, type ErrorKind, type Violation } from "../../domain/errors.js";
import type { ErrorResponse, HTTPValidationError, ValidationError } from "./errors.dto.js";
import type { Plain } from "./field.js";

/** The `detail` of an error body: a text, or the violations that make up a 422 list (decision 2.1). */
export type ErrorDetail = ErrorResponse["detail"] | Plain<HTTPValidationError>["detail"];

export interface Refusal {
  readonly status: number;
  readonly detail: ErrorDetail;
  readonly headers: Readonly<Record<string, string>>;
}

/** A refusal that belongs to HTTP alone: a body too large, an encoding that we do not read. */
export class HttpError extends Error implements Refusal {
  override readonly name = "HttpError";

  constructor(
    readonly status: number,
    readonly detail: ErrorDetail,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === "string" ? detail : "The request does not fit its declared shape");
  }
}

/** The request does not fit its declared shape. Decision 2.1. */
export function misfit(violations: readonly Violation[]): HttpError {
  return new HttpError(422, violations.map(wireViolation));
}

export const INTERNAL_ERROR = "Internal Server Error";

/** Decision 4.7: an unknown category. */
export const CATEGORY_UNKNOWN = "category_unknown";

const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** Decisions 1.3 and 4.7: the two broken rules that are answered with 400. */
const badRequests: ReadonlySet<string> = new Set([SCOPES_UNKNOWN, CATEGORY_UNKNOWN]);

/** The one table of errors: what a thrown error becomes on the wire; undefined for one that nobody meant to throw. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DomainError)) return undefined;
  const { kind, code, message, violations } = error;
  return {
    status: badRequests.has(code) ? 400 : statusOf[kind],
    detail: violations.length > 0 ? violations.map(wireViolation) : message,
    headers: headersOf(error),
  };
}

/** Headers of a 503: its cause is usually temporary. */
export const RETRY_SOON = { "Retry-After": "1" } as const;

function headersOf(error: DomainError): Readonly<Record<string, string>> {
  if (error.kind === "unavailable") return RETRY_SOON;
  if (error.kind === "unauthenticated") return { "WWW-Authenticate": "Bearer" };
  if (error instanceof RateLimited) return { "Retry-After": String(error.retryAfterSeconds) };
  return {};
}

/** The wire form of a violation; the rejected input itself is never echoed. */
function wireViolation({ path, code, message }: Violation): Plain<ValidationError> {
  return { loc: [...path], msg: message, type: code };
}
