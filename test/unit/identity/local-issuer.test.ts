import { expect } from "chai";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { LocalIssuer } from "../../../src/adapters/identity/index.js";
import { FixedClock } from "../../../src/testing/fakes.js";
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TIME_SECONDS } from "../../support/signed-tokens.js";

const anIssuer = ({ seed = 1, clock = new FixedClock(), url = TOKEN_ISSUER } = {}): Promise<LocalIssuer> =>
  LocalIssuer.open({ issuer: url, audience: TOKEN_AUDIENCE, seed: new Uint8Array(32).fill(seed), clock });

describe("The local issuer", () => {
  it("issues tokens that its verifier accepts", async () => {
    const local = await anIssuer();
    const token = await local.issueToken({ userId: "me", name: "Maria" });
    expect(await local.createVerifier().verify(token)).to.deep.equal({ subject: "me", name: "Maria" });
  });

  it("issues tokens that can be verified with the published keys", async () => {
    const local = await anIssuer();
    const token = await local.issueToken({ userId: "me" });
    const { payload } = await jwtVerify(token, createLocalJWKSet(local.buildKeySet()), {
      currentDate: new Date(TOKEN_TIME_SECONDS * 1000),
    });
    expect(payload).to.deep.equal({
      iss: TOKEN_ISSUER,
      aud: TOKEN_AUDIENCE,
      sub: "me",
      iat: TOKEN_TIME_SECONDS,
      exp: TOKEN_TIME_SECONDS + 3600,
    });
    expect(decodeProtectedHeader(token)).to.deep.equal({
      alg: "EdDSA",
      kid: local.buildKeySet().keys[0]?.kid,
      typ: "JWT",
    });
  });

  it("publishes only the public key", async () => {
    const [key] = (await anIssuer()).buildKeySet().keys;
    expect(key).to.have.all.keys("kty", "crv", "x", "kid", "alg", "use");
    expect(key).to.include({ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" });
  });

  it("has the same key after a restart with the same seed", async () => {
    const [before, after, other] = await Promise.all([anIssuer(), anIssuer(), anIssuer({ seed: 2 })]);
    expect(after.buildKeySet()).to.deep.equal(before.buildKeySet());
    const token = await before.issueToken({ userId: "me" });
    expect(await after.createVerifier().verify(token)).to.deep.equal({ subject: "me" });
    expect(await other.createVerifier().verify(token)).to.equal(undefined);
  });

  it("derives the Ed25519 key from the seed as in RFC 8032", async () => {
    const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
    const local = await LocalIssuer.open({
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      seed,
      clock: new FixedClock(),
    });
    const publicKey = Buffer.from(String(local.buildKeySet().keys[0]?.x), "base64url").toString("hex");
    expect(publicKey).to.equal("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  });

  it("issues tokens for an hour or the requested lifetime", async () => {
    const clock = new FixedClock();
    const local = await anIssuer({ clock });
    const hour = await local.issueToken({ userId: "me" });
    const day = await local.issueToken({ userId: "me", lifetimeSeconds: 86_400 });
    expect(decodeJwt(day).exp).to.equal(TOKEN_TIME_SECONDS + 86_400);
    clock.advance(3_661_000);
    expect(await local.createVerifier().verify(hour)).to.equal(undefined);
    expect(await local.createVerifier().verify(day)).to.deep.equal({ subject: "me" });
  });

  it("rejects requests for tokens that it would not accept", async () => {
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
      const outcome = await local.issueToken(request).catch((error: unknown) => error);
      expect(outcome).to.be.an("error").that.includes({ name: "DomainError", kind: "invalid" });
    }
  });

  it("requires a seed of 32 bytes", async () => {
    for (const length of [0, 31, 33]) {
      const opened = LocalIssuer.open({
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
        seed: new Uint8Array(length),
        clock: new FixedClock(),
      });
      expect(await opened.catch((error: unknown) => error)).to.be.an("error");
    }
  });
});
