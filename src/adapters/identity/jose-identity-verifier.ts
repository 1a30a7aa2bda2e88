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

/** Decision 1.7: pinned, so that no token chooses how it is checked. */
const algorithms = ["RS256", "ES256", "EdDSA"];

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
    if (!claims || typeof claims.sub !== "string" || !isUserId(claims.sub) || isFromTheFuture(claims, now))
      return undefined;
    return isName(claims.name) ? { subject: claims.sub, name: claims.name } : { subject: claims.sub };
  }

  private async claimsOf(token: string, now: Date): Promise<JWTPayload | undefined> {
    const { issuer, audience } = this.expected;
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        algorithms,
        issuer,
        audience,
        requiredClaims: ["sub", "iat", "exp"],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: now,
      });
      return payload;
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

function isName(value: unknown): value is string {
  return typeof value === "string" && !isBlank(value) && !(displayName.read(value) instanceof Refused);
}
