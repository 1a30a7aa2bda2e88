import { expect } from "chai";
import { CONVERSATIONS_PATH } from "../../support/conversation-requests.js";
import { startService, type TestService } from "../../support/service.js";

const readScopes = ["conversations:read", "memories:read", "action_items:read", "goals:read"];

describe("authentication over HTTP", () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  const refused = async (credential: string | undefined, path: string): Promise<unknown[]> => {
    const { status, body, headers } = await service.clientFor(credential).get(path);
    return [status, (body as { detail: unknown }).detail, headers.get("www-authenticate")];
  };

  it("returns 401 with WWW-Authenticate when the credential is missing or invalid", async () => {
    const missing = "Missing or invalid Authorization header. Must be 'Bearer API_KEY'";
    expect(await refused(undefined, CONVERSATIONS_PATH)).to.deep.equal([401, missing, "Bearer"]);
    expect(await refused("mneme_dev_0", CONVERSATIONS_PATH)).to.deep.equal([401, "Invalid API Key", "Bearer"]);
    expect(await refused("a.b.c", CONVERSATIONS_PATH)).to.deep.equal([
      401,
      "Invalid authentication credentials",
      "Bearer",
    ]);
    const { credential: key } = await service.clientWithKey("keyed");
    expect(await refused(key, "/v1/dev/keys")).to.deep.equal([401, "Invalid authentication credentials", "Bearer"]);
  });

  it("creates API keys with an identity token: read-only by default, secret returned once, revocable", async () => {
    const owner = await service.clientWithToken("owner");
    const { body } = await owner.post("/v1/dev/keys", { name: "reader" });
    const { key, key_prefix, id, scopes } = body as { key: string; key_prefix: string; id: string; scopes: string[] };
    expect(key).to.match(/^mneme_dev_[0-9a-f]{32}$/);
    expect(key_prefix).to.equal(`mneme_dev_${key.slice(10, 14)}...${key.slice(-4)}`);
    expect(scopes).to.deep.equal(readScopes);
    const listed = (await owner.get("/v1/dev/keys")).body as Record<string, unknown>[];
    expect(listed).to.have.length(1);
    expect(listed[0]).not.to.have.property("key");
    expect(listed[0]).to.include({ id, name: "reader", last_used_at: null });

    const reader = service.clientFor(key);
    expect((await reader.get(CONVERSATIONS_PATH)).status).to.equal(200);
    expect(await reader.post(CONVERSATIONS_PATH, "is not even read")).to.deep.include({
      status: 403,
      body: { detail: "Insufficient permissions. Required scope: conversations:write" },
    });
    expect((await owner.delete(`/v1/dev/keys/${id}`)).status).to.equal(204);
    expect((await reader.get(CONVERSATIONS_PATH)).status).to.equal(401);
    expect(await owner.delete(`/v1/dev/keys/${id}`)).to.deep.include({
      status: 404,
      body: { detail: "Key not found" },
    });
  });

  it("rejects an API key with unknown or no scopes, or an empty or too long name", async () => {
    const owner = await service.clientWithToken("owner-2");
    const refusal = async (body: object): Promise<unknown[]> => {
      const answered = await owner.post("/v1/dev/keys", body);
      return [answered.status, (answered.body as { detail: unknown }).detail];
    };
    const [status, detail] = await refusal({ name: "x", scopes: ["everything"] });
    expect(status).to.equal(400);
    expect(detail).to.match(/^Invalid scopes\. Available: \[/);
    expect(await refusal({ name: "  " })).to.deep.equal([422, "Key name cannot be empty"]);
    expect((await refusal({ name: "x", scopes: [] }))[0]).to.equal(422);
    expect((await refusal({ name: "x".repeat(256) }))[0]).to.equal(422);
  });

  it("reads and updates the profile and validates its fields", async () => {
    const owner = await service.clientWithToken("maya");
    expect((await owner.get("/v1/dev/user/profile")).body).to.include({ display_name: "maya", time_zone: "UTC" });
    const patched = await owner.patch("/v1/dev/user/profile", { display_name: "Maya", time_zone: "Europe/Lisbon" });
    expect(patched.body).to.include({ display_name: "Maya", time_zone: "Europe/Lisbon" });
    expect((await owner.patch("/v1/dev/user/profile", { display_name: null })).body).to.include({
      display_name: "Maya",
    });
    expect((await owner.patch("/v1/dev/user/profile", {})).body).to.deep.equal({
      detail: "At least one field (display_name, time_zone) must be provided",
    });
    expect((await owner.patch("/v1/dev/user/profile", { display_name: "é".repeat(256) })).status).to.equal(422);
    expect(await owner.patch("/v1/dev/user/profile", { time_zone: "Mars/Olympus" })).to.deep.include({
      status: 422,
      body: { detail: "time_zone must be an IANA time zone" },
    });
  });

  it("publishes the JWKS without private keys", async () => {
    const { body } = await service.clientFor().get("/.well-known/jwks.json");
    const [key] = (body as { keys: Record<string, unknown>[] }).keys;
    expect(key).to.include({ kty: "OKP", crv: "Ed25519", use: "sig" });
    expect(key).not.to.have.property("d");
  });
});

describe("rate limits over HTTP", () => {
  it("sends rate limit headers and accepts a client that waits for Retry-After", async () => {
    const service = await startService({ MNEME_RATE_LIMIT_PER_MINUTE: "60", MNEME_RATE_LIMIT_PER_DAY: "1000" });
    try {
      const client = await service.clientWithKey("busy");
      const first = await client.get(CONVERSATIONS_PATH);
      expect(first.headers.get("x-ratelimit-limit")).to.equal("60");
      expect(first.headers.get("x-ratelimit-remaining")).to.equal("59");
      expect(Number(first.headers.get("x-ratelimit-reset"))).to.be.greaterThan(1_700_000_000);
      expect(first.headers.get("ratelimit-policy")).to.equal('"minute";q=60;w=60, "day";q=1000;w=86400');
      let answered = first;
      for (let calls = 0; calls < 10_000 && answered.status === 200; calls += 1)
        answered = await client.get(CONVERSATIONS_PATH);
      expect(answered.status).to.equal(429);
      const seconds = Number(answered.headers.get("retry-after"));
      expect(answered.body).to.deep.equal({ detail: `Rate limit exceeded. Try again in ${seconds}s.` });
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      expect((await client.get(CONVERSATIONS_PATH)).status).to.equal(200);
    } finally {
      await service.close();
    }
  });

  it("limits invalid credentials per address and never throttles valid ones", async () => {
    const service = await startService({ MNEME_AUTH_FAILURES_PER_MINUTE: "3" });
    try {
      const used = await service.clientWithKey("ada");
      expect((await used.get(CONVERSATIONS_PATH)).status).to.equal(200);
      for (let guess = 0; guess < 3; guess += 1) {
        expect((await service.clientFor(`guess-${guess}`).get(CONVERSATIONS_PATH)).status).to.equal(401);
      }
      for (const wrong of ["guess-4", "guess-1", "a.b.c"]) {
        expect((await service.clientFor(wrong).get(CONVERSATIONS_PATH)).status).to.equal(429);
      }
      const [brandNew, token] = [await service.clientWithKey("bob"), await service.clientWithToken("cleo")];
      for (const good of [used, brandNew, token]) expect((await good.get(CONVERSATIONS_PATH)).status).to.equal(200);
    } finally {
      await service.close();
    }
  });
});
