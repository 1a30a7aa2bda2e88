import { scopes as allScopes, type ApiKey, type Scope } from "../domain/api-key.js";
import { DomainError, RateLimited } from "../domain/errors.js";
import { User } from "../domain/user.js";
import type {
  Admission,
  ApiKeyRepository,
  AppRepository,
  Clock,
  EventLog,
  IdentityVerifier,
  Quota,
  RateLimiter,
  Secrets,
  UserRepository,
} from "../ports/driven/index.js";
import type { AccessUseCases, AppAttempt, AppPrincipal, Attempt, Principal } from "../ports/driving/index.js";

/** Calls in a window; 0 is no limit (decision 3.1). */
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

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Decision 1.4: a key revoked elsewhere is refused within a second, so no look-up is trusted as long as that. */
const REMEMBERED_MS = 500;
/** How long an unknown credential is refused without another lookup. */
const UNKNOWN_TTL_MS = 1_000;
const MAX_GOOD_KEYS = 10_000;
const MAX_UNKNOWN_DIGESTS = 10_000;

interface GoodKey {
  readonly principal: Principal;
  /** The monotonic time of the lookup. */
  readonly atMs: number;
  /** What `revocations` was when it was looked up. */
  readonly revocations: number;
}

/**
 * Authentication, authorization and rate limits (decisions 1.6 to 1.10, 3.1). A credential is verified first: a valid
 * one is accepted whatever other requests come from its address. An invalid one counts against its address, and beyond
 * the limit gets a 429. A lookup reads by a unique key, so guesses cost no more than other requests.
 */
export class Access implements AccessUseCases {
  /** By secret. */
  private readonly goodKeys = new Map<string, GoodKey>();
  /** Digests of unknown credentials, with the monotonic time of their lookup. */
  private readonly unknownDigests = new Map<string, number>();
  private revocations = 0;

  constructor(
    private readonly ports: AccessPorts,
    private readonly limits: AccessLimits,
  ) {}

  async authenticate({ credential, accepts, address }: Attempt): Promise<Principal> {
    const known = credential === undefined ? undefined : this.recall(credential);
    if (known && accepts.includes(known.kind)) return known;
    if (credential === undefined) throw credentialMissing();
    const isToken = credential.split(".").length === 3;
    const principal = isToken ? await this.byToken(credential) : await this.byKey(credential);
    if (principal && accepts.includes(principal.kind)) return principal;
    if (!principal) {
      this.goodKeys.delete(credential);
      await this.countFailure(address);
    }
    const wrongKind = accepts.length === 1 && accepts[0] === "token";
    throw unauthenticated(isToken || wrongKind ? "Invalid authentication credentials" : "Invalid API Key");
  }

  async authenticateApp({ credential, appId, address }: AppAttempt): Promise<AppPrincipal> {
    const { apps, secrets, clock } = this.ports;
    const digest = secrets.digest(credential);
    const app = await this.lookUp(`app:${digest}`, () => apps.findBySecretDigest(digest));
    if (app?.state.id !== appId || !app.isKnownBy(digest, clock.now())) {
      await this.countFailure(address);
      throw unauthenticated("Invalid authentication credentials");
    }
    return { appId, ownerId: app.state.ownerId };
  }

  async admit({ quotas }: Principal): Promise<Admission> {
    return this.ports.rateLimiter.take(quotas);
  }

  require({ scopes }: Principal, required: readonly Scope[]): void {
    const missing = required.find((scope) => !scopes.includes(scope));
    if (missing !== undefined) {
      throw new DomainError("forbidden", "scope_missing", `Insufficient permissions. Required scope: ${missing}`);
    }
  }

  /** To be called when a key has been revoked: from here on every key is looked up anew. */
  forgetKeys(): void {
    this.revocations += 1;
  }

  /** A busy client's key is looked up a few times a second, not with every request. */
  private recall(secret: string): Principal | undefined {
    const known = this.goodKeys.get(secret);
    const isFresh = known?.revocations === this.revocations && this.isWithin(known.atMs, REMEMBERED_MS);
    return isFresh ? known.principal : undefined;
  }

