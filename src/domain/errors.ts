import {
  errorMessages,
  type ErrorArguments,
  type ErrorCode,
  type ViolationCode,
  violationMessages,
  type ViolationArguments,
} from "./error-messages.js";

/** The ways a request to the core can fail. A closed list, so an adapter may switch over it exhaustively. */
export type ErrorKind =
  "invalid" | "unauthenticated" | "forbidden" | "not_found" | "conflict" | "rate_limited" | "unavailable";

/** What a message was made of, so that an adapter can write a text of its own. */
type MessageParameters = Readonly<Record<string, unknown>>;

/** One broken rule: its path in the input, by the names of the domain, a stable code, and a message for a person. */
export interface Violation {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  /** Absent for a rule without parameters. */
  readonly parameters?: MessageParameters;
}

interface DomainErrorOptions {
  readonly violations?: readonly Violation[];
  readonly parameters?: MessageParameters;
  /** Only for `unavailable`: whether a retry would fail in the same way. */
  readonly isPermanent?: boolean;
}

/**
 * The only error that the core throws deliberately to its callers. `code` is stable: an `ErrorCode`, `invalid` for a list of
 * violations, or a code of an adapter.
 */
export class DomainError extends Error {
  override readonly name: string = "DomainError";
  readonly violations: readonly Violation[];
  readonly parameters: MessageParameters | undefined;
  readonly isPermanent: boolean;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    { violations = [], parameters, isPermanent = false }: DomainErrorOptions = {},
  ) {
    super(message);
    this.violations = violations;
    this.parameters = parameters;
    this.isPermanent = isPermanent;
  }
}

/** The delay is in whole seconds, rounded up, so that a client that waits that long succeeds. */
export class RateLimitedError extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number) {
    const seconds = Math.ceil(retryAfterMs / 1000);
    super("rate_limited", "rate_limited", formatErrorMessage("rate_limited", { seconds }), {
      parameters: { seconds },
    });
    this.retryAfterSeconds = seconds;
  }
}

/** Returns the stack trace of a thrown value, or its message, for the log. */
export function formatError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The error for a request that exceeds a limit; the longest delay counts. */
export function rateLimitExceeded(quotas: readonly { readonly retryAfterMs: number }[]): RateLimitedError {
  return new RateLimitedError(Math.max(0, ...quotas.map(({ retryAfterMs }) => retryAfterMs)));
}

/** Creates the error with this code and the message that belongs to it. */
export function createError<C extends ErrorCode>(
  kind: ErrorKind,
  code: C,
  ...parameters: ErrorArguments<C>
): DomainError {
  const message = formatErrorMessage(code, ...parameters);
  return new DomainError(kind, code, message, parameters[0] && { parameters: { ...parameters[0] } });
}

/** Creates the error for a request that is well-formed but breaks a business rule. */
export function invalidInput<C extends ErrorCode>(code: C, ...parameters: ErrorArguments<C>): DomainError {
  return createError("invalid", code, ...parameters);
}

/** Creates the error for a request that does not fit the present state. */
export function conflict<C extends ErrorCode>(code: C, ...parameters: ErrorArguments<C>): DomainError {
  return createError("conflict", code, ...parameters);
}

/** Creates the error for a missing object, such as `Conversation not found`. */
export function notFound(objectName: string): DomainError {
  return createError("not_found", "not_found", { object: objectName });
}

/** Creates the error for a request without a valid credential. */
export function unauthenticated(code: "credential_missing" | "credential_invalid" | "api_key_invalid"): DomainError {
  return createError("unauthenticated", code);
}

/**
 * The error for a repeated creation (decision 10.1) whose object was deleted after the first attempt. It is not
 * restored.
 */
export function createDeletedMeanwhileError(): DomainError {
  return conflict("deleted_since");
}

/** The error for a repeated request (decision 10.1) that succeeded, but whose response must not be returned again. */
export function responseNotStored(): DomainError {
  return conflict("response_not_stored");
}

/**
 * A conversation exceeded its budget of CPU time or memory. A retry would exceed the CPU time again; after a lack of
 * memory, one retry is made (decision 4.2).
 */
export class ProcessingBudgetExceededError extends DomainError {
  constructor(readonly resource: "cpu_time" | "memory") {
    super("unavailable", "processing_budget_exceeded", formatErrorMessage("processing_budget_exceeded", { resource }), {
      parameters: { resource },
      isPermanent: true,
    });
  }
}

/** Creates the violation with this code and the message that belongs to it. */
export function createViolation<C extends ViolationCode>(code: C, ...parameters: ViolationArguments<C>): Violation {
  const format = violationMessages[code] as (...parameters: ViolationArguments<C>) => string;
  return { path: [], code, message: format(...parameters), ...(parameters[0] && { parameters: { ...parameters[0] } }) };
}

function formatErrorMessage<C extends ErrorCode>(code: C, ...parameters: ErrorArguments<C>): string {
  return (errorMessages[code] as (...parameters: ErrorArguments<C>) => string)(...parameters);
}
