import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { displayName } from "../../domain/limits.js";
import { Refused } from "../../domain/rules.js";
import { isUserId } from "../../domain/user.js";
import { isBlank } from "../../domain/white-space.js";
import type { Clock } from "../../ports/driven/clock.js";
import type { Identity, IdentityVerifier } from "../../ports/driven/identity-verifier.js";

/** Finds the public key that a token names, as jose's key sets do. */
export type KeySet = JWTVerifyGetKey;

/** Whose tokens are taken, and for whom they must be made. */
export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
}

/** The algorithm by `kty` of the key (RFC 7517, section 4.1); pinned, so that no token selects it (decision 1.7). */
export const ALGORITHM_BY_KEY_TYPE: ReadonlyMap<string | undefined, string> = new Map([
  ["RSA", "RS256"],
  ["EC", "ES256"],
  ["OKP", "EdDSA"],
]);

/**
 * The `typ` of identity tokens is `JWT`, that of JWT access tokens `at+jwt` (RFC 9068), and many ID tokens have none. A
 * token that is signed with the same key for another purpose, such as a logout token, has another type.
 */
const TOKEN_TYPES: ReadonlySet<unknown> = new Set([undefined, "jwt", "at+jwt"]);

/** From `iat` to `exp`. Providers issue identity tokens for 5 minutes to 24 hours. */
export const MAX_TOKEN_LIFETIME_SECONDS = 24 * 60 * 60;

/** RFC 7515, section 7.1; jose would read over white space. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** How far the issuer's clock and ours may be apart. Decision 1.7 allows 60. */
const TOLERANCE_SECONDS = 30;

/** Checks JSON Web Tokens (RFC 7519) as RFC 8725 advises. Decision 1.7. */
export class JoseIdentityVerifier implements IdentityVerifier {
  constructor(
    private readonly keys: KeySet,
    private readonly expected: Expected,
  ) {}

  /** @throws DomainError `unavailable` when the key set cannot be had. */
  async verify(token: string): Promise<Identity | undefined> {
    if (!COMPACT.test(token)) return undefined;
    const now = this.expected.clock.now();
    const claims = await this.claimsOf(token, now);
    if (!claims || typeof claims.sub !== "string" || !isUserId(claims.sub)) return undefined;
    if (isFromTheFuture(claims, now) || isTooLongLived(claims)) return undefined;
    return isName(claims.name) ? { subject: claims.sub, name: claims.name } : { subject: claims.sub };
  }

  private async claimsOf(token: string, now: Date): Promise<JWTPayload | undefined> {
    const { issuer, audience } = this.expected;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys, {
        algorithms: [...ALGORITHM_BY_KEY_TYPE.values()],
        issuer,
        audience,
        requiredClaims: ["sub", "iat", "exp"],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: now,
      });
      return TOKEN_TYPES.has(mediaSubtype(protectedHeader.typ)) ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/** jose looks at `iat` only to limit a token's age. */
function isFromTheFuture({ iat = Infinity }: JWTPayload, now: Date): boolean {
  return iat > now.getTime() / 1000 + TOLERANCE_SECONDS;
}

function isTooLongLived({ iat = 0, exp = Infinity }: JWTPayload): boolean {
  return exp - iat > MAX_TOKEN_LIFETIME_SECONDS;
}

/** RFC 7515, section 4.1.9: case-insensitive, and `application/` may be absent. */
function mediaSubtype(typ: unknown): unknown {
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && !isBlank(value) && !(displayName.read(value) instanceof Refused);
}
