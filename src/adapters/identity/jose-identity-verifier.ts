import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { displayName } from "../../domain/limits.js";
import { ValidationFailure } from "../../domain/rules.js";
import { isUserId } from "../../domain/user/user.js";
import { isBlank } from "../../domain/text/normalize-text.js";
import type { Clock } from "../../ports/driven/runtime/system.js";
import type { Identity, IdentityVerifier } from "../../ports/driven/runtime/credentials.js";

/** Finds the public key that a token names, as jose's key sets do. */
export type KeySet = JWTVerifyGetKey;

/** The issuer and the audience that a token must have. */
export interface TokenExpectations {
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

/** RFC 7515, section 7.1; jose would ignore white space. */
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The permitted difference between the clocks of the issuer and of this service. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Verifies JSON Web Tokens (RFC 7519) as RFC 8725 recommends (decision 1.7). */
export class JoseIdentityVerifier implements IdentityVerifier {
  constructor(
    private readonly keySet: KeySet,
    private readonly expectations: TokenExpectations,
  ) {}

  /**
   * @returns undefined for a token that is not valid.
   * @throws DomainError `unavailable` when the key set cannot be fetched.
   */
  async verify(token: string): Promise<Identity | undefined> {
    if (!COMPACT_JWS.test(token)) return undefined;
    const now = this.expectations.clock.now();
    const claims = await this.verifyClaims(token, now);
    if (!claims || typeof claims.sub !== "string" || !isUserId(claims.sub)) return undefined;
    if (isIssuedInFuture(claims, now) || hasExcessiveLifetime(claims)) return undefined;
    return isValidName(claims.name) ? { subject: claims.sub, name: claims.name } : { subject: claims.sub };
  }

  private async verifyClaims(token: string, now: Date): Promise<JWTPayload | undefined> {
    const { issuer, audience } = this.expectations;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keySet, {
        algorithms: [...ALGORITHM_BY_KEY_TYPE.values()],
        issuer,
        audience,
        requiredClaims: ["sub", "iat", "exp"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: now,
      });
      return TOKEN_TYPES.has(normalizeTokenType(protectedHeader.typ)) ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/** jose checks `iat` only to limit a token's age. */
function isIssuedInFuture({ iat = Infinity }: JWTPayload, now: Date): boolean {
  return iat > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
}

function hasExcessiveLifetime({ iat = 0, exp = Infinity }: JWTPayload): boolean {
  return exp - iat > MAX_TOKEN_LIFETIME_SECONDS;
}

/** RFC 7515, section 4.1.9: case-insensitive, and `application/` may be absent. */
function normalizeTokenType(typ: unknown): unknown {
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;
}

function isValidName(value: unknown): value is string {
  return typeof value === "string" && !isBlank(value) && !(displayName.read(value) instanceof ValidationFailure);
}
