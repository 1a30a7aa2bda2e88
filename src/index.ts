export * from "./application/create-application.js";
export { DomainError, RateLimitedError, type ErrorKind, type Violation } from "./domain/errors.js";
export type * from "./ports/index.js";
