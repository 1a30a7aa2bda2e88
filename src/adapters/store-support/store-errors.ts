import { DomainError } from "../../domain/errors.js";

/** The code of the error of a store that was closed. */
export const STORE_CLOSED = "store_closed";

/** @returns a DomainError `unavailable`, whose message is one line. */
export function unavailable(reason: string, code = "store_unavailable"): DomainError {
  return new DomainError("unavailable", code, `The store cannot be used now: ${reason}`);
}

/** @returns the message of an Error, else the thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
