import type { Clock } from "../../ports/driven/clock.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import type { IdentityVerifier } from "../../ports/driven/identity-verifier.js";
import { JoseIdentityVerifier } from "./jose-identity-verifier.js";
import { ProviderKeys } from "./provider-keys.js";
import { isSecureUrl } from "./secure-url.js";

export interface OidcOptions {
  /** Exactly as the provider writes it in its tokens, a final slash included. */
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
  /** Events `identity.keys_unavailable {issuer, error, failures}` and `identity.key_skipped {issuer, kid, reason}`. */
  readonly log?: EventLog;
}

/**
 * Checks the tokens of an OpenID Connect provider by the keys that it publishes, as `ProviderKeys` fetches and keeps
 * them: it starts while the provider is unreachable, and follows a change of keys.
 * @throws Error when the issuer is no URL that can be fetched securely.
 */
export function openOidcVerifier({ issuer, audience, clock, log }: OidcOptions): IdentityVerifier {
  if (!isSecureUrl(issuer)) throw new Error(`${issuer} cannot be trusted as an issuer: it must be an https: URL`);
  return new JoseIdentityVerifier(new ProviderKeys({ issuer, clock, log }).find, { issuer, audience, clock });
}
