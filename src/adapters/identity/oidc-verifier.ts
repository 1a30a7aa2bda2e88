import { createLocalJWKSet, errors, importJWK, type JWK } from "jose";
import { DomainError } from "../../domain/errors.js";
import type { IdentityVerifier } from "../../ports/driven/runtime/credentials.js";
import type { Clock, EventLog } from "../../ports/driven/runtime/system.js";
import { JoseIdentityVerifier, ALGORITHM_BY_KEY_TYPE, type KeySet } from "./jose-identity-verifier.js";
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
 * Creates a verifier for the tokens of an OpenID Connect provider. It starts while the provider is unreachable, and
 * follows key rotation (see `ProviderKeys`).
 * @throws Error when the issuer is not a secure URL.
 */
export function createOidcVerifier({ issuer, audience, clock, log }: OidcOptions): IdentityVerifier {
  if (!isSecureUrl(issuer)) throw new Error(`${issuer} cannot be trusted as an issuer: it must be an https: URL`);
  return new JoseIdentityVerifier(new ProviderKeys({ issuer, clock, log }).getKey, { issuer, audience, clock });
}

const REQUEST_TIMEOUT_MS = 5_000;
/** Older keys stay in use while they are fetched again in the background. */
const MAX_FRESH_MS = 10 * 60_000;
/** Older keys are not used: the longest outage of the provider without rejected tokens. */
const MAX_STALE_MS = 24 * 60 * 60_000;
/** Minimum time from a successful fetch to one that a token with an unknown key causes. */
const UNKNOWN_KEY_COOLDOWN_MS = 30_000;
/** Backoff after a failed fetch; doubled with every further failure. */
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** RFC 7518, section 3.3. */
const MIN_RSA_BITS = 2048;

export interface ProviderKeysOptions {
  readonly issuer: string;
  readonly clock: Clock;
  readonly log: EventLog | undefined;
}

interface FetchedKeys {
  readonly getKey: KeySet;
  /** In monotonic time. */
  readonly fetchedAtMs: number;
}

/**
 * The public keys of an OpenID Connect provider. They are fetched with the first token and again in the background, by
 * way of the provider's discovery document each time, so that a `jwks_uri` that moved is followed. While the provider
 * is unreachable the last good keys are used for 24 hours (stale-if-error). One fetch runs at a time, and tokens cannot
 * cause more fetches than the cool-downs allow.
 *
 * jose's `createRemoteJWKSet` does not fit: it drops keys that are too old before it has others, cools down after
 * successful fetches alone, fails as a whole on one malformed key, and measures ages by the wall clock.
 */
class ProviderKeys {
  private fetched: FetchedKeys | undefined;
  private fetching: Promise<void> | undefined;
  private failures = 0;
  /** In monotonic time. */
  private nextFetchAtMs = -Infinity;
  /** The keys that the last fetch skipped, so that each is logged once. */
  private skipped: readonly string[] = [];

  constructor(private readonly options: ProviderKeysOptions) {}

