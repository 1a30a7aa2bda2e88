import { expect } from "chai";
import { RateLimited } from "../../../src/domain/errors.js";
import { scopes as allScopes } from "../../../src/domain/api-key.js";
import type { CredentialKind } from "../../../src/ports/driving/index.js";
import { except, never, openCore, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";
import { gate } from "../../support/scripted-summariser.js";

const any: readonly CredentialKind[] = ["key", "token"];
const attempt = (credential: string | undefined, accepts = any, address = "192.0.2.1") => ({
  credential,
  accepts,
  address,
});
const TOKEN = "user.ada.Ada";
const aKey = async (core: Core, scopes?: readonly string[]) =>
  core.apiKeys.create(core.call(), { name: "script", ...(scopes ? { scopes } : {}) });
const refused = async (core: Core, ...given: Parameters<typeof attempt>) =>
  (await rejection("unauthenticated", core.access.authenticate(attempt(...given)))).message;

describe("access: credentials", () => {
  it("lets a key do what its scopes allow, and no more", async () => {
    const core = openCore();
    const { secret } = await aKey(core, ["goals:read"]);
    const principal = await core.access.authenticate(attempt(secret));
    expect(principal).to.deep.include({ userId: "ada", kind: "key", scopes: ["goals:read"] });
    expect(() => core.access.require(principal, ["goals:read"])).not.to.throw();
    expect(() => core.access.require(principal, ["goals:read", "goals:write"])).to.throw(
      "Insufficient permissions. Required scope: goals:write",
    );
  });

  it("lets an identity token do everything its user may, and makes the user with the first one", async () => {
    const core = openCore();
    expect(await core.access.authenticate(attempt(TOKEN))).to.include({
      userId: "ada",
      kind: "token",
      scopes: allScopes,
    });
    expect((await core.users.profile(core.call())).state).to.include({ displayName: "Ada", timeZone: "UTC" });
    await core.access.authenticate(attempt("user.ada.Renamed"));
    expect((await core.users.profile(core.call())).state.displayName).to.equal("Ada");
  });

  it("says what is wrong with what it refuses", async () => {
    const core = openCore();
    const { secret } = await aKey(core);
    expect(await refused(core, undefined)).to.equal(
      "Missing or invalid Authorization header. Must be 'Bearer API_KEY'",
    );
    expect(await refused(core, "mneme_dev_unknown")).to.equal("Invalid API Key");
    expect(await refused(core, "not.a.user")).to.equal("Invalid authentication credentials");
    expect(await refused(core, secret, ["token"])).to.equal("Invalid authentication credentials");
    expect(await refused(core, TOKEN, ["key"])).to.equal("Invalid authentication credentials");
  });
});

describe("access: a revoked key", () => {
  it("is refused from then on, also when it was used just before", async () => {
    const core = openCore();
    const { key, secret } = await aKey(core);
    await core.access.authenticate(attempt(secret));
    await core.apiKeys.revoke(core.call(), key.state.id);
    expect(await refused(core, secret)).to.equal("Invalid API Key");
  });

  it("is refused though it was being looked up when it was revoked", async () => {
    const { store, clock } = openCore();
    const { opened, open } = gate();
    const apiKeys = except(store.apiKeys, {
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
    await core.apiKeys.revoke(core.call(), key.state.id);
    open();
    await meanwhile;
    expect(await refused(core, secret)).to.equal("Invalid API Key");
  });

  it("is refused within half a second where another process revoked it", async () => {
    const core = openCore();
    const other = openCore(core);
    const { key, secret } = await aKey(core);
    await core.access.authenticate(attempt(secret));
    await other.apiKeys.revoke(other.call(), key.state.id);
    core.clock.advance(499);
    expect((await core.access.authenticate(attempt(secret))).userId).to.equal("ada");
    core.clock.advance(1);
    expect(await refused(core, secret)).to.equal("Invalid API Key");
  });
});

describe("access: a wall clock that is set", () => {
  for (const [direction, hours] of [
    ["back", -1],
    ["forward", 1],
  ] as const) {
    it(`${direction} does not let a revoked key in any longer`, async () => {
      const core = openCore();
      const other = openCore(core);
      const { key, secret } = await aKey(core);
      await core.access.authenticate(attempt(secret));
      core.clock.jump(hours * 3_600_000);
      await other.apiKeys.revoke(other.call(), key.state.id);
      core.clock.advance(500);
      expect(await refused(core, secret)).to.equal("Invalid API Key");
    });

    it(`${direction} neither lifts nor prolongs the limit on wrong credentials`, async () => {
      const core = openCore({ options: { limits: { perMinute: 0, perDay: 0, failuresPerMinute: 1 } } });
      await refused(core, "guess 1");
      core.clock.jump(hours * 3_600_000);
      await rejection("rate_limited", core.access.authenticate(attempt("guess 2")));
      core.clock.advance(60_000);
      await refused(core, "guess 3");
    });
  }
});

describe("access: limits", () => {
  it("limits invalid credentials of an address that fails too often, and of no other address", async () => {
    const core = openCore();
    for (let failed = 0; failed < 60; failed += 1) await refused(core, `guess ${failed}`);
    for (const wrong of ["guess 60", "guess 0", "not.a.user"]) {
      const limited = await rejection("rate_limited", core.access.authenticate(attempt(wrong)));
      expect(limited).to.be.instanceOf(RateLimited).with.property("retryAfterSeconds", 1);
    }
    await refused(core, "guess 60", any, "192.0.2.2");
    core.clock.advance(1_000);
    await refused(core, "guess 61");
  });

  it("accepts valid credentials, also new ones, from an address that fails too often", async () => {
    const core = openCore();
    for (let failed = 0; failed < 60; failed += 1) await refused(core, `guess ${failed}`);
    for (let failed = 0; failed < 600; failed += 1) {
      await rejection("rate_limited", core.access.authenticate(attempt(`more ${failed}`)));
    }
    const { secret } = await aKey(core);
    expect(await core.access.authenticate(attempt(secret))).to.include({ userId: "ada", kind: "key" });
    expect(await core.access.authenticate(attempt(TOKEN))).to.include({ userId: "ada", kind: "token" });
    const fresh = openCore(core);
    expect(await fresh.access.authenticate(attempt(secret))).to.include({ userId: "ada", kind: "key" });
  });

  it("limits a revoked key like any invalid credential", async () => {
    const core = openCore();
    const { secret, key } = await aKey(core);
    await core.access.authenticate(attempt(secret));
    await core.apiKeys.revoke(core.call(), key.state.id);
    for (let failed = 0; failed < 60; failed += 1) await refused(core, `guess ${failed}`);
    await rejection("rate_limited", core.access.authenticate(attempt(secret)));
  });

  it("looks up a repeated invalid credential once a second", async () => {
    const { store, clock } = openCore();
    let lookUps = 0;
    const findByDigest = (digest: string) => {
      lookUps += 1;
      return store.apiKeys.findByDigest(digest);
    };
    const core = openCore({ store, clock, ports: { apiKeys: except(store.apiKeys, { findByDigest }) } });
    for (let failed = 0; failed < 60; failed += 1) await refused(core, "stale");
    expect(lookUps).to.equal(1);
    core.clock.advance(1_000);
    await refused(core, "stale");
    expect(lookUps).to.equal(2);
  });

  it("counts no missing credential and no wrong kind as a guess", async () => {
    const core = openCore({ options: { limits: { perMinute: 0, perDay: 0, failuresPerMinute: 1 } } });
    for (let i = 0; i < 3; i += 1) {
      await refused(core, undefined);
      await refused(core, TOKEN, ["key"]);
    }
    await core.access.authenticate(attempt(TOKEN));
  });

  it("admits so many calls a minute for a key, and for all tokens of a user together", async () => {
    const core = openCore({ options: { limits: { perMinute: 2, perDay: 100, failuresPerMinute: 0 } } });
    const key = await core.access.authenticate(attempt((await aKey(core)).secret));
    const tokens = await Promise.all([TOKEN, "user.ada.Again"].map((each) => core.access.authenticate(attempt(each))));
    const allowed: boolean[] = [];
    for (const principal of [key, key, key, ...tokens, ...tokens]) {
      allowed.push((await core.access.admit(principal)).allowed);
    }
    expect(allowed).to.deep.equal([true, true, false, true, true, false, false]);
  });

  it("admits so many calls a day for a user, by whatever credential", async () => {
    const core = openCore({ options: { limits: { perMinute: 0, perDay: 2, failuresPerMinute: 0 } } });
    const key = await core.access.authenticate(attempt((await aKey(core)).secret));
    const token = await core.access.authenticate(attempt(TOKEN));
    await core.access.admit(key);
    await core.access.admit(token);
    const { allowed, quotas } = await core.access.admit(key);
    expect(allowed).to.be.false;
    expect(quotas.map(({ quota }) => quota.key)).to.deep.equal(["user:ada"]);
  });

  it("admits everybody where there is no limit", async () => {
    const core = openCore({ options: { limits: { perMinute: 0, perDay: 0, failuresPerMinute: 0 } } });
    const principal = await core.access.authenticate(attempt(TOKEN));
    expect(await core.access.admit(principal)).to.deep.equal({ allowed: true, quotas: [] });
  });
});

describe("access: when a key was used last", () => {
  it("is noted once a minute", async () => {
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

  it("delays no request and fails none", async () => {
    const { store, clock } = openCore();
    for (const markUsed of [() => never, () => Promise.reject(new Error("no disk"))]) {
      const core = openCore({ store, clock, ports: { apiKeys: except(store.apiKeys, { markUsed }) } });
      const { secret } = await aKey(core);
      expect((await core.access.authenticate(attempt(secret))).userId).to.equal("ada");
    }
  });
});
