import { expect } from "chai";
import fc from "fast-check";
import { createLocalJWKSet, type JWTPayload } from "jose";
import { JoseIdentityVerifier } from "../../../src/adapters/identity/index.js";
import type { Identity } from "../../../src/ports/driven/runtime/credentials.js";
import { FixedClock } from "../../../src/testing/fakes.js";
import {
  createSigningKey,
  TOKEN_AUDIENCE,
  validClaims,
  TOKEN_ISSUER,
  TOKEN_TIME_SECONDS,
  createHmacToken,
  createUnsignedToken,
  type SigningKey,
} from "../../support/signed-tokens.js";

const checkedBy = ({ jwks }: SigningKey): JoseIdentityVerifier =>
  new JoseIdentityVerifier(createLocalJWKSet(jwks), {
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
    clock: new FixedClock(),
  });

describe("An identity token", () => {
  let key: SigningKey;
  let verify: (token: string) => Promise<Identity | undefined>;

  before(async () => {
    key = await createSigningKey("ES256");
  });
  beforeEach(() => {
    const verifier = checkedBy(key);
    verify = (token) => verifier.verify(token);
  });

  const verdictOn = async (payload: JWTPayload) => verify(await key.sign(payload));
  const without = (claim: string): JWTPayload =>
    Object.fromEntries(Object.entries(validClaims).filter(([name]) => name !== claim));

  it("is accepted with its subject as the identity", async () => {
    expect(await verdictOn(validClaims)).to.deep.equal({ subject: "ana" });
  });

  it("provides the user's name when it is a valid string", async () => {
    expect(await verdictOn({ ...validClaims, name: "Ana Sá" })).to.deep.equal({ subject: "ana", name: "Ana Sá" });
    for (const name of ["", "  ", 7, null, "\ud800"]) {
      expect(await verdictOn({ ...validClaims, name })).to.deep.equal({ subject: "ana" });
    }
  });

  it("is accepted with several audiences that include the expected one", async () => {
    expect(await verdictOn({ ...validClaims, aud: ["other", TOKEN_AUDIENCE] })).to.deep.equal({ subject: "ana" });
  });

  for (const alg of ["RS256", "ES256", "EdDSA"]) {
    it(`is accepted with a signature by ${alg}`, async () => {
      const issued = await createSigningKey(alg);
      expect(await checkedBy(issued).verify(await issued.sign(validClaims))).to.deep.equal({ subject: "ana" });
    });
  }

  for (const alg of ["RS512", "PS256", "ES384"]) {
    it(`is rejected with a signature by ${alg}, even from the issuer`, async () => {
      const issued = await createSigningKey(alg);
      expect(await checkedBy(issued).verify(await issued.sign(validClaims))).to.equal(undefined);
    });
  }

  it("is rejected without a signature", async () => {
    for (const alg of ["none", "None", "", "ES256"])
      expect(await verify(createUnsignedToken(validClaims, alg))).to.equal(undefined);
  });

  it("is rejected when it is signed by HMAC with the public key as the secret", async () => {
    expect(await verify(createHmacToken(validClaims, key.pem, "ES256"))).to.equal(undefined);
    expect(await verify(createHmacToken(validClaims, JSON.stringify(key.jwks.keys[0]), "ES256"))).to.equal(undefined);
  });

  it("is rejected when it is signed by another key, whatever its key ID", async () => {
    const stranger = await createSigningKey("ES256");
    expect(await verify(await stranger.sign(validClaims))).to.equal(undefined);
    expect(await verify(await stranger.sign(validClaims, { kid: "unknown" }))).to.equal(undefined);
    expect(await verify(await stranger.sign(validClaims, {}))).to.equal(undefined);
  });

  it("is rejected when its payload was modified", async () => {
    const [header = "", , signature = ""] = (await key.sign(validClaims)).split(".");
    const payload = Buffer.from(JSON.stringify({ ...validClaims, sub: "eve" })).toString("base64url");
    expect(await verify(`${header}.${payload}.${signature}`)).to.equal(undefined);
  });

  it("is rejected from another issuer or for another audience", async () => {
    for (const iss of ["https://evil.example.org", `${TOKEN_ISSUER}/`, ""]) {
      expect(await verdictOn({ ...validClaims, iss })).to.equal(undefined);
    }
    for (const aud of ["other", "", [], ["other"]])
      expect(await verdictOn({ ...validClaims, aud })).to.equal(undefined);
  });

  for (const claim of ["iss", "aud", "sub", "iat", "exp"]) {
    it(`is rejected without the claim ${claim}`, async () => {
      expect(await verdictOn(without(claim))).to.equal(undefined);
    });
  }

  it("is rejected when its times are not numbers", async () => {
    for (const claim of ["iat", "exp"]) {
      for (const time of [String(TOKEN_TIME_SECONDS), null, true, {}]) {
        expect(await verdictOn({ ...validClaims, [claim]: time })).to.equal(undefined);
      }
    }
  });

  it("is rejected when its subject is not a valid user ID", async () => {
    for (const sub of [7, null, true, {}, ["ana"], "", " ", "a".repeat(256), "\udc00"]) {
      expect(await verdictOn({ ...validClaims, sub } as JWTPayload)).to.equal(undefined);
    }
    expect(await verdictOn({ ...validClaims, sub: "a".repeat(255) })).to.deep.equal({ subject: "a".repeat(255) });
  });

  it("is accepted only with the type JWT or at+jwt", async () => {
    const kid = "ES256";
    for (const typ of ["JWT", "jwt", "at+jwt", "AT+JWT", "application/at+jwt"]) {
      expect(await verify(await key.sign(validClaims, { kid, typ })), typ).to.deep.equal({ subject: "ana" });
    }
    for (const typ of ["logout+jwt", "dpop+jwt", "secevent+jwt", "JOSE", "", "at+jwt ", "text/jwt", 7, null, ["JWT"]]) {
      expect(await verify(await key.sign(validClaims, { kid, typ } as { typ: string })), String(typ)).to.equal(
        undefined,
      );
    }
  });

  it("is rejected when its lifetime exceeds 24 hours", async () => {
    const iat = TOKEN_TIME_SECONDS - 3600;
    expect(await verdictOn({ ...validClaims, iat, exp: iat + 86_400 })).to.deep.equal({ subject: "ana" });
    for (const lifetime of [86_401, 30 * 86_400, Number.MAX_SAFE_INTEGER]) {
      expect(await verdictOn({ ...validClaims, iat, exp: iat + lifetime })).to.equal(undefined);
    }
  });

  it("is accepted until it expires, with at most a minute of clock tolerance", async () => {
    expect(await verdictOn({ ...validClaims, exp: TOKEN_TIME_SECONDS + 1 })).to.deep.equal({ subject: "ana" });
    expect(await verdictOn({ ...validClaims, exp: TOKEN_TIME_SECONDS - 60 })).to.equal(undefined);
  });

  it("is rejected before it becomes valid, apart from a clock tolerance", async () => {
    expect(
      await verdictOn({ ...validClaims, iat: TOKEN_TIME_SECONDS + 20, nbf: TOKEN_TIME_SECONDS + 20 }),
    ).to.deep.equal({ subject: "ana" });
    expect(await verdictOn({ ...validClaims, iat: TOKEN_TIME_SECONDS + 61 })).to.equal(undefined);
    expect(await verdictOn({ ...validClaims, nbf: TOKEN_TIME_SECONDS + 61 })).to.equal(undefined);
  });

  it("is rejected without an error when it is malformed", async () => {
    const genuine = await key.sign(validClaims);
    // Of the last character not every bit counts.
    const mangled = fc
      .tuple(fc.nat(genuine.length - 2), fc.string({ minLength: 1, maxLength: 3 }))
      .map(([at, insert]) => genuine.slice(0, at) + insert + genuine.slice(at + 1))
      .filter((token) => token !== genuine);
    const part = fc.json().map((json) => Buffer.from(json).toString("base64url"));
    const shaped = fc.tuple(part, part, part).map((parts) => parts.join("."));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), mangled, shaped), async (token) => {
        expect(await verify(token)).to.equal(undefined);
      }),
      { numRuns: 500 },
    );
  });
});
