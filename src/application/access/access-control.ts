import { apiScopes as allScopes, type ApiKey, type ApiScope } from "../../domain/user/api-key.js";
import { createError, rateLimitExceeded, unauthenticated } from "../../domain/errors.js";
import { User } from "../../domain/user/user.js";
import type {
  RateLimitResult,
  ApiKeyRepository,
  AppRepository,
  Clock,
  EventLog,
  IdentityVerifier,
  RateLimitQuota,
  RateLimiter,
  Secrets,
  UserRepository,
} from "../../ports/driven/index.js";
import type {
  AccessUseCases,
  AppAuthenticationRequest,
  AppPrincipal,
  AuthenticationRequest,
  Principal,
} from "../../ports/driving/index.js";

/** Requests per time window; 0 disables the limit. */
export interface AccessLimits {
  /** For one key, or all identity tokens of one user. */
  readonly perMinute: number;
  /** For one user. */
  readonly perDay: number;
  /** Failed credentials from one address. */
  readonly failuresPerMinute: number;
}

export interface AccessPorts {
  readonly apiKeys: ApiKeyRepository;
  readonly apps: Pick<AppRepository, "findBySecretDigest">;
  readonly users: UserRepository;
  readonly secrets: Secrets;
  readonly identity: IdentityVerifier;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly log: EventLog;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A key revoked by another process is rejected within one second (decision 1.4), so entries expire sooner. */
const KEY_CACHE_TTL_MS = 500;
/** How long an unknown credential is rejected without another lookup. */
const UNKNOWN_CREDENTIAL_TTL_MS = 1_000;
const MAX_CACHED_KEYS = 10_000;
const MAX_UNKNOWN_DIGESTS = 10_000;

interface CachedKey {
  readonly principal: Principal;
  /** The monotonic time of the lookup. */
  readonly lookedUpAtMs: number;
  /** The value of `AccessControl.revocationCount` before the lookup. */
  readonly revocationCount: number;
}

/**
 * Authentication, authorization and rate limits (decisions 1.6 to 1.10, 3.1). A credential is verified first: a valid
 * one is accepted whatever other requests come from its address. An invalid one counts against its address, and beyond
 * the limit the address is limited. A lookup reads by a unique key, so guesses cost no more than other requests.
 */
export class AccessControl implements AccessUseCases {
  /** By secret. */
  private readonly keyCache = new Map<string, CachedKey>();
  /** Digests of unknown credentials, with the monotonic time of their lookup. */
  private readonly unknownDigests = new Map<string, number>();
  private revocationCount = 0;

  constructor(
    private readonly ports: AccessPorts,
    private readonly limits: AccessLimits,
  ) {}

  async authenticate({ credential, acceptedKinds, address }: AuthenticationRequest): Promise<Principal> {
    const cached = credential === undefined ? undefined : this.getCachedPrincipal(credential);
    if (cached && acceptedKinds.includes(cached.kind)) return cached;
    if (credential === undefined) throw unauthenticated("credential_missing");
    const isToken = credential.split(".").length === 3;
    const principal = isToken ? await this.authenticateToken(credential) : await this.authenticateKey(credential);
    if (principal && acceptedKinds.includes(principal.kind)) return principal;
    if (!principal) {
      this.keyCache.delete(credential);
      await this.countFailure(address);
    }
    const isTokenRequired = acceptedKinds.length === 1 && acceptedKinds[0] === "token";
    throw unauthenticated(isToken || isTokenRequired ? "credential_invalid" : "api_key_invalid");
  }

  async authenticateApp({ credential, appId, address }: AppAuthenticationRequest): Promise<AppPrincipal> {
    const { apps, secrets, clock } = this.ports;
    const digest = secrets.computeDigest(credential);
    const app = await this.lookUp(`app:${digest}`, () => apps.findBySecretDigest(digest));
    if (app?.state.id !== appId || !app.hasValidSecret(digest, clock.now())) {
      await this.countFailure(address);
      throw unauthenticated("credential_invalid");
    }
    return { appId, ownerId: app.state.ownerId };
  }

  async consumeQuotas({ quotas }: Principal): Promise<RateLimitResult> {
    return this.ports.rateLimiter.consume(quotas);
  }

