import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, createLocalJWKSet, SignJWT, type JSONWebKeySet } from "jose";
import { DomainError, invalidInput } from "../../domain/errors.js";
import { isUserId } from "../../domain/user/user.js";
import type { IdentityVerifier } from "../../ports/driven/runtime/credentials.js";
import { JoseIdentityVerifier, MAX_TOKEN_LIFETIME_SECONDS, type TokenExpectations } from "./jose-identity-verifier.js";

const SIGNING_ALGORITHM = "EdDSA";
const DEFAULT_LIFETIME_SECONDS = 3600;

/** The PKCS #8 header that precedes the 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const PKCS8_ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export interface LocalIssuerOptions extends TokenExpectations {
  /**
   * 32 secret bytes, stored with the data. The same seed gives the same key in every process and after every restart.
   */
  readonly seed: Uint8Array;
}

export interface TokenRequest {
  readonly userId: string;
  readonly name?: string | undefined;
  /** An integer from 1 to `MAX_TOKEN_LIFETIME_SECONDS`; one hour by default. */
  readonly lifetimeSeconds?: number | undefined;
}

/** Issues identity tokens for deployments without an OpenID Connect provider (decision 1.7). */
export class LocalIssuer {
  private constructor(
    private readonly expectations: TokenExpectations,
    private readonly privateKey: KeyObject,
    private readonly keyId: string,
  ) {}

  /** @throws when the seed does not have 32 bytes. */
  static async open({ seed, issuer, audience, clock }: LocalIssuerOptions): Promise<LocalIssuer> {
    if (seed.length !== 32) throw new Error(`The seed of the signing key must have 32 bytes, not ${seed.length}`);
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519_PREFIX, seed]), format: "der", type: "pkcs8" });
    const keyId = await calculateJwkThumbprint(createPublicKey(key).export({ format: "jwk" }));
    return new LocalIssuer({ issuer, audience, clock }, key, keyId);
  }

  /** Returns the public key as a JWK set, for `/.well-known/jwks.json`. */
  buildKeySet(): JSONWebKeySet {
    const publicKey = createPublicKey(this.privateKey).export({ format: "jwk" });
    return { keys: [{ ...publicKey, kid: this.keyId, alg: SIGNING_ALGORITHM, use: "sig" }] };
  }

  /** Returns a verifier for the tokens of every issuer with the same seed. */
  createVerifier(): IdentityVerifier {
    return new JoseIdentityVerifier(createLocalJWKSet(this.buildKeySet()), this.expectations);
  }

  /**
   * Issues a signed token for the user, valid from now.
   * @throws DomainError `invalid` for an invalid user ID or lifetime.
   */
  async issueToken({ userId, name, lifetimeSeconds = DEFAULT_LIFETIME_SECONDS }: TokenRequest): Promise<string> {
    if (!isUserId(userId)) throw invalidInput("user_id_malformed");
    if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > MAX_TOKEN_LIFETIME_SECONDS) {
      const text = `A token lives for 1 second to ${MAX_TOKEN_LIFETIME_SECONDS / 3600} hours: for longer, make a key`;
      throw new DomainError("invalid", "token_lifetime", text);
    }
    const nowSeconds = Math.floor(this.expectations.clock.now().getTime() / 1000);
    return new SignJWT(name === undefined ? {} : { name })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: this.keyId, typ: "JWT" })
      .setIssuer(this.expectations.issuer)
      .setAudience(this.expectations.audience)
      .setSubject(userId)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + lifetimeSeconds)
      .sign(this.privateKey);
  }
}
