import {
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  BadRequestError,
  UnprocessableEntityError,
} from "openai";
import { DomainError } from "../../domain/errors.js";

/**
 * How a call of a model's endpoint can fail. `rejected`: it does not take this request, and may well take others;
 * `paused`: it was not asked, for it has failed too often; `cancelled`: nobody waited for the answer any more.
 */
export type Fault = "timeout" | "refused" | "rejected" | "unreachable" | "unreadable" | "paused" | "cancelled";

const words: Readonly<Record<Fault, string>> = {
  timeout: "The model's endpoint did not answer in time",
  refused: "The model's endpoint refused",
  rejected: "The model's endpoint does not take the request",
  unreachable: "The model's endpoint could not be reached",
  unreadable: "The model's endpoint answered something that could not be read",
  paused: "The model's endpoint has failed too often, and is not asked for a while",
  cancelled: "The model's answer was not waited for",
};

/** Holds nothing of what was asked or answered: it may be logged. */
export class ModelFailure extends DomainError {
  constructor(
    readonly fault: Fault,
    message = words[fault],
  ) {
    super("unavailable", "model_unavailable", message);
  }

  /**
   * Whether it is charged to nobody: there was no answer at all. What an endpoint may have done before it fell silent
   * it tells to nobody, and after five of those in a row it is not asked any more for a while.
   */
  get isFree(): boolean {
    return this.fault !== "unreadable";
  }
}

/** Whether it is this request that the endpoint does not take: others may fare better. */
export function isRejection(error: unknown): boolean {
  return error instanceof BadRequestError || error instanceof UnprocessableEntityError;
}

/**
 * The endpoint's own words are left out: they may repeat what it was asked.
 * @param signal the one that the call was made under.
 */
export function failureOf(error: unknown, signal: AbortSignal): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError || signal.aborted) {
    return new ModelFailure("timeout");
  }
  if (error instanceof APIError && error.status !== undefined) {
    return new ModelFailure(
      isRejection(error) ? "rejected" : "refused",
      `The model's endpoint answered ${error.status}`,
    );
  }
  return new ModelFailure(error instanceof APIError ? "unreachable" : "unreadable");
}
