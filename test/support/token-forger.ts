import { createPublicKey } from "node:crypto";
import { decodeJwt, type JWTPayload } from "jose";
import { LocalIssuer, type LocalIssuerOptions } from "../../src/adapters/identity/index.js";
import { createSigningKey, createHmacToken, createUnsignedToken } from "./signed-tokens.js";

const HOUR_MS = 3_600_000;

/** Creates tokens of a service's own issuer, and tokens with exactly one fault. */
export class TokenForger {
  /** @param issuerOptions the options of the service's issuer, including its secret seed. */
  constructor(private readonly issuerOptions: LocalIssuerOptions) {}

  createValid(userId: string): Promise<string> {
    return this.issueToken(userId, {});
  }

  createExpired(userId: string): Promise<string> {
    return this.issueToken(userId, { clock: this.shiftClock(-2 * HOUR_MS) });
  }

  createNotYetValid(userId: string): Promise<string> {
    return this.issueToken(userId, { clock: this.shiftClock(HOUR_MS) });
  }

  /** Signed with a key that the service does not know. */
  createFromOtherIssuer(userId: string): Promise<string> {
    return this.issueToken(userId, { issuer: "https://id.example.org", seed: new Uint8Array(32).fill(7) });
  }

  /** Signed with the service's own key. */
  createWithOtherIssuerName(userId: string): Promise<string> {
    return this.issueToken(userId, { issuer: "https://id.example.org" });
  }

  createForOtherAudience(userId: string): Promise<string> {
    return this.issueToken(userId, { audience: "another" });
  }

  /** With the service's issuer name and key ID. */
  createSignedByOtherKey(userId: string): Promise<string> {
    return this.createFromClaims(userId, async (claims, { kid }) =>
      (await createSigningKey("EdDSA", kid)).sign(claims),
    );
  }

  /** With `alg: none`. */
  createUnsigned(userId: string): Promise<string> {
    return this.createFromClaims(userId, (claims) => createUnsignedToken(claims));
  }

  /** Signed with HS256, with the public key as the secret. */
  createSignedByPublicKey(userId: string): Promise<string> {
    return this.createFromClaims(userId, (claims, { kid, pem }) => createHmacToken(claims, pem, kid));
  }

  async createWithChangedSignature(userId: string): Promise<string> {
    const [header, payload, signature = ""] = (await this.createValid(userId)).split(".");
    return [header, payload, (signature.startsWith("A") ? "B" : "A") + signature.slice(1)].join(".");
  }

  /** A valid token of another user, with the subject changed to this user. */
  createWithChangedSubject(userId: string): Promise<string> {
    return this.createFromClaims(userId, async (claims) => {
      const [header, , signature] = (await this.createValid("somebody-else")).split(".");
      return [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    });
  }

  private async issueToken(userId: string, overrides: Partial<LocalIssuerOptions>): Promise<string> {
    return (await LocalIssuer.open({ ...this.issuerOptions, ...overrides })).issueToken({ userId });
  }

  private async createFromClaims(
    userId: string,
    createToken: (claims: JWTPayload, key: { readonly kid: string; readonly pem: string }) => string | Promise<string>,
  ): Promise<string> {
    const [key = {}] = (await LocalIssuer.open(this.issuerOptions)).buildKeySet().keys;
    const pem = createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
    return createToken(decodeJwt(await this.createValid(userId)), { kid: String(key.kid), pem });
  }

  private shiftClock(milliseconds: number): LocalIssuerOptions["clock"] {
    const { clock } = this.issuerOptions;
    return {
      now: () => new Date(clock.now().getTime() + milliseconds),
      monotonicMs: () => clock.monotonicMs(),
    };
  }
}