  requireScopes({ scopes }: Principal, required: readonly ApiScope[]): void {
    const missing = required.find((scope) => !scopes.includes(scope));
    if (missing !== undefined) {
      throw createError("forbidden", "scope_missing", { scope: missing });
    }
  }

  /** Call it when a key was revoked: every key is then looked up again. */
  invalidateKeyCache(): void {
    this.revocationCount += 1;
  }

  /** Returns the principal of a recent lookup of the key, so that not every request reads the store. */
  private getCachedPrincipal(secret: string): Principal | undefined {
    const cached = this.keyCache.get(secret);
    const isFresh =
      cached?.revocationCount === this.revocationCount && this.isWithin(cached.lookedUpAtMs, KEY_CACHE_TTL_MS);
    return isFresh ? cached.principal : undefined;
  }

  private isWithin(sinceMs: number | undefined, durationMs: number): boolean {
    return sinceMs !== undefined && this.ports.clock.monotonicMs() < sinceMs + durationMs;
  }

  /** @throws RateLimitedError when the address has failed too often. */
  private async countFailure(address: string): Promise<void> {
    const failures = createQuotas(`failures:${address}`, this.limits.failuresPerMinute, MINUTE_MS);
    if (failures.length === 0) return;
    const result = await this.ports.rateLimiter.consume(failures);
    if (!result.isAllowed) throw rateLimitExceeded(result.quotas);
  }

  /** Looks up a digest in the store, unless a recent lookup failed: repeated invalid credentials cause no reads. */
  private async lookUp<T>(digest: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    if (this.isWithin(this.unknownDigests.get(digest), UNKNOWN_CREDENTIAL_TTL_MS)) return undefined;
    const found = await find();
    if (found !== undefined) return found;
    if (this.unknownDigests.size >= MAX_UNKNOWN_DIGESTS) this.unknownDigests.clear();
    this.unknownDigests.set(digest, this.ports.clock.monotonicMs());
    return undefined;
  }

  private async authenticateKey(secret: string): Promise<Principal | undefined> {
    // Read before the lookup: a key that is revoked during the lookup may still be found.
    const { revocationCount } = this;
    const { apiKeys, clock, secrets } = this.ports;
    const lookedUpAtMs = clock.monotonicMs();
    const digest = secrets.computeDigest(secret);
    const key = await this.lookUp(`key:${digest}`, () => apiKeys.findByDigest(digest));
    if (!key) return undefined;
    this.recordUse(key, clock.now());
    const { id, userId, scopes } = key.state;
    const principal: Principal = {
      userId,
      kind: "key",
      scopes,
      quotas: this.createPrincipalQuotas(`key:${id}`, userId),
    };
    if (this.keyCache.size >= MAX_CACHED_KEYS) this.keyCache.clear();
    this.keyCache.set(secret, { principal, lookedUpAtMs, revocationCount });
    return principal;
  }

  private async authenticateToken(token: string): Promise<Principal | undefined> {
    const { identity, users, clock } = this.ports;
    const claims = await identity.verify(token);
    if (!claims) return undefined;
    const { subject: id, name } = claims;
    const user =
      (await users.get(id)) ?? (await users.insertOrGet(User.create({ id, displayName: name, now: clock.now() })));
    const { id: userId } = user.state;
    // All identity tokens of a user count as one key.
    return { userId, kind: "token", scopes: allScopes, quotas: this.createPrincipalQuotas(`tokens:${id}`, userId) };
  }

  private createPrincipalQuotas(credential: string, userId: string): RateLimitQuota[] {
    return [
      ...createQuotas(credential, this.limits.perMinute, MINUTE_MS),
      ...createQuotas(`user:${userId}`, this.limits.perDay, DAY_MS),
    ];
  }

  /** Updates `lastUsedAt` in the background: the request neither waits for the write nor fails with it. */
  private recordUse(key: ApiKey, now: Date): void {
    const { apiKeys, log } = this.ports;
    if (!key.needsLastUsedUpdate(now)) return;
    apiKeys.markUsed(key.markUsed(now)).catch((error: unknown) => {
      log.warn("api_key.last_used_update_failed", { key: key.state.id, error: String(error) });
    });
  }
}

function createQuotas(key: string, limit: number, windowMs: number): RateLimitQuota[] {
  return limit === 0 ? [] : [{ key, limit, windowMs }];
}
