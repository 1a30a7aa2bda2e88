import {
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  BadRequestError,
  UnprocessableEntityError,
} from "openai";
import { DomainError } from "../../../domain/errors.js";

/**
 * Why a call to a model endpoint failed. `rejected`: the endpoint does not accept this request but may accept others;
 * `paused`: the circuit breaker is open, no request was sent; `cancelled`: the caller aborted the call, or the client
 * was closed.
 */
export type ModelErrorReason =
  "timeout" | "refused" | "rejected" | "unreachable" | "unreadable" | "paused" | "cancelled";

const messageByReason: Readonly<Record<ModelErrorReason, string>> = {
  timeout: "The model's endpoint did not answer in time",
  refused: "The model's endpoint refused",
  rejected: "The model's endpoint does not take the request",
  unreachable: "The model's endpoint could not be reached",
  unreadable: "The model's endpoint answered something that could not be read",
  paused: "The model's endpoint has failed too often, and is not asked for a while",
  cancelled: "The model's answer was not waited for",
};

/** Contains no part of the request or response, so it may be logged. */
export class ModelError extends DomainError {
  constructor(
    readonly reason: ModelErrorReason,
    message = messageByReason[reason],
  ) {
    super("unavailable", "model_unavailable", message);
  }

  /**
   * Whether the call does not count against the token budget: true unless the endpoint returned a result that could not
   * be read. The usage of other failed calls is unknown, and the circuit breaker limits their number.
   */
  get isUnbilled(): boolean {
    return this.reason !== "unreadable";
  }
}

/** Whether the endpoint rejected this request (400 or 422); it may accept others. */
export function isRequestRejection(error: unknown): boolean {
  return error instanceof BadRequestError || error instanceof UnprocessableEntityError;
}

/**
 * Converts an error of a call. Omits the message of the endpoint, because it may repeat the request.
 * @param signal the signal of the call.
 */
export function toModelError(error: unknown, signal: AbortSignal): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError || signal.aborted) {
    return new ModelError("timeout");
  }
  if (error instanceof APIError && error.status !== undefined) {
    return new ModelError(
      isRequestRejection(error) ? "rejected" : "refused",
      `The model's endpoint answered ${error.status}`,
    );
  }
  return new ModelError(error instanceof APIError ? "unreachable" : "unreadable");
}
