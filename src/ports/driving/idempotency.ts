import type { RequestContext } from "./request-context.js";

/** The stored response of an earlier attempt. */
export interface ReplayedResponse {
  readonly outcome: "replayed";
  /** As passed to `StartedRequest.complete`. */
  readonly response: string;
}

/**
 * A started attempt. The caller must execute the request and then call `complete` or `fail`. Neither rejects, because
 * the effect of the request is already committed (decision 10.4).
 */
export interface StartedRequest {
  readonly outcome: "started";
  /** Context for the use case. Its IDs and its `idempotencyId` are the same for every attempt. */
  readonly context: Required<RequestContext>;
  /**
   * Stores the response. Resolves when a repeat in any process gets the same response.
   * @param response opaque; null when it must not be stored, so that a repeat is rejected.
   * @param referencedIds IDs of the objects in the response, which is removed when one of them is deleted.
   */
  complete(response: string | null, referencedIds: readonly string[]): Promise<void>;
  /** Releases the record: a repeat is a new attempt. */
  fail(): Promise<void>;
}

/** Makes requests repeatable without repeating their effects (decision 10.1). */
export interface IdempotencyUseCases {
  /**
   * Starts an attempt, or returns the stored response.
   * @param key the idempotency key; only its digest is stored.
   * @param request everything that distinguishes the request from others; only its digest is stored.
   * @throws DomainError `invalid` when the key was used with another request, `conflict` while that request is running
   *   or when its response was not stored.
   */
  begin(context: RequestContext, key: string, request: string): Promise<ReplayedResponse | StartedRequest>;
}
