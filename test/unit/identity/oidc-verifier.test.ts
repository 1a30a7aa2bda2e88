import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from "jose";
import { createOidcVerifier } from "../../../src/adapters/identity/index.js";
import type { IdentityVerifier } from "../../../src/ports/driven/runtime/credentials.js";
import { FixedClock } from "../../../src/testing/fakes.js";
import { waitUntil } from "../../support/eventually.js";
import {
  createSigningKey,
  TOKEN_AUDIENCE,
  validClaims,
  createHmacToken,
  createUnsignedToken,
  type SigningKey,
} from "../../support/signed-tokens.js";

interface Page {
  readonly status: number;
  readonly body: string;
}

const json = (value: unknown): Page => ({ status: 200, body: JSON.stringify(value) });

/** A provider on this machine whose pages the tests write. */
class Provider {
  readonly pages = new Map<string, Page>();
  readonly asked: string[] = [];
  private released: Promise<void> = Promise.resolve();
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? "");
    void this.released.then(() => {
      const page = this.pages.get(request.url ?? "");
      response.writeHead(page?.status ?? 404).end(page?.body ?? "");
    });
  });

  async open(): Promise<void> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Leaves what is asked from now on without an answer, until `go` is called. */
  hold(): { go: () => void } {
    let go = (): void => undefined;
    this.released = new Promise((resolve) => (go = resolve));
    return { go: () => go() };
  }

  describe(metadata: Record<string, unknown> = {}): void {
    const about = { issuer: this.url, jwks_uri: `${this.url}/keys`, ...metadata };
    this.pages.set("/.well-known/openid-configuration", json(about));
  }

  publish(jwks: JSONWebKeySet, path = "/keys"): void {
    this.pages.set(path, json(jwks));
  }
}

