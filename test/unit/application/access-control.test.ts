import { expect } from "chai";
import { RateLimitedError } from "../../../src/domain/errors.js";
import { apiScopes as allScopes } from "../../../src/domain/user/api-key.js";
import type { CredentialKind } from "../../../src/ports/driving/index.js";
import { withOverrides, neverResolves, openCore, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";
import { createGate } from "../../support/scripted-summariser.js";

const any: readonly CredentialKind[] = ["key", "token"];
const attempt = (credential: string | undefined, accepts = any, address = "192.0.2.1") => ({
  credential,
  acceptedKinds: accepts,
  address,
});
const TOKEN = "user.ada.Ada";
const aKey = async (core: TestCore, scopes?: readonly string[]) =>
  core.apiKeys.create(core.requestContext(), { name: "script", ...(scopes ? { scopes } : {}) });
const refused = async (core: TestCore, ...given: Parameters<typeof attempt>) =>
  (await expectDomainRejection("unauthenticated", core.access.authenticate(attempt(...given)))).message;

describe("Access control: credentials", () => {
  it("limits an API key to its scopes", async () => {
    const core = openCore();
    const { secret } = await aKey(core, ["goals:read"]);
    const principal = await core.access.authenticate(attempt(secret));
    expect(principal).to.deep.include({ userId: "ada", kind: "key", scopes: ["goals:read"] });
    expect(() => core.access.requireScopes(principal, ["goals:read"])).not.to.throw();
    expect(() => core.access.requireScopes(principal, ["goals:read", "goals:write"])).to.throw(
      "The credential lacks the scope goals:write",
    );
  });

  it("grants an identity token all scopes and registers its user on first use", async () => {
    const core = openCore();
    expect(await core.access.authenticate(attempt(TOKEN))).to.include({
      userId: "ada",
      kind: "token",
      scopes: allScopes,
    });
    expect((await core.users.getProfile(core.requestContext())).state).to.include({
      displayName: "Ada",
      timeZone: "UTC",
    });
    await core.access.authenticate(attempt("user.ada.Renamed"));
    expect((await core.users.getProfile(core.requestContext())).state.displayName).to.equal("Ada");
  });

  it("names the reason for each rejected credential", async () => {
    const core = openCore();
    const { secret } = await aKey(core);
    expect(await refused(core, undefined)).to.equal("A credential is required");
    expect(await refused(core, "mneme_dev_unknown")).to.equal("The API key is not valid");
    expect(await refused(core, "not.a.user")).to.equal("The credential is not valid");
    expect(await refused(core, secret, ["token"])).to.equal("The credential is not valid");
    expect(await refused(core, TOKEN, ["key"])).to.equal("The credential is not valid");
  });
});

describe("Access control: a revoked API key", () => {
  it("is rejected immediately, even when it was used just before", async () => {
    const core = openCore();
    const { key, secret } = await aKey(core);
    await core.access.authenticate(attempt(secret));
    await core.apiKeys.revoke(core.requestContext(), key.state.id);
    expect(await refused(core, secret)).to.equal("The API key is not valid");
  });

  it("is rejected when the revocation happens during its lookup", async () => {
    const { store, clock } = openCore();
    const { opened, open } = createGate();
    const apiKeys = withOverrides(store.apiKeys, {
      findByDigest: async (digest) => {
        const found = await store.apiKeys.findByDigest(digest);
        await opened;
        return found;
      },
    });
    const core = openCore({ store, clock, ports: { apiKeys } });
    const { key, secret } = await aKey(core);
    const meanwhile = core.access.authenticate(attempt(secret));
    await core.scheduler.advance(0);
    await core.apiKeys.revoke(core.requestContext(), key.state.id);
    open();
    await meanwhile;
    expect(await refused(core, secret)).to.equal("The API key is not valid");
  });

  it("is rejected within 500 ms after another process revokes it", async () => {
    const core = openCore();
    const other = openCore(core);
    const { key, secret } = await aKey(core);
    await core.access.authenticate(attempt(secret));
    await other.apiKeys.revoke(other.requestContext(), key.state.id);
    core.clock.advance(499);
    expect((await core.access.authenticate(attempt(secret))).userId).to.equal("ada");
    core.clock.advance(1);
    expect(await refused(core, secret)).to.equal("The API key is not valid");
  });
});

describe("Access control: a wall clock", () => {
  for (const [direction, hours] of [
    ["back", -1],
    ["forward", 1],
  ] as const) {
    it(`set ${direction} does not extend the validity of a revoked key`, async () => {
      const core = openCore();
      const other = openCore(core);
      const { key, secret } = await aKey(core);
      await core.access.authenticate(attempt(secret));
      core.clock.jump(hours * 3_600_000);
      await other.apiKeys.revoke(other.requestContext(), key.state.id);
      core.clock.advance(500);
      expect(await refused(core, secret)).to.equal("The API key is not valid");
    });

    it(`set ${direction} neither lifts nor prolongs the limit on invalid credentials`, async () => {
      const core = openCore({ options: { accessLimits: { perMinute: 0, perDay: 0, failuresPerMinute: 1 } } });
      await refused(core, "guess 1");
      core.clock.jump(hours * 3_600_000);
      await expectDomainRejection("rate_limited", core.access.authenticate(attempt("guess 2")));
      core.clock.advance(60_000);
      await refused(core, "guess 3");
    });
  }
});

describe("Access control: limits", () => {
  it("limits invalid credentials per address after too many failures", async () => {
    const core = openCore();
    for (let failed = 0; failed < 60; failed += 1) await refused(core, `guess ${failed}`);
    for (const wrong of ["guess 60", "guess 0", "not.a.user"]) {
      const limited = await expectDomainRejection("rate_limited", core.access.authenticate(attempt(wrong)));
      expect(limited).to.be.instanceOf(RateLimitedError).with.property("retryAfterSeconds", 1);
    }
    await refused(core, "guess 60", any, "192.0.2.2");
    core.clock.advance(1_000);
    await refused(core, "guess 61");
  });

  it("accepts valid credentials from an address that exceeds the failure limit", async () => {
    const core = openCore();
    for (let failed = 0; failed < 60; failed += 1) await refused(core, `guess ${failed}`);
    for (let failed = 0; failed < 600; failed += 1) {
      await expectDomainRejection("rate_limited", core.access.authenticate(attempt(`more ${failed}`)));
    }
    const { secret } = await aKey(core);
    expect(await core.access.authenticate(attempt(secret))).to.include({ userId: "ada", kind: "key" });
    expect(await core.access.authenticate(attempt(TOKEN))).to.include({ userId: "ada", kind: "token" });
    const fresh = openCore(core);
    expect(await fresh.access.authenticate(attempt(secret))).to.include({ userId: "ada", kind: "key" });
  });

  it("limits a revoked key like any other invalid credential", async () => {
    const core = openCore();
    const { secret, key } = await aKey(core);
    await core.access.authenticate(attempt(secret));
    await core.apiKeys.revoke(core.requestContext(), key.state.id);
    for (let failed = 0; failed < 60; failed += 1) await refused(core, `guess ${failed}`);
    await expectDomainRejection("rate_limited", core.access.authenticate(attempt(secret)));
  });

  it("looks up a repeated invalid credential at most once per second", async () => {
    const { store, clock } = openCore();
    let lookUps = 0;
    const findByDigest = (digest: string) => {
      lookUps += 1;
      return store.apiKeys.findByDigest(digest);
    };
    const core = openCore({ store, clock, ports: { apiKeys: withOverrides(store.apiKeys, { findByDigest }) } });
    for (let failed = 0; failed < 60; failed += 1) await refused(core, "stale");
    expect(lookUps).to.equal(1);
    core.clock.advance(1_000);
    await refused(core, "stale");
    expect(lookUps).to.equal(2);
  });

  it("does not count a missing credential or a wrong credential kind as a failure", async () => {
    const core = openCore({ options: { accessLimits: { perMinute: 0, perDay: 0, failuresPerMinute: 1 } } });
    for (let i = 0; i < 3; i += 1) {
      await refused(core, undefined);
      await refused(core, TOKEN, ["key"]);
    }
    await core.access.authenticate(attempt(TOKEN));
  });

  it("applies the limit per minute to each key and to all tokens of a user together", async () => {
    const core = openCore({ options: { accessLimits: { perMinute: 2, perDay: 100, failuresPerMinute: 0 } } });
    const key = await core.access.authenticate(attempt((await aKey(core)).secret));
    const tokens = await Promise.all([TOKEN, "user.ada.Again"].map((each) => core.access.authenticate(attempt(each))));
    const allowed: boolean[] = [];
    for (const principal of [key, key, key, ...tokens, ...tokens]) {
      allowed.push((await core.access.consumeQuotas(principal)).isAllowed);
    }
    expect(allowed).to.deep.equal([true, true, false, true, true, false, false]);
  });

  it("applies the limit per day to a user across all credentials", async () => {
    const core = openCore({ options: { accessLimits: { perMinute: 0, perDay: 2, failuresPerMinute: 0 } } });
    const key = await core.access.authenticate(attempt((await aKey(core)).secret));
    const token = await core.access.authenticate(attempt(TOKEN));
    await core.access.consumeQuotas(key);
    await core.access.consumeQuotas(token);
    const { isAllowed: allowed, quotas } = await core.access.consumeQuotas(key);
    expect(allowed).to.be.false;
    expect(quotas.map(({ quota }) => quota.key)).to.deep.equal(["user:ada"]);
  });

  it("allows all calls when the limits are 0", async () => {
    const core = openCore({ options: { accessLimits: { perMinute: 0, perDay: 0, failuresPerMinute: 0 } } });
    const principal = await core.access.authenticate(attempt(TOKEN));
    expect(await core.access.consumeQuotas(principal)).to.deep.equal({ isAllowed: true, quotas: [] });
  });
});

describe("Access control: the last use of an API key", () => {
  it("is recorded at most once per minute", async () => {
    const core = openCore();
    const { key, secret } = await aKey(core);
    const lastUsed = async () => (await core.store.apiKeys.get("ada", key.state.id))?.state.lastUsedAt;
    expect(key.state.lastUsedAt).to.equal(null);
    const first = core.clock.now();
    await core.access.authenticate(attempt(secret));
    core.clock.advance(59_999);
    await core.access.authenticate(attempt(secret));
    expect(await lastUsed()).to.deep.equal(first);
    core.clock.advance(501);
    await core.access.authenticate(attempt(secret));
    expect(await lastUsed()).to.deep.equal(core.clock.now());
  });

  it("neither delays nor fails a request when it cannot be recorded", async () => {
    const { store, clock } = openCore();
    for (const markUsed of [() => neverResolves, () => Promise.reject(new Error("no disk"))]) {
      const core = openCore({ store, clock, ports: { apiKeys: withOverrides(store.apiKeys, { markUsed }) } });
      const { secret } = await aKey(core);
      expect((await core.access.authenticate(attempt(secret))).userId).to.equal("ada");
    }
  });
});
