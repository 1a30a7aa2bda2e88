import { expect } from "chai";
import { collection } from "../../support/conversations.js";
import { startService, type TestService } from "../../support/service.js";

const readScopes = ["conversations:read", "memories:read", "action_items:read", "goals:read"];

describe("access over HTTP", () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  const refused = async (credential: string | undefined, path: string): Promise<unknown[]> => {
    const { status, body, headers } = await service.as(credential).get(path);
    return [status, (body as { detail: unknown }).detail, headers.get("www-authenticate")];
  };

  it("is refused without a valid credential, and says how to present one", async () => {
    const missing = "Missing or invalid Authorization header. Must be 'Bearer API_KEY'";
    expect(await refused(undefined, collection)).to.deep.equal([401, missing, "Bearer"]);
    expect(await refused("mneme_dev_0", collection)).to.deep.equal([401, "Invalid API Key", "Bearer"]);
    expect(await refused("a.b.c", collection)).to.deep.equal([401, "Invalid authentication credentials", "Bearer"]);
    const { credential: key } = await service.keyed("keyed");
    expect(await refused(key, "/v1/dev/keys")).to.deep.equal([401, "Invalid authentication credentials", "Bearer"]);
  });

  it("makes keys with an identity token: the secret is shown once, read-only unless scopes are named", async () => {
    const owner = await service.identified("owner");
    const { body } = await owner.post("/v1/dev/keys", { name: "reader" });
    const { key, key_prefix, id, scopes } = body as { key: string; key_prefix: string; id: string; scopes: string[] };
    expect(key).to.match(/^mneme_dev_[0-9a-f]{32}$/);
    expect(key_prefix).to.equal(`mneme_dev_${key.slice(10, 14)}...${key.slice(-4)}`);
    expect(scopes).to.deep.equal(readScopes);
    const listed = (await owner.get("/v1/dev/keys")).body as Record<string, unknown>[];
    expect(listed).to.have.length(1);
    expect(listed[0]).not.to.have.property("key");
    expect(listed[0]).to.include({ id, name: "reader", last_used_at: null });

    const reader = service.as(key);
    expect((await reader.get(collection)).status).to.equal(200);
    expect(await reader.post(collection, "is not even read")).to.deep.include({
      status: 403,
      body: { detail: "Insufficient permissions. Required scope: conversations:write" },
    });
    expect((await owner.delete(`/v1/dev/keys/${id}`)).status).to.equal(204);
    expect((await reader.get(collection)).status).to.equal(401);
    expect(await owner.delete(`/v1/dev/keys/${id}`)).to.deep.include({
      status: 404,
      body: { detail: "Key not found" },
    });
  });

  it("refuses keys that make no sense", async () => {
    const owner = await service.identified("owner-2");
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

  it("keeps a profile", async () => {
    const owner = await service.identified("maya");
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

  it("publishes the key set that verifies its tokens", async () => {
    const { body } = await service.as().get("/.well-known/jwks.json");
    const [key] = (body as { keys: Record<string, unknown>[] }).keys;
    expect(key).to.include({ kty: "OKP", crv: "Ed25519", use: "sig" });
    expect(key).not.to.have.property("d");
  });
});

describe("rate limits over HTTP", () => {
  it("are announced with every answer, and a client that waits as long as it is told succeeds", async () => {
    const service = await startService({ MNEME_RATE_LIMIT_PER_MINUTE: "60", MNEME_RATE_LIMIT_PER_DAY: "1000" });
    try {
      const client = await service.keyed("busy");
      const first = await client.get(collection);
      expect(first.headers.get("x-ratelimit-limit")).to.equal("60");
      expect(first.headers.get("x-ratelimit-remaining")).to.equal("59");
      expect(Number(first.headers.get("x-ratelimit-reset"))).to.be.greaterThan(1_700_000_000);
      expect(first.headers.get("ratelimit-policy")).to.equal('"minute";q=60;w=60, "day";q=1000;w=86400');
      let answered = first;
      for (let calls = 0; calls < 10_000 && answered.status === 200; calls += 1)
        answered = await client.get(collection);
      expect(answered.status).to.equal(429);
      const seconds = Number(answered.headers.get("retry-after"));
      expect(answered.body).to.deep.equal({ detail: `Rate limit exceeded. Try again in ${seconds}s.` });
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      expect((await client.get(collection)).status).to.equal(200);
    } finally {
      await service.close();
    }
  });

  it("limit invalid credentials per address, and never valid ones", async () => {
    const service = await startService({ MNEME_FAILED_CREDENTIALS_PER_MINUTE: "3" });
    try {
      const used = await service.keyed("ada");
      expect((await used.get(collection)).status).to.equal(200);
      for (let guess = 0; guess < 3; guess += 1) {
        expect((await service.as(`guess-${guess}`).get(collection)).status).to.equal(401);
      }
      for (const wrong of ["guess-4", "guess-1", "a.b.c"]) {
        expect((await service.as(wrong).get(collection)).status).to.equal(429);
      }
      const [brandNew, token] = [await service.keyed("bob"), await service.identified("cleo")];
      for (const good of [used, brandNew, token]) expect((await good.get(collection)).status).to.equal(200);
    } finally {
      await service.close();
    }
  });
});
