import type { Scope } from "../../domain/api-key.js";
import type { Admission, Quota } from "../driven/rate-limiter.js";

export type CredentialKind = "key" | "token";

/** Who stands behind a request, and what they may do. */
export interface Principal {
  readonly userId: string;
  readonly kind: CredentialKind;
  readonly scopes: readonly Scope[];
  /** What its calls are counted against; none while the limits are off (decision 3.1). */
  readonly quotas: readonly Quota[];
}

export interface Attempt {
  /** What follows `Bearer `; undefined when there is no such header. */
  readonly credential: string | undefined;
  readonly accepts: readonly CredentialKind[];
  /** Where the request came from, to hold back guessing. */
  readonly address: string;
}

/** An app that speaks for itself. */
export interface AppAttempt {
  /** What follows `Bearer `. */
  readonly credential: string;
  /** The app that it says it is. */
  readonly appId: string;
  readonly address: string;
}

export interface AppPrincipal {
  readonly appId: string;
  readonly ownerId: string;
}

/** Decisions 1.6 to 1.10 and 3.1. */
export interface AccessUseCases {
  /** @throws DomainError `unauthenticated`, or `rate_limited` after too many failures from one address. */
  authenticate(attempt: Attempt): Promise<Principal>;
  /**
   * Decision 9.1.
   * @throws as `authenticate`: alike for a secret that nobody has and one of another app.
   */
  authenticateApp(attempt: AppAttempt): Promise<AppPrincipal>;
  /** Counts the call. It is to be refused when the answer says that it is not allowed. */
  admit(principal: Principal): Promise<Admission>;
  /** @throws DomainError `forbidden` when the credential lacks one of the scopes. */
  require(principal: Principal, scopes: readonly Scope[]): void;
}
