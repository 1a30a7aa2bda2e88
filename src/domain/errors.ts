/** The ways a request to the core can fail. Closed: an adapter may switch over it exhaustively. */
export type ErrorKind =
  "invalid" | "unauthenticated" | "forbidden" | "not_found" | "conflict" | "rate_limited" | "unavailable";

/** One broken rule: where it stands in the input, a stable code, and a sentence for a person. */
export interface Violation {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** The one error that the core throws on purpose. `code` is stable, `message` is meant to be shown. */
export class DomainError extends Error {
  override readonly name: string = "DomainError";

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly violations: readonly Violation[] = [],
    /** Of `unavailable`: whether the same would happen if it were tried again soon. */
    readonly isLasting = false,
  ) {
    super(message);
  }
}

/** Decision 3.2: whole seconds, rounded up, so that a client that sleeps that long succeeds. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number) {
    const seconds = Math.ceil(retryAfterMs / 1000);
    super("rate_limited", "rate_limited", `Rate limit exceeded. Try again in ${seconds}s.`);
    this.retryAfterSeconds = seconds;
  }
}

/** Decision 2.5: `Conversation not found`. */
export function notFound(what: string): DomainError {
  return new DomainError("not_found", "not_found", `${what} not found`);
}

/** Of a repeated creation (decision 10.1): what the first try made was deleted, and does not come back. */
export function deletedSince(): DomainError {
  return new DomainError("conflict", "deleted_since", "What this request created has been deleted since");
}

/** Of a repeated call (decision 10.1): it was done, and its answer is told to nobody again. */
export function answerNotKept(): DomainError {
  return new DomainError("conflict", "answer_not_kept", "The answer to this Idempotency-Key is not kept");
}

/** Decision 2.2: a request that fits its shape but breaks a rule of the business. */
export function broken(code: string, message: string): DomainError {
  return new DomainError("invalid", code, message);
}

/** A conversation exceeded its budget of CPU time or memory. A retry would use as much again. */
export class ProcessingBudgetExceeded extends DomainError {
  constructor(readonly resource: "cpu_time" | "memory") {
    super(
      "unavailable",
      "processing_budget_exceeded",
      `Processing exceeded its budget (${resource === "memory" ? "memory" : "CPU time"})`,
      [],
      true,
    );
  }
}
