import { createRemoteJWKSet, errors } from "jose";
import { DomainError } from "../../domain/errors.js";
import type { Clock } from "../../ports/driven/clock.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import type { IdentityVerifier } from "../../ports/driven/identity-verifier.js";
import { JoseIdentityVerifier, type KeySet } from "./jose-identity-verifier.js";
import { isSecureUrl } from "./secure-url.js";

const TIMEOUT_MS = 5000;

export interface OidcOptions {
  /** Exactly as the provider writes it in its tokens, a final slash included. */
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
  /** Told why the keys could not be had: event `identity.keys_unavailable {issuer, error}`. */
  readonly log?: EventLog;
}

/**
 * Checks the tokens of an OpenID Connect provider. Asks the provider for its keys with the first token, then keeps
 * them, and asks again when they are ten minutes old or a token names an unknown one: it starts while the provider is
 * away, and follows a change of keys.
 * @throws Error when the issuer is no URL that can be fetched securely.
 */
export function openOidcVerifier({ issuer, audience, clock, log }: OidcOptions): IdentityVerifier {
  if (!isSecureUrl(issuer)) throw new Error(`${issuer} cannot be trusted as an issuer: it must be an https: URL`);
  return new JoseIdentityVerifier(providedKeys(issuer, log), { issuer, audience, clock });
}

function providedKeys(issuer: string, log?: EventLog): KeySet {
  let discovered: Promise<KeySet> | undefined;
  const discoverOnce = (): Promise<KeySet> =>
    (discovered ??= discover(issuer).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    }));
  return async (header, token) => {
    try {
      const keys = await discoverOnce();
      return await keys(header, token);
    } catch (error) {
      if (isFaultOfToken(error)) throw error;
      log?.warn("identity.keys_unavailable", { issuer, error });
      throw new DomainError("unavailable", "identity_unavailable", "The identity provider cannot be reached");
    }
  };
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(issuer: string): Promise<KeySet> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const found = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown } | null;
  if (found?.issuer !== issuer) throw new Error(`${url} describes another issuer`);
  if (typeof found.jwks_uri !== "string" || !isSecureUrl(found.jwks_uri)) {
    throw new Error(`${url} names no key set that can be fetched securely`);
  }
  return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: TIMEOUT_MS });
}

/** All else that fails is the provider's, or lies on the way to it. */
function isFaultOfToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
