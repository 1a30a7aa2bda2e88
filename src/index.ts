export * from "./application/create-application.js";
export { DomainError, RateLimited, type ErrorKind, type Violation } from "./domain/errors.js";
export type * from "./ports/index.js";
