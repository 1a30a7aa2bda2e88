import { expect } from "chai";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { LocalIssuer } from "../../../src/adapters/identity/index.js";
import { FixedClock } from "../../../src/testing/fixed-clock.js";
import { audience, issuer, now } from "../../support/tokens.js";

const anIssuer = ({ seed = 1, clock = new FixedClock(), url = issuer } = {}): Promise<LocalIssuer> =>
  LocalIssuer.open({ issuer: url, audience, seed: new Uint8Array(32).fill(seed), clock });

describe("the local issuer", () => {
  it("makes tokens that its verifier takes", async () => {
    const local = await anIssuer();
    const token = await local.issue({ userId: "me", name: "Maria" });
    expect(await local.verifier().verify(token)).to.deep.equal({ subject: "me", name: "Maria" });
  });

  it("makes tokens that anyone can check by the published keys", async () => {
    const local = await anIssuer();
    const token = await local.issue({ userId: "me" });
    const { payload } = await jwtVerify(token, createLocalJWKSet(local.jwks()), { currentDate: new Date(now * 1000) });
    expect(payload).to.deep.equal({ iss: issuer, aud: audience, sub: "me", iat: now, exp: now + 3600 });
    expect(decodeProtectedHeader(token)).to.deep.equal({ alg: "EdDSA", kid: local.jwks().keys[0]?.kid, typ: "JWT" });
  });

  it("publishes nothing but the public key", async () => {
    const [key] = (await anIssuer()).jwks().keys;
    expect(key).to.have.all.keys("kty", "crv", "x", "kid", "alg", "use");
    expect(key).to.include({ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" });
  });

  it("is the same after every start on the same data", async () => {
    const [before, after, other] = await Promise.all([anIssuer(), anIssuer(), anIssuer({ seed: 2 })]);
    expect(after.jwks()).to.deep.equal(before.jwks());
    const token = await before.issue({ userId: "me" });
    expect(await after.verifier().verify(token)).to.deep.equal({ subject: "me" });
    expect(await other.verifier().verify(token)).to.equal(undefined);
  });

  it("signs as RFC 8032 has it", async () => {
    const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
    const local = await LocalIssuer.open({ issuer, audience, seed, clock: new FixedClock() });
    const publicKey = Buffer.from(String(local.jwks().keys[0]?.x), "base64url").toString("hex");
    expect(publicKey).to.equal("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  });

  it("makes tokens that last an hour, or as long as asked for", async () => {
    const clock = new FixedClock();
    const local = await anIssuer({ clock });
    const hour = await local.issue({ userId: "me" });
    const day = await local.issue({ userId: "me", lifetimeSeconds: 86_400 });
    expect(decodeJwt(day).exp).to.equal(now + 86_400);
    clock.advance(3_661_000);
    expect(await local.verifier().verify(hour)).to.equal(undefined);
    expect(await local.verifier().verify(day)).to.deep.equal({ subject: "me" });
  });

  it("makes no token that it would not take", async () => {
    const local = await anIssuer();
    const requests = [
      { userId: "" },
      { userId: "  " },
      { userId: "a".repeat(256) },
      { userId: "me", lifetimeSeconds: 0 },
      { userId: "me", lifetimeSeconds: -5 },
      { userId: "me", lifetimeSeconds: 1.5 },
      { userId: "me", lifetimeSeconds: NaN },
      { userId: "me", lifetimeSeconds: 86_401 },
    ];
    for (const request of requests) {
      const outcome = await local.issue(request).catch((error: unknown) => error);
      expect(outcome).to.be.an("error").that.includes({ name: "DomainError", kind: "invalid" });
    }
  });

  it("needs 32 bytes of seed", async () => {
    for (const length of [0, 31, 33]) {
      const opened = LocalIssuer.open({ issuer, audience, seed: new Uint8Array(length), clock: new FixedClock() });
      expect(await opened.catch((error: unknown) => error)).to.be.an("error");
    }
  });
});
