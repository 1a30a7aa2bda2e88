import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { JSONWebKeySet } from "jose";
import { openOidcVerifier } from "../../../src/adapters/identity/index.js";
import type { IdentityVerifier } from "../../../src/ports/driven/identity-verifier.js";
import { FixedClock } from "../../../src/testing/fixed-clock.js";
import { aSigningKey, audience, claims, signedBySecret, unsigned, type SigningKey } from "../../support/tokens.js";

interface Page {
  readonly status: number;
  readonly body: string;
}

const json = (value: unknown): Page => ({ status: 200, body: JSON.stringify(value) });

/** A provider on this machine whose pages the tests write. */
class Provider {
  readonly pages = new Map<string, Page>();
  readonly asked: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? "");
    const page = this.pages.get(request.url ?? "");
    response.writeHead(page?.status ?? 404).end(page?.body ?? "");
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

  describe(metadata: Record<string, unknown> = {}): void {
    const about = { issuer: this.url, jwks_uri: `${this.url}/keys`, ...metadata };
    this.pages.set("/.well-known/openid-configuration", json(about));
  }

  publish(jwks: JSONWebKeySet): void {
    this.pages.set("/keys", json(jwks));
  }
}

describe("a token of an OpenID Connect provider", () => {
  let provider: Provider;
  let key: SigningKey;
  let verifier: IdentityVerifier;

  before(async () => {
    key = await aSigningKey("RS256");
  });
  beforeEach(async () => {
    provider = new Provider();
    await provider.open();
    verifier = openOidcVerifier({ issuer: provider.url, audience, clock: new FixedClock() });
  });
  afterEach(() => provider.close());

  const aToken = (iss = provider.url): Promise<string> => key.sign({ ...claims, iss });
  const outcomeOf = (token: string): Promise<unknown> => verifier.verify(token).catch((error: unknown) => error);
  const expectUnavailable = (outcome: unknown): void => {
    expect(outcome).to.be.an("error").that.includes({ name: "DomainError", kind: "unavailable" });
  };

  it("is checked by the keys that the provider publishes", async () => {
    provider.describe();
    provider.publish(key.jwks);
    expect(await verifier.verify(await aToken())).to.deep.equal({ subject: "ana" });
    expect(await verifier.verify(await aToken("https://evil.example.org"))).to.equal(undefined);
  });

  it("costs no question once the keys are known", async () => {
    provider.describe();
    provider.publish(key.jwks);
    const token = await aToken();
    await Promise.all(Array.from({ length: 10 }, () => verifier.verify(token)));
    await verifier.verify(token);
    expect(provider.asked).to.deep.equal(["/.well-known/openid-configuration", "/keys"]);
  });

  it("is refused when its key is none of the provider's", async () => {
    provider.describe();
    provider.publish((await aSigningKey("RS256", "another")).jwks);
    expect(await verifier.verify(await aToken())).to.equal(undefined);
  });

  it("is refused without a question when it could never be valid", async () => {
    const hopeless = ["", "junk", "a.b.c", unsigned(claims), signedBySecret(claims, key.pem, "RS256")];
    for (const token of hopeless) expect(await verifier.verify(token)).to.equal(undefined);
    expect(provider.asked).to.deep.equal([]);
  });

  it("cannot be judged while the provider is away, and can once it is back", async () => {
    const token = await aToken();
    expectUnavailable(await outcomeOf(token));
    provider.describe();
    expectUnavailable(await outcomeOf(token));
    provider.publish(key.jwks);
    expect(await verifier.verify(token)).to.deep.equal({ subject: "ana" });
  });

  it("cannot be judged when nobody listens there", async () => {
    const gone = new Provider();
    await gone.open();
    const issuer = gone.url;
    await gone.close();
    verifier = openOidcVerifier({ issuer, audience, clock: new FixedClock() });
    expectUnavailable(await outcomeOf(await aToken(issuer)));
  });

  const unusable: [string, Page][] = [
    ["an error", { status: 500, body: "{}" }],
    ["no JSON", { status: 200, body: "<html>" }],
    ["no object", json(null)],
    ["no key set", json({ keys: "none" })],
  ];
  for (const [what, page] of unusable) {
    it(`cannot be judged when the provider answers with ${what}`, async () => {
      const token = await aToken();
      provider.pages.set("/.well-known/openid-configuration", page);
      expectUnavailable(await outcomeOf(token));
      provider.describe();
      provider.pages.set("/keys", page);
      expectUnavailable(await outcomeOf(token));
    });
  }

  it("cannot be judged by the description of another issuer, or by keys that come unprotected", async () => {
    provider.publish(key.jwks);
    provider.describe({ issuer: "https://evil.example.org" });
    expectUnavailable(await outcomeOf(await aToken()));
    for (const uri of ["http://id.example.org/keys", "ftp://127.0.0.1/keys", "/keys", 7, undefined]) {
      provider.describe({ jwks_uri: uri });
      expectUnavailable(await outcomeOf(await aToken()));
    }
  });

  it("leaves a line in the log when the keys cannot be had", async () => {
    const events: unknown[] = [];
    const note = (event: string): void => void events.push(event);
    const log = { info: note, warn: note, error: note };
    verifier = openOidcVerifier({ issuer: provider.url, audience, clock: new FixedClock(), log });
    expectUnavailable(await outcomeOf(await aToken()));
    expect(events).to.deep.equal(["identity.keys_unavailable"]);
  });

  it("is taken from no issuer whose keys could be exchanged on the way", () => {
    for (const issuer of ["http://id.example.org", "http://127.0.0.1.example.org", "id.example.org", ""]) {
      expect(() => openOidcVerifier({ issuer, audience, clock: new FixedClock() })).to.throw("must be an https: URL");
    }
  });
});