  /**
   * @throws DomainError `unavailable` when there are no keys to verify the token with.
   * @throws JOSEError when the provider has no key with the ID in the token.
   */
  readonly getKey: KeySet = async (header, token) => {
    const { getKey } = await this.loadUsableKeys();
    try {
      return await getKey(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.fetchUnlessTooSoon();
      // The key may be a new one of a provider that is unreachable.
      if (this.failures > 0) throw createUnavailableError();
      return (await this.loadUsableKeys()).getKey(header, token);
    }
  };

  private async loadUsableKeys(): Promise<FetchedKeys> {
    const ageMs = this.ageMs();
    const fetching = ageMs >= MAX_FRESH_MS ? this.fetchUnlessTooSoon() : undefined;
    if (ageMs >= MAX_STALE_MS) await fetching;
    if (!this.fetched || this.ageMs() >= MAX_STALE_MS) throw createUnavailableError();
    return this.fetched;
  }

  private ageMs(): number {
    return this.fetched ? this.options.clock.monotonicMs() - this.fetched.fetchedAtMs : Infinity;
  }

  /** Never rejects: `failures` and `fetched` hold the outcome. */
  private fetchUnlessTooSoon(): Promise<void> | undefined {
    if (!this.fetching && this.options.clock.monotonicMs() >= this.nextFetchAtMs) {
      this.fetching = this.fetch().finally(() => (this.fetching = undefined));
    }
    return this.fetching;
  }

  private async fetch(): Promise<void> {
    const { issuer, clock, log } = this.options;
    try {
      const getKey = createLocalJWKSet({
        keys: await this.selectUsable(await fetchKeySet(await discoverKeySetUrl(issuer))),
      });
      this.fetched = { getKey, fetchedAtMs: clock.monotonicMs() };
      this.failures = 0;
      this.nextFetchAtMs = clock.monotonicMs() + UNKNOWN_KEY_COOLDOWN_MS;
    } catch (error) {
      this.failures += 1;
      const backoffMs = Math.min(MIN_BACKOFF_MS * 2 ** (this.failures - 1), MAX_BACKOFF_MS);
      this.nextFetchAtMs = clock.monotonicMs() + backoffMs;
      log?.warn("identity.keys_unavailable", { issuer, error, failures: this.failures, usesOldKeys: !!this.fetched });
    }
  }

  /**
   * Skips weak and malformed keys, so that one of them disables neither the other keys nor the requests that name it.
   */
  private async selectUsable(keys: readonly unknown[]): Promise<JWK[]> {
    const { issuer, log } = this.options;
    const usable: JWK[] = [];
    const skipped: string[] = [];
    for (const key of keys) {
      const jwk = (typeof key === "object" ? key : undefined) as JWK | undefined;
      // Keys for encryption verify no signatures.
      if (jwk?.use !== undefined && jwk.use !== "sig") continue;
      const reason = await findKeyFault(jwk);
      if (jwk && reason === undefined) {
        usable.push(jwk);
        continue;
      }
      const fields = { issuer, kid: jwk?.kid, reason };
      skipped.push(JSON.stringify(fields));
      if (!this.skipped.includes(JSON.stringify(fields))) log?.warn("identity.key_skipped", fields);
    }
    this.skipped = skipped;
    if (usable.length === 0) throw new Error("The provider publishes no key that can be used");
    return usable;
  }
}

/** @returns why the key cannot verify signatures; undefined when it can. */
async function findKeyFault(jwk: JWK | null | undefined): Promise<string | undefined> {
  if (!jwk) return "it is not an object";
  const algorithm = ALGORITHM_BY_KEY_TYPE.get(jwk.kty);
  if (algorithm === undefined) return `its type ${JSON.stringify(jwk.kty)} is not supported`;
  try {
    const imported = await importJWK(jwk, algorithm);
    if (imported instanceof Uint8Array || imported.type !== "public") return "it is not a public key";
    const { modulusLength } = imported.algorithm as { modulusLength?: number };
    if (modulusLength !== undefined && modulusLength < MIN_RSA_BITS) return `it has ${modulusLength} bits`;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discoverKeySetUrl(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const metadata = (await fetchJson(url)) as { issuer?: unknown; jwks_uri?: unknown } | null;
  if (metadata?.issuer !== issuer) throw new Error(`${url} describes another issuer`);
  if (typeof metadata.jwks_uri !== "string" || !isSecureUrl(metadata.jwks_uri)) {
    throw new Error(`${url} names no key set that can be fetched securely`);
  }
  return metadata.jwks_uri;
}

async function fetchKeySet(url: string): Promise<readonly unknown[]> {
  const keySet = (await fetchJson(url)) as { keys?: unknown } | null;
  if (!Array.isArray(keySet?.keys)) throw new Error(`${url} answered with no key set`);
  return keySet.keys as readonly unknown[];
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

function createUnavailableError(): DomainError {
  return new DomainError("unavailable", "identity_unavailable", "The identity provider cannot be reached");
}