  private isWithin(sinceMs: number | undefined, milliseconds: number): boolean {
    return sinceMs !== undefined && this.ports.clock.monotonicMs() < sinceMs + milliseconds;
  }

  /** @throws RateLimited when the address has failed too often. */
  private async countFailure(address: string): Promise<void> {
    const failures = quota(`failures:${address}`, this.limits.failuresPerMinute, MINUTE);
    if (failures.length === 0) return;
    const admission = await this.ports.rateLimiter.take(failures);
    if (!admission.allowed) throw tooMany(admission);
  }

  /** Looks up a digest in the store, unless a recent lookup failed: repeated invalid credentials cause no reads. */
  private async lookUp<T>(digest: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    if (this.isWithin(this.unknownDigests.get(digest), UNKNOWN_TTL_MS)) return undefined;
    const found = await find();
    if (found !== undefined) return found;
    if (this.unknownDigests.size >= MAX_UNKNOWN_DIGESTS) this.unknownDigests.clear();
    this.unknownDigests.set(digest, this.ports.clock.monotonicMs());
    return undefined;
  }

  private async byKey(secret: string): Promise<Principal | undefined> {
    // Those of before the look-up: what is revoked while it is under way may have been found all the same.
    const { revocations } = this;
    const { apiKeys, clock, secrets } = this.ports;
    const atMs = clock.monotonicMs();
    const digest = secrets.digest(secret);
    const key = await this.lookUp(`key:${digest}`, () => apiKeys.findByDigest(digest));
    if (!key) return undefined;
    this.noteUse(key, clock.now());
    const { id, userId, scopes } = key.state;
    const principal: Principal = { userId, kind: "key", scopes, quotas: this.quotas(`key:${id}`, userId) };
    if (this.goodKeys.size >= MAX_GOOD_KEYS) this.goodKeys.clear();
    this.goodKeys.set(secret, { principal, atMs, revocations });
    return principal;
  }

  private async byToken(token: string): Promise<Principal | undefined> {
    const { identity, users, clock } = this.ports;
    const known = await identity.verify(token);
    if (!known) return undefined;
    const { subject: id, name } = known;
    const user =
      (await users.get(id)) ?? (await users.insertOrGet(User.create({ id, displayName: name, now: clock.now() })));
    const { id: userId } = user.state;
    // All identity tokens of a user count as one key.
    return { userId, kind: "token", scopes: allScopes, quotas: this.quotas(`tokens:${id}`, userId) };
  }

  private quotas(credential: string, userId: string): Quota[] {
    return [...quota(credential, this.limits.perMinute, MINUTE), ...quota(`user:${userId}`, this.limits.perDay, DAY)];
  }

  /** Off the request path: the request neither waits for it nor fails with it (decision 1.5). */
  private noteUse(key: ApiKey, now: Date): void {
    const { apiKeys, log } = this.ports;
    if (!key.wasUnusedBefore(now)) return;
    apiKeys.markUsed(key.used(now)).catch((error: unknown) => {
      log.warn("api_key.use_not_noted", { key: key.state.id, error: String(error) });
    });
  }
}

function quota(key: string, limit: number, windowMs: number): Quota[] {
  return limit === 0 ? [] : [{ key, limit, windowMs }];
}

function unauthenticated(message: string): DomainError {
  return new DomainError("unauthenticated", "unauthenticated", message);
}

/** The refusal of who shows nothing that could be a credential. */
export function credentialMissing(): DomainError {
  return unauthenticated("Missing or invalid Authorization header. Must be 'Bearer API_KEY'");
}

/** The refusal of a call that was not admitted. */
export function tooMany({ quotas }: Admission): RateLimited {
  return new RateLimited(Math.max(0, ...quotas.map(({ retryAfterMs }) => retryAfterMs)));
}
