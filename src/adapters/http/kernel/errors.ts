import type { ErrorCode } from "../../../domain/error-messages.js";
import { DomainError, RateLimitedError, type ErrorKind, type Violation } from "../../../domain/errors.js";
import type { ErrorResponse, HTTPValidationError, ValidationError } from "./errors.dto.js";
import type { PlainObject } from "./dto-fields.js";
import { getErrorText, getViolationText, toSnakeCaseProperty } from "./error-texts.js";

/** The `detail` of an error body: a text, or the violations that make up a 422 list (decision 2.1). */
export type ErrorDetail = ErrorResponse["detail"] | PlainObject<HTTPValidationError>["detail"];

export interface HttpErrorResponse {
  readonly status: number;
  readonly detail: ErrorDetail;
  readonly headers: Readonly<Record<string, string>>;
}

/** An error of the HTTP layer alone, such as a body that is too large or an unsupported encoding. */
export class HttpError extends Error implements HttpErrorResponse {
  override readonly name = "HttpError";

  constructor(
    readonly status: number,
    readonly detail: ErrorDetail,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === "string" ? detail : "The request does not fit its declared shape");
  }
}

/** Creates the error for a request that does not fit its declared shape (decision 2.1). */
export function createValidationError(violations: readonly Violation[]): HttpError {
  return new HttpError(422, violations.map(toValidationErrorDto));
}

export const INTERNAL_ERROR_DETAIL = "Internal Server Error";

/** Creates the error for a filter by a category that does not exist (decision 4.7). */
export function createUnknownCategoryError(name: string): HttpError {
  return new HttpError(400, `Invalid category '${name}'`);
}

const STATUS_BY_ERROR_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** The broken rule that gets 400 instead of 422 (decision 1.3). */
const BAD_REQUEST_CODE: ErrorCode = "scopes_unknown";

/** Converts a thrown error to its response; returns undefined for an unexpected error. */
export function toHttpErrorResponse(error: unknown): HttpErrorResponse | undefined {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DomainError)) return undefined;
  const { kind, code, violations } = error;
  return {
    status: code === BAD_REQUEST_CODE ? 400 : STATUS_BY_ERROR_KIND[kind],
    detail: violations.length > 0 ? violations.map(renamePath).map(toValidationErrorDto) : getErrorText(error),
    headers: getErrorHeaders(error),
  };
}

/** Headers of a 503: its cause is usually temporary. */
export const RETRY_SOON_HEADERS = { "Retry-After": "1" } as const;

function getErrorHeaders(error: DomainError): Readonly<Record<string, string>> {
  if (error.kind === "unavailable") return RETRY_SOON_HEADERS;
  if (error.kind === "unauthenticated") return { "WWW-Authenticate": "Bearer" };
  if (error instanceof RateLimitedError) return { "Retry-After": String(error.retryAfterSeconds) };
  return {};
}

/** The wire form of a violation; the rejected input itself is never echoed. */
function toValidationErrorDto(violation: Violation): PlainObject<ValidationError> {
  return { loc: [...violation.path], msg: getViolationText(violation), type: violation.code };
}

/** Names the properties of a violation that the domain found; the parsers of this adapter use wire names. */
function renamePath({ path, ...violation }: Violation): Violation {
  return { ...violation, path: path.map((key) => (typeof key === "string" ? toSnakeCaseProperty(key) : key)) };
}
