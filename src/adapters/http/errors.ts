import { SCOPES_UNKNOWN } from "../../domain/api-key.js";
import { DomainError, RateLimited, type ErrorKind, type Violation } from "../../domain/errors.js";

/** What the wire says of one violation (decision 2.1): nothing of the input itself. */
export interface WireViolation {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export interface Refusal {
  readonly status: number;
  readonly detail: string | readonly WireViolation[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A refusal that belongs to HTTP alone: a body too large, an encoding that we do not read. */
export class HttpError extends Error implements Refusal {
  override readonly name = "HttpError";

  constructor(
    readonly status: number,
    readonly detail: string | readonly WireViolation[],
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

function headersOf(error: DomainError): Record<string, string> {
  if (error.kind === "unauthenticated") return { "WWW-Authenticate": "Bearer" };
  if (error instanceof RateLimited) return { "Retry-After": String(error.retryAfterSeconds) };
  return {};
}

function wireViolation({ path, code, message }: Violation): WireViolation {
  return { loc: path, msg: message, type: code };
}
