import { expect } from "chai";
import { DomainError, type ErrorKind } from "../../src/domain/errors.js";

/** Returns the DomainError of this kind that `act` throws. @throws AssertionError for anything else. */
export function expectDomainError(kind: ErrorKind, act: () => unknown): DomainError {
  let caughtError: unknown;
  try {
    act();
  } catch (error) {
    caughtError = error;
  }
  const error = assertDomainError(caughtError);
  expect(error.kind).to.equal(kind);
  return error;
}

/** Returns the DomainError of this kind that the promise rejects with. @throws AssertionError for anything else. */
export async function expectDomainRejection(kind: ErrorKind, promise: Promise<unknown>): Promise<DomainError> {
  const error = await captureDomainRejection(promise);
  expect(error.kind).to.equal(kind);
  return error;
}

/** Returns the DomainError of any kind that the promise rejects with. @throws AssertionError for anything else. */
export async function captureDomainRejection(promise: Promise<unknown>): Promise<DomainError> {
  let caughtError: unknown;
  try {
    await promise;
  } catch (error) {
    caughtError = error;
  }
  return assertDomainError(caughtError);
}

function assertDomainError(thrown: unknown): DomainError {
  expect(thrown, "the thrown value").to.be.instanceOf(DomainError);
  return thrown as DomainError;
}
