import { expect } from "chai";
import { DomainError, type ErrorKind } from "../../src/domain/errors.js";

/** What the act throws: a DomainError of this kind, and nothing else. */
export function refusal(kind: ErrorKind, act: () => unknown): DomainError {
  let thrown: unknown;
  try {
    act();
  } catch (error) {
    thrown = error;
  }
  return expectKind(kind, thrown);
}

/** What the promise rejects with: a DomainError of this kind, and nothing else. */
export async function rejection(kind: ErrorKind, promise: Promise<unknown>): Promise<DomainError> {
  let thrown: unknown;
  try {
    await promise;
  } catch (error) {
    thrown = error;
  }
  return expectKind(kind, thrown);
}

function expectKind(kind: ErrorKind, thrown: unknown): DomainError {
  expect(thrown, "what was thrown").to.be.instanceOf(DomainError);
  const error = thrown as DomainError;
  expect(error.kind).to.equal(kind);
  return error;
}
