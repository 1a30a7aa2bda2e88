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
  readonly apps: Pick<AppRepository, "bySecretDigest">;
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
/** How long whoever showed a good key is not taken for one who guesses, in milliseconds. */
const TRUSTED_MS = 10 * MINUTE;
const GOOD_KEYS = 10_000;

/** What was good when it was looked up. */
interface Seen {
  /** When that was, in milliseconds since 1970. */
  readonly at: number;
}

interface GoodKey extends Seen {
  readonly principal: Principal;
  /** What `revocations` was when it was looked up. */
  readonly revocations: number;
}

/** Who calls, how often, and what they may do. Decisions 1.6 to 1.10, 3.1. */
export class Access implements AccessUseCases {
  /** By secret. */
  private readonly goodKeys = new Map<string, GoodKey>();
  /** By secret: those that are no guesses. Whether they are good still is looked up each time. */
  private readonly goodAppSecrets = new Map<string, Seen>();
  private revocations = 0;

  constructor(
    private readonly ports: AccessPorts,
    private readonly limits: AccessLimits,
  ) {}

  async authenticate({ credential, accepts, address }: Attempt): Promise<Principal> {
    const known = credential === undefined ? undefined : this.recall(credential);
    if (known && accepts.includes(known.kind)) return known;
    const failures = this.failuresFrom(address);
    // A key that was good is no guess: whoever guesses at the same address does not shut its owner out.
    if (!this.trusts(credential)) await this.holdBack(failures);
    if (credential === undefined) throw credentialMissing();
    const isToken = credential.split(".").length === 3;
    const principal = isToken ? await this.byToken(credential) : await this.byKey(credential);
    if (principal && accepts.includes(principal.kind)) return principal;
    if (!principal) {
      this.goodKeys.delete(credential);
      await this.ports.rateLimiter.take(failures);
    }
    const wrongKind = accepts.length === 1 && accepts[0] === "token";
    throw unauthenticated(isToken || wrongKind ? "Invalid authentication credentials" : "Invalid API Key");
  }

  async authenticateApp({ credential, appId, address }: AppAttempt): Promise<AppPrincipal> {
    const { apps, secrets, clock } = this.ports;
    const failures = this.failuresFrom(address);
    if (!this.isWithin(this.goodAppSecrets.get(credential), TRUSTED_MS)) await this.holdBack(failures);
    const now = clock.now();
    const digest = secrets.digest(credential);
    const app = await apps.bySecretDigest(digest);
    if (app?.state.id !== appId || !app.isKnownBy(digest, now)) {
      this.goodAppSecrets.delete(credential);
      await this.ports.rateLimiter.take(failures);
      throw unauthenticated("Invalid authentication credentials");
    }
    if (this.goodAppSecrets.size >= GOOD_KEYS) this.goodAppSecrets.clear();
    this.goodAppSecrets.set(credential, { at: now.getTime() });
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
    const isFresh = known?.revocations === this.revocations && this.isWithin(known, REMEMBERED_MS);
    return isFresh ? known.principal : undefined;
  }

  private trusts(credential: string | undefined): boolean {
    return credential !== undefined && this.isWithin(this.goodKeys.get(credential), TRUSTED_MS);
  }

  private isWithin(known: Seen | undefined, milliseconds: number): boolean {
    return known !== undefined && this.ports.clock.now().getTime() < known.at + milliseconds;
  }

  private failuresFrom(address: string): Quota[] {
    return quota(`failures:${address}`, this.limits.failuresPerMinute, MINUTE);
  }

  /** Decision 3.1: who has failed too often is refused before anything is looked up. */
  private async holdBack(failures: readonly Quota[]): Promise<void> {
    if (failures.length === 0) return;
    const admission = await this.ports.rateLimiter.peek(failures);
    if (!admission.allowed) throw tooMany(admission);
  }

  private async byKey(secret: string): Promise<Principal | undefined> {
    // Those of before the look-up: what is revoked while it is under way may have been found all the same.
    const { revocations } = this;
    const { apiKeys, clock, secrets } = this.ports;
    const now = clock.now();
    const key = await apiKeys.findByDigest(secrets.digest(secret));
    if (!key) return undefined;
    this.noteUse(key, now);
    const { id, userId, scopes } = key.state;
    const principal: Principal = { userId, kind: "key", scopes, quotas: this.quotas(`key:${id}`, userId) };
    if (this.goodKeys.size >= GOOD_KEYS) this.goodKeys.clear();
    this.goodKeys.set(secret, { principal, at: now.getTime(), revocations });
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
