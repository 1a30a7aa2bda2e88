import { createPublicKey } from "node:crypto";
import { decodeJwt, type JWTPayload } from "jose";
import { LocalIssuer, type LocalIssuerOptions } from "../../src/adapters/identity/index.js";
import { aSigningKey, signedBySecret, unsigned } from "./tokens.js";

const HOUR = 3_600_000;

/** Makes the tokens of a service's own issuer, and tokens that are wrong in one thing alone. */
export class TokenForge {
  /** @param own with the secret seed of the service's issuer. */
  constructor(private readonly own: LocalIssuerOptions) {}

  genuine(userId: string): Promise<string> {
    return this.issued(userId, {});
  }

  expired(userId: string): Promise<string> {
    return this.issued(userId, { clock: this.shifted(-2 * HOUR) });
  }

  notYetValid(userId: string): Promise<string> {
    return this.issued(userId, { clock: this.shifted(HOUR) });
  }

  /** With a key that the service does not know. */
  ofAnotherIssuer(userId: string): Promise<string> {
    return this.issued(userId, { issuer: "https://id.example.org", seed: new Uint8Array(32).fill(7) });
  }

  /** With the service's own key. */
  underAnotherIssuersName(userId: string): Promise<string> {
    return this.issued(userId, { issuer: "https://id.example.org" });
  }

  forAnotherAudience(userId: string): Promise<string> {
    return this.issued(userId, { audience: "another" });
  }

  /** Under our issuer's name, and naming our key. */
  signedByAnotherKey(userId: string): Promise<string> {
    return this.withClaims(userId, async (claims, { kid }) => (await aSigningKey("EdDSA", kid)).sign(claims));
  }

  /** `alg: none`. */
  unsigned(userId: string): Promise<string> {
    return this.withClaims(userId, (claims) => unsigned(claims));
  }

  /** By HS256, with the public key as the secret. */
  signedByPublicKey(userId: string): Promise<string> {
    return this.withClaims(userId, (claims, { kid, pem }) => signedBySecret(claims, pem, kid));
  }

  async withChangedSignature(userId: string): Promise<string> {
    const [header, payload, signature = ""] = (await this.genuine(userId)).split(".");
    return [header, payload, (signature.startsWith("A") ? "B" : "A") + signature.slice(1)].join(".");
  }

  /** A genuine token of somebody else that has been made to name this user. */
  withChangedSubject(userId: string): Promise<string> {
    return this.withClaims(userId, async (claims) => {
      const [header, , signature] = (await this.genuine("somebody-else")).split(".");
      return [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    });
  }

  private async issued(userId: string, other: Partial<LocalIssuerOptions>): Promise<string> {
    return (await LocalIssuer.open({ ...this.own, ...other })).issue({ userId });
  }

  private async withClaims(
    userId: string,
    make: (claims: JWTPayload, key: { readonly kid: string; readonly pem: string }) => string | Promise<string>,
  ): Promise<string> {
    const [key = {}] = (await LocalIssuer.open(this.own)).jwks().keys;
    const pem = createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
    return make(decodeJwt(await this.genuine(userId)), { kid: String(key.kid), pem });
  }

  private shifted(milliseconds: number): LocalIssuerOptions["clock"] {
    const { clock } = this.own;
    return {
      now: () => new Date(clock.now().getTime() + milliseconds),
      monotonicMs: () => clock.monotonicMs(),
    };
  }
}
