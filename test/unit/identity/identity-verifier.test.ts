import { expect } from "chai";
import fc from "fast-check";
import { createLocalJWKSet, type JWTPayload } from "jose";
import { JoseIdentityVerifier } from "../../../src/adapters/identity/index.js";
import type { Identity } from "../../../src/ports/driven/identity-verifier.js";
import { FixedClock } from "../../../src/testing/fixed-clock.js";
import {
  aSigningKey,
  audience,
  claims,
  issuer,
  now,
  signedBySecret,
  unsigned,
  type SigningKey,
} from "../../support/tokens.js";

const checkedBy = ({ jwks }: SigningKey): JoseIdentityVerifier =>
  new JoseIdentityVerifier(createLocalJWKSet(jwks), { issuer, audience, clock: new FixedClock() });

describe("an identity token", () => {
  let key: SigningKey;
  let verify: (token: string) => Promise<Identity | undefined>;

  before(async () => {
    key = await aSigningKey("ES256");
  });
  beforeEach(() => {
    const verifier = checkedBy(key);
    verify = (token) => verifier.verify(token);
  });

  const verdictOn = async (payload: JWTPayload) => verify(await key.sign(payload));
  const without = (claim: string): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim));

  it("speaks for its subject", async () => {
    expect(await verdictOn(claims)).to.deep.equal({ subject: "ana" });
  });

  it("brings the person's name along", async () => {
    expect(await verdictOn({ ...claims, name: "Ana Sá" })).to.deep.equal({ subject: "ana", name: "Ana Sá" });
    for (const name of ["", "  ", 7, null, "\ud800"]) {
      expect(await verdictOn({ ...claims, name })).to.deep.equal({ subject: "ana" });
    }
  });

  it("may be made for several audiences, ours among them", async () => {
    expect(await verdictOn({ ...claims, aud: ["other", audience] })).to.deep.equal({ subject: "ana" });
  });

  for (const alg of ["RS256", "ES256", "EdDSA"]) {
    it(`may be signed by ${alg}`, async () => {
      const issued = await aSigningKey(alg);
      expect(await checkedBy(issued).verify(await issued.sign(claims))).to.deep.equal({ subject: "ana" });
    });
  }

  for (const alg of ["RS512", "PS256", "ES384"]) {
    it(`may not be signed by ${alg}, even by the issuer`, async () => {
      const issued = await aSigningKey(alg);
      expect(await checkedBy(issued).verify(await issued.sign(claims))).to.equal(undefined);
    });
  }

  it("is refused without a signature", async () => {
    for (const alg of ["none", "None", "", "ES256"]) expect(await verify(unsigned(claims, alg))).to.equal(undefined);
  });

  it("is refused when the public key served as a secret", async () => {
    expect(await verify(signedBySecret(claims, key.pem, "ES256"))).to.equal(undefined);
    expect(await verify(signedBySecret(claims, JSON.stringify(key.jwks.keys[0]), "ES256"))).to.equal(undefined);
  });

  it("is refused when another key signed it, under whatever name", async () => {
    const stranger = await aSigningKey("ES256");
    expect(await verify(await stranger.sign(claims))).to.equal(undefined);
    expect(await verify(await stranger.sign(claims, { kid: "unknown" }))).to.equal(undefined);
    expect(await verify(await stranger.sign(claims, {}))).to.equal(undefined);
  });

  it("is refused when a byte of it was changed", async () => {
    const [header = "", , signature = ""] = (await key.sign(claims)).split(".");
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: "eve" })).toString("base64url");
    expect(await verify(`${header}.${payload}.${signature}`)).to.equal(undefined);
  });

  it("is refused from another issuer or for another audience", async () => {
    for (const iss of ["https://evil.example.org", `${issuer}/`, ""]) {
      expect(await verdictOn({ ...claims, iss })).to.equal(undefined);
    }
    for (const aud of ["other", "", [], ["other"]]) expect(await verdictOn({ ...claims, aud })).to.equal(undefined);
  });

  for (const claim of ["iss", "aud", "sub", "iat", "exp"]) {
    it(`is refused without ${claim}`, async () => {
      expect(await verdictOn(without(claim))).to.equal(undefined);
    });
  }

  it("is refused when its times are no numbers", async () => {
    for (const claim of ["iat", "exp"]) {
      for (const time of [String(now), null, true, {}]) {
        expect(await verdictOn({ ...claims, [claim]: time })).to.equal(undefined);
      }
    }
  });

  it("is refused when its subject could name no user", async () => {
    for (const sub of [7, null, true, {}, ["ana"], "", " ", "a".repeat(256), "\udc00"]) {
      expect(await verdictOn({ ...claims, sub } as JWTPayload)).to.equal(undefined);
    }
    expect(await verdictOn({ ...claims, sub: "a".repeat(255) })).to.deep.equal({ subject: "a".repeat(255) });
  });

  it("says that it is a JWT or an access token, or nothing of its type", async () => {
    const kid = "ES256";
    for (const typ of ["JWT", "jwt", "at+jwt", "AT+JWT", "application/at+jwt"]) {
      expect(await verify(await key.sign(claims, { kid, typ })), typ).to.deep.equal({ subject: "ana" });
    }
    for (const typ of ["logout+jwt", "dpop+jwt", "secevent+jwt", "JOSE", "", "at+jwt ", "text/jwt", 7, null, ["JWT"]]) {
      expect(await verify(await key.sign(claims, { kid, typ } as { typ: string })), String(typ)).to.equal(undefined);
    }
  });

  it("lives for 24 hours at most", async () => {
    const iat = now - 3600;
    expect(await verdictOn({ ...claims, iat, exp: iat + 86_400 })).to.deep.equal({ subject: "ana" });
    for (const lifetime of [86_401, 30 * 86_400, Number.MAX_SAFE_INTEGER]) {
      expect(await verdictOn({ ...claims, iat, exp: iat + lifetime })).to.equal(undefined);
    }
  });

  it("is taken until it expires, and a minute later at the latest no more", async () => {
    expect(await verdictOn({ ...claims, exp: now + 1 })).to.deep.equal({ subject: "ana" });
    expect(await verdictOn({ ...claims, exp: now - 60 })).to.equal(undefined);
  });

  it("is not taken before its time, but for a difference of clocks", async () => {
    expect(await verdictOn({ ...claims, iat: now + 20, nbf: now + 20 })).to.deep.equal({ subject: "ana" });
    expect(await verdictOn({ ...claims, iat: now + 61 })).to.equal(undefined);
    expect(await verdictOn({ ...claims, nbf: now + 61 })).to.equal(undefined);
  });

  it("is refused, not stumbled over, when it is junk", async () => {
    const genuine = await key.sign(claims);
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