/** Of 1,024 bits, with which jose verifies nothing. */
function weakKey(): JWK {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  return publicKey.export({ format: "jwk" });
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe("A token from an OpenID Connect provider", () => {
  let provider: Provider;
  let key: SigningKey;
  let clock: FixedClock;
  let events: [event: string, fields: Record<string, unknown>][];
  let verifier: IdentityVerifier;

  const open = (issuer = provider.url): IdentityVerifier => {
    const note = (event: string, fields = {}): void => void events.push([event, fields]);
    return createOidcVerifier({
      issuer,
      audience: TOKEN_AUDIENCE,
      clock,
      log: { info: note, warn: note, error: note },
    });
  };

  before(async () => {
    key = await createSigningKey("RS256");
  });
  beforeEach(async () => {
    provider = new Provider();
    await provider.open();
    clock = new FixedClock();
    events = [];
    verifier = open();
  });
  afterEach(() => provider.close());

  /** Issued now. */
  const aToken = (iss = provider.url, by = key): Promise<string> => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    return by.sign({ ...validClaims, iss, iat, exp: iat + 3600 });
  };
  const ANA = { subject: "ana" };
  const outcomeOf = (token: string): Promise<unknown> => verifier.verify(token).catch((error: unknown) => error);
  const expectUnavailable = (outcome: unknown): void => {
    expect(outcome).to.be.an("error").that.includes({ name: "DomainError", kind: "unavailable" });
  };

  it("is verified with the provider's published keys", async () => {
    provider.describe();
    provider.publish(key.jwks);
    expect(await verifier.verify(await aToken())).to.deep.equal({ subject: "ana" });
    expect(await verifier.verify(await aToken("https://evil.example.org"))).to.equal(undefined);
  });

  it("is verified without another request when the keys are cached", async () => {
    provider.describe();
    provider.publish(key.jwks);
    const token = await aToken();
    await Promise.all(Array.from({ length: 10 }, () => verifier.verify(token)));
    await verifier.verify(token);
    expect(provider.asked).to.deep.equal(["/.well-known/openid-configuration", "/keys"]);
  });

  it("is rejected when its key is not one of the provider's", async () => {
    provider.describe();
    provider.publish((await createSigningKey("RS256", "another")).jwks);
    expect(await verifier.verify(await aToken())).to.equal(undefined);
  });

  it("is rejected without a request when it is malformed or uses a forbidden algorithm", async () => {
    const hopeless = [
      "",
      "junk",
      "a.b.c",
      createUnsignedToken(validClaims),
      createHmacToken(validClaims, key.pem, "RS256"),
    ];
    for (const token of hopeless) expect(await verifier.verify(token)).to.equal(undefined);
    expect(provider.asked).to.deep.equal([]);
  });

  it("cannot be verified while the provider is unavailable, and can when it recovers", async () => {
    const token = await aToken();
    expectUnavailable(await outcomeOf(token));
    provider.describe();
    clock.advance(MINUTE_MS);
    expectUnavailable(await outcomeOf(token));
    provider.publish(key.jwks);
    clock.advance(MINUTE_MS);
    expect(await verifier.verify(token)).to.deep.equal({ subject: "ana" });
  });

  it("cannot be verified when the provider refuses connections", async () => {
    const gone = new Provider();
    await gone.open();
    const issuer = gone.url;
    await gone.close();
    verifier = open(issuer);
    expectUnavailable(await outcomeOf(await aToken(issuer)));
  });

  const unusable: [string, Page][] = [
    ["an error", { status: 500, body: "{}" }],
    ["no JSON", { status: 200, body: "<html>" }],
    ["no object", json(null)],
    ["no key set", json({ keys: "none" })],
  ];
  for (const [what, page] of unusable) {
    it(`cannot be verified when the provider responds with ${what}`, async () => {
      const token = await aToken();
      provider.pages.set("/.well-known/openid-configuration", page);
      expectUnavailable(await outcomeOf(token));
      provider.describe();
      provider.pages.set("/keys", page);
      clock.advance(MINUTE_MS);
      expectUnavailable(await outcomeOf(token));
      expect(provider.asked).to.include("/keys");
    });
  }

  it("cannot be verified with another issuer's metadata or with an insecure key URL", async () => {
    provider.publish(key.jwks);
    provider.describe({ issuer: "https://evil.example.org" });
    expectUnavailable(await outcomeOf(await aToken()));
    for (const uri of ["http://id.example.org/keys", "ftp://127.0.0.1/keys", "/keys", 7, undefined]) {
      provider.describe({ jwks_uri: uri });
      clock.advance(MINUTE_MS);
      expectUnavailable(await outcomeOf(await aToken()));
    }
  });

  it("causes one log event when the keys are unavailable", async () => {
    for (let token = 0; token < 10; token += 1) expectUnavailable(await outcomeOf(await aToken()));
    expect(events.map(([event]) => event)).to.deep.equal(["identity.keys_unavailable"]);
  });

  it("is verified with the last good keys for 24 hours while the provider is unreachable", async () => {
    provider.describe();
    provider.publish(key.jwks);
    await verifier.verify(await aToken());
    provider.pages.clear();
    for (let hour = 1; hour < 24; hour += 1) {
      clock.advance(HOUR_MS);
      expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
    }
    clock.advance(HOUR_MS - 1);
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
    clock.advance(1);
    expectUnavailable(await outcomeOf(await aToken()));
    provider.describe();
    provider.publish(key.jwks);
    clock.advance(MINUTE_MS);
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
  });

  it("is verified with the cached keys while they are refreshed", async () => {
    provider.describe();
    provider.publish(key.jwks);
    await verifier.verify(await aToken());
    clock.advance(11 * MINUTE_MS);
    const answers = provider.hold();
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
    await waitUntil(() => provider.asked.length === 3);
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
    answers.go();
    await waitUntil(() => provider.asked.length === 4);
  });

  for (const state of ["up", "down"]) {
    it(`causes no extra fetch when it is invalid, while the provider is ${state}`, async () => {
      provider.describe();
      provider.publish(key.jwks);
      if (state === "down") provider.pages.clear();
      const stranger = await createSigningKey("RS256", "unknown");
      const junk = await aToken(provider.url, stranger);
      for (let token = 0; token < 300; token += 1) await outcomeOf(junk);
      expect(provider.asked.length).to.be.at.most(2);
      clock.advance(30 * SECOND_MS);
      await Promise.all(Array.from({ length: 300 }, () => outcomeOf(junk)));
      expect(provider.asked.length).to.be.at.most(4);
    });
  }

  it("is accepted soon after a key rotation of the provider", async () => {
    const next = await createSigningKey("RS256", "next");
    provider.describe();
    provider.publish(key.jwks);
    await verifier.verify(await aToken());
    provider.publish({ keys: [...key.jwks.keys, ...next.jwks.keys] });
    clock.advance(30 * SECOND_MS);
    expect(await verifier.verify(await aToken(provider.url, next))).to.deep.equal(ANA);
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
  });

  it("cannot be verified when it names an unknown key while the provider is unreachable", async () => {
    provider.describe();
    provider.publish(key.jwks);
    await verifier.verify(await aToken());
    provider.pages.clear();
    clock.advance(MINUTE_MS);
    expectUnavailable(await outcomeOf(await aToken(provider.url, await createSigningKey("RS256", "next"))));
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
  });

  it("is verified with keys from a new URL without a restart", async () => {
    const next = await createSigningKey("RS256", "next");
    provider.describe();
    provider.publish(key.jwks);
    await verifier.verify(await aToken());
    provider.pages.delete("/keys");
    provider.describe({ jwks_uri: `${provider.url}/moved` });
    provider.publish(next.jwks, "/moved");
    clock.advance(MINUTE_MS);
    expect(await verifier.verify(await aToken(provider.url, next))).to.deep.equal(ANA);
    expect(await verifier.verify(await aToken())).to.equal(undefined);
  });

  for (const [direction, jumpMs] of [
    ["back", -HOUR_MS],
    ["forward", HOUR_MS],
  ] as const) {
    it(`causes no extra fetches when the wall clock is set ${direction}`, async () => {
      provider.describe();
      provider.publish(key.jwks);
      await verifier.verify(await aToken());
      clock.jump(jumpMs);
      expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
      expect(provider.asked).to.have.length(2);
      clock.advance(11 * MINUTE_MS);
      await verifier.verify(await aToken());
      await waitUntil(() => provider.asked.length === 4);
    });
  }

  it("is verified when the provider also publishes invalid keys, which are logged once", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    const weak = weakKey();
    const sound = await exportJWK(publicKey);
    const broken: [kid: string, key: unknown][] = [
      ["weak", { ...weak, kid: "weak", alg: "RS256", use: "sig" }],
      ["short", { ...sound, n: "AQAB", kid: "short" }],
      ["no exponent", { kty: "RSA", n: sound.n, kid: "no exponent" }],
      ["off the curve", { kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA", kid: "off the curve" }],
      ["unknown type", { kty: "LATTICE", kid: "unknown type" }],
      ["no type", { kid: "no type" }],
      ["secret", { kty: "oct", k: "c2VjcmV0", kid: "secret" }],
      ["private", { ...(await exportJWK(privateKey)), kid: "private" }],
    ];
    provider.describe();
    const keys = [null, 7, "key", [], ...broken.map(([, each]) => each), ...key.jwks.keys];
    provider.publish({ keys: keys as JWK[] });
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
    for (const [kid] of broken) {
      const token = await aToken(provider.url, { ...key, sign: (payload) => key.sign(payload, { kid }) });
      expect(await outcomeOf(token), kid).to.equal(undefined);
    }
    clock.advance(MINUTE_MS);
    await outcomeOf(await aToken(provider.url, await createSigningKey("RS256", "unknown")));
    const skipped = events.filter(([event]) => event === "identity.key_skipped");
    expect(skipped.flatMap(([, { kid }]) => kid ?? [])).to.deep.equal(broken.map(([kid]) => kid));
    expect(skipped).to.have.length(keys.length - 1);
  });

  it("is verified with the previous keys when all new ones are invalid", async () => {
    provider.describe();
    provider.publish(key.jwks);
    await verifier.verify(await aToken());
    provider.publish({ keys: [{ kty: "RSA", kid: "broken" }] });
    clock.advance(11 * MINUTE_MS);
    await verifier.verify(await aToken());
    await waitUntil(() => events.some(([event]) => event === "identity.keys_unavailable"));
    expect(await verifier.verify(await aToken())).to.deep.equal(ANA);
  });

  it("is never accepted from an issuer without https", () => {
    for (const issuer of ["http://id.example.org", "http://127.0.0.1.example.org", "id.example.org", ""]) {
      expect(() => createOidcVerifier({ issuer, audience: TOKEN_AUDIENCE, clock: new FixedClock() })).to.throw(
        "must be an https: URL",
      );
    }
  });
});
