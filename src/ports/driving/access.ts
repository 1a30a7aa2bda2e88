import type { ApiScope } from "../../domain/user/api-key.js";
import type { RateLimitResult, RateLimitQuota } from "../driven/runtime/rate-limiter.js";

export type CredentialKind = "key" | "token";

/** The authenticated caller of a request and its permissions. */
export interface Principal {
  readonly userId: string;
  readonly kind: CredentialKind;
  readonly scopes: readonly ApiScope[];
  /** The quotas that its requests consume; empty while the limits are off. */
  readonly quotas: readonly RateLimitQuota[];
}

export interface AuthenticationRequest {
  /** The text after `Bearer `; undefined without such a header. */
  readonly credential: string | undefined;
  readonly acceptedKinds: readonly CredentialKind[];
  /** Client address; limits the number of failed attempts. */
  readonly address: string;
}

/** The credentials of an app that authenticates itself. */
export interface AppAuthenticationRequest {
  /** The text after `Bearer `. */
  readonly credential: string;
  /** The app that the request names. */
  readonly appId: string;
  readonly address: string;
}

export interface AppPrincipal {
  readonly appId: string;
  readonly ownerId: string;
}

/** Authenticates and authorises requests and counts them against the rate limits. */
export interface AccessUseCases {
  /** @throws DomainError `unauthenticated`, or `rate_limited` after too many failures from one address. */
  authenticate(request: AuthenticationRequest): Promise<Principal>;
  /**
   * Authenticates an app.
   * @throws as `authenticate`; an unknown secret and the secret of another app give the same error.
   */
  authenticateApp(request: AppAuthenticationRequest): Promise<AppPrincipal>;
  /** Counts the request against its quotas. The caller must reject the request when the result does not allow it. */
  consumeQuotas(principal: Principal): Promise<RateLimitResult>;
  /** @throws DomainError `forbidden` when the credential lacks one of the scopes. */
  requireScopes(principal: Principal, scopes: readonly ApiScope[]): void;
}
