import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, createLocalJWKSet, SignJWT, type JSONWebKeySet } from "jose";
import { broken } from "../../domain/errors.js";
import { isUserId } from "../../domain/user.js";
import type { IdentityVerifier } from "../../ports/driven/identity-verifier.js";
import { JoseIdentityVerifier, MAX_TOKEN_LIFETIME_SECONDS, type Expected } from "./jose-identity-verifier.js";

const ALGORITHM = "EdDSA";
const ONE_HOUR = 3600;

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8: RFC 8410, section 7. */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

export interface LocalIssuerOptions extends Expected {
  /** 32 secret bytes, kept with the data. The same seed is the same key in every process and after every start. */
  readonly seed: Uint8Array;
}

export interface TokenRequest {
  readonly userId: string;
  readonly name?: string | undefined;
  /** A whole number from 1 to `MAX_TOKEN_LIFETIME_SECONDS`; an hour when absent. */
  readonly lifetimeSeconds?: number | undefined;
}

/** The issuer of identity tokens for whoever has no other: needs nothing outside. Decision 1.7. */
export class LocalIssuer {
  private constructor(
    private readonly own: Expected,
    private readonly key: KeyObject,
    private readonly kid: string,
  ) {}

  /** @throws when the seed does not have 32 bytes. */
  static async open({ seed, issuer, audience, clock }: LocalIssuerOptions): Promise<LocalIssuer> {
    if (seed.length !== 32) throw new Error(`The seed of the signing key has 32 bytes, not ${seed.length}`);
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
    const kid = await calculateJwkThumbprint(createPublicKey(key).export({ format: "jwk" }));
    return new LocalIssuer({ issuer, audience, clock }, key, kid);
  }

  /** The public half, for `/.well-known/jwks.json`. */
  jwks(): JSONWebKeySet {
    const publicKey = createPublicKey(this.key).export({ format: "jwk" });
    return { keys: [{ ...publicKey, kid: this.kid, alg: ALGORITHM, use: "sig" }] };
  }

  /** What checks its tokens, in every process on the same seed. */
  verifier(): IdentityVerifier {
    return new JoseIdentityVerifier(createLocalJWKSet(this.jwks()), this.own);
  }

  /**
   * A signed token that speaks for the user, valid from now on.
   * @throws DomainError `invalid` for a user id that no verifier would take, or a lifetime that is none.
   */
  async issue({ userId, name, lifetimeSeconds = ONE_HOUR }: TokenRequest): Promise<string> {
    if (!isUserId(userId)) throw broken("user_id", "A user id has 1 to 255 characters and is not blank");
    if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > MAX_TOKEN_LIFETIME_SECONDS) {
      const text = `A token lives for 1 second to ${MAX_TOKEN_LIFETIME_SECONDS / 3600} hours: for longer, make a key`;
      throw broken("token_lifetime", text);
    }
    const now = Math.floor(this.own.clock.now().getTime() / 1000);
    return new SignJWT(name === undefined ? {} : { name })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.kid, typ: "JWT" })
      .setIssuer(this.own.issuer)
      .setAudience(this.own.audience)
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(this.key);
  }
}
