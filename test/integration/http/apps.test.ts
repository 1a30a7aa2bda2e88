import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { startService, type TestService } from "../../support/service.js";
import { findTextRemnants } from "../../support/text-remnants.js";

const collection = "/v1/dev/apps";
const installations = `${collection}/installations`;
const hook = { triggers_on: "transcript_processed", webhook_url: "https://garden.example/hook?a=b" };

interface WireApp {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly signing_secret: string;
  readonly created_at: string;
}

describe("/v1/dev/apps", () => {
  let service: TestService;
  let owner: ApiClient;
  let user: ApiClient;
  let people = 0;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(async () => {
    people += 1;
    [owner, user] = await Promise.all([
      service.clientWithToken(`owner-${people}`),
      service.clientWithToken(`user-${people}`),
    ]);
  });

  const registered = async (body: object = {}): Promise<WireApp> =>
    (await owner.post(collection, { name: "Garden", ...body })).body as WireApp;
  const one = ({ id }: WireApp, rest = ""): string => `${collection}/${id}${rest}`;
  const installation = ({ id }: WireApp): string => `${installations}/${id}`;
  const asking = (...scopes: string[]): object => ({ proactive_notification: { scopes } });
  const refused = async (sending: Promise<ClientResponse>, expected = 422): Promise<unknown> => {
    const { status, body } = await sending;
    expect(status).to.equal(expected);
    return (body as { detail: unknown }).detail;
  };
  const granted = ({ status, body }: ClientResponse): unknown => {
    expect(status).to.equal(200);
    return (body as { granted_scopes: unknown }).granted_scopes;
  };

  it("returns the secrets only in the response to the registration", async () => {
    const { id, secret, signing_secret, created_at, ...rest } = await registered();
    expect(secret).to.match(/^mneme_app_[0-9a-f]{32}$/);
    expect(signing_secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).to.deep.equal({
      name: "Garden",
      description: null,
      capabilities: [],
      external_integration: null,
      proactive_notification: { scopes: [] },
      is_enabled: true,
      disabled_because: null,
      disabled_since: null,
      previous_secret_expires_at: null,
      previous_signing_secret_expires_at: null,
      updated_at: created_at,
    });
    expect((await owner.get(`${collection}/${id}`)).body).to.deep.equal({ id, created_at, ...rest });
    expect((await owner.get(collection)).body).to.deep.equal([{ id, created_at, ...rest }]);
    const kept = [secret.slice("mneme_app_".length), signing_secret.slice("whsec_".length)];
    expect(await findTextRemnants(kept, service.directory)).to.deep.equal([]);
  });

  it("stores every field and changes only the patched ones", async () => {
    const app = await registered({
      description: "🌱\u0000",
      capabilities: ["proactive_notification", "external_integration"],
      external_integration: hook,
      ...asking("user_chat", "user_name"),
    });
    const said = {
      description: "🌱\u0000",
      capabilities: ["external_integration", "proactive_notification"],
      external_integration: hook,
      proactive_notification: { scopes: ["user_name", "user_chat"] },
    };
    expect((await owner.get(one(app))).body).to.deep.include(said);
    const changed = await owner.patch(one(app), { name: "Orchard", capabilities: null, external_integration: null });
    expect(changed.body).to.deep.include({ ...said, name: "Orchard" });
    expect((await owner.get(one(app))).body).to.deep.equal(changed.body);
  });

  it("reports schema violations as a list and business rule violations as a string", async () => {
    const faulty = (body: object): Promise<unknown> => refused(owner.post(collection, { name: "Garden", ...body }));
    expect(
      await faulty({ name: 1, capabilities: ["fly"], external_integration: { triggers_on: "noon" } }),
    ).to.deep.equal([
      { loc: ["body", "name"], msg: "Input should be a valid string", type: "string_type" },
      {
        loc: ["body", "capabilities", 0],
        msg: "Input should be 'external_integration' or 'proactive_notification'",
        type: "enum",
      },
      {
        loc: ["body", "external_integration", "triggers_on"],
        msg: "Input should be 'transcript_processed'",
        type: "enum",
      },
      { loc: ["body", "external_integration", "webhook_url"], msg: "Field required", type: "missing" },
    ]);
    expect(await faulty({ name: " " })).to.equal("App name cannot be empty");
    const address = "webhook_url must be an absolute https URL in ASCII, without user or fragment";
    for (const webhook_url of ["http://garden.example/", "https://ada@garden.example/", "https://garden.example/#x"]) {
      expect(await faulty({ external_integration: { ...hook, webhook_url } }), webhook_url).to.equal(address);
    }
    expect(await faulty({ capabilities: ["external_integration"] })).to.equal(
      "The capability external_integration needs external_integration",
    );
    expect((await owner.get(collection)).body).to.deep.equal([]);
  });

  it("validates a patch before it looks up the app", async () => {
    const nowhere = `${collection}/nowhere`;
    expect(await refused(owner.patch(nowhere, {}))).to.match(/^At least one field \(name, .*\) must be provided$/);
    expect(await refused(owner.patch(nowhere, { name: " " }))).to.equal("App name cannot be empty");
    expect(await refused(owner.patch(nowhere, { name: "Mine" }), 404)).to.equal("App not found");
    const app = await registered();
    expect(await refused(owner.patch(one(app), { capabilities: ["external_integration"] }))).to.be.a("string");
  });

  it("rotates secrets and reports when the previous one expires", async () => {
    const app = await registered();
    const { body } = await owner.send("POST", one(app, "/secret"));
    const rotated = body as WireApp & { previous_secret_expires_at: string; updated_at: string };
    expect(rotated.secret)
      .to.match(/^mneme_app_[0-9a-f]{32}$/)
      .and.not.to.equal(app.secret);
    expect(rotated).not.to.have.property("signing_secret");
    const overlap = Date.parse(rotated.previous_secret_expires_at) - Date.parse(rotated.updated_at);
    expect(overlap).to.equal(86_400_000);
    const signed = (await owner.send("POST", one(app, "/signing-secret"))).body as WireApp;
    expect(signed.signing_secret)
      .to.match(/^whsec_/)
      .and.not.to.equal(app.signing_secret);
    expect(signed).not.to.have.property("secret");
    expect((await owner.get(one(app))).body).not.to.have.any.keys("secret", "signing_secret");
  });

  it("does not replay secrets or repeat the operation for a reused idempotency key", async () => {
    const key = (value: string) => ({ "Idempotency-Key": value });
    const notKept = "The answer to this Idempotency-Key is not kept";
    const register = () => owner.post(collection, { name: "Garden" }, key("register"));
    const { body } = await register();
    expect(await refused(register(), 409)).to.equal(notKept);
    expect((await owner.get(collection)).body).to.have.length(1);
    for (const which of ["/secret", "/signing-secret"]) {
      const rotate = () => owner.send("POST", one(body as WireApp, which), undefined, key(which));
      expect((await rotate()).status).to.equal(200);
      const before = (await owner.get(one(body as WireApp))).body;
      expect(await refused(rotate(), 409)).to.equal(notKept);
      expect((await owner.get(one(body as WireApp))).body).to.deep.equal(before);
    }
  });

  it("lets the owner disable and re-enable an app", async () => {
    const app = await registered();
    await user.post(one(app, "/install"), {});
    const disabled = (await owner.send("POST", one(app, "/disable"))).body;
    expect(disabled).to.deep.include({ is_enabled: false, disabled_because: "owner" });
    expect((await user.get(installation(app))).body).to.include({ is_enabled: false });
    expect((await owner.send("POST", one(app, "/disable"))).body).to.deep.equal(disabled);
    expect((await owner.send("POST", one(app, "/enable"))).body).to.deep.include({
      is_enabled: true,
      disabled_because: null,
      disabled_since: null,
    });
  });

  it("lets any user install an app, grant some of its requested scopes and revoke them", async () => {
    const app = await registered(asking("user_name", "user_facts"));
    const { installed_at, updated_at, ...rest } = (await user.post(one(app, "/install"), {})).body as {
      installed_at: string;
      updated_at: string;
    };
    expect(updated_at).to.equal(installed_at);
    expect(rest).to.deep.equal({
      id: app.id,
      name: "Garden",
      description: null,
      capabilities: [],
      is_enabled: true,
      requested_scopes: ["user_name", "user_facts"],
      granted_scopes: [],
    });
    const grant = (...scopes: string[]) => user.patch(installation(app), { scopes });
    expect(granted(await grant("user_facts", "user_name"))).to.deep.equal(["user_name", "user_facts"]);
    expect(await refused(grant("user_name", "user_chat"))).to.equal("The app does not ask for the scope user_chat");
    expect(granted(await user.get(installation(app)))).to.deep.equal(["user_name", "user_facts"]);
    expect(granted(await grant("user_facts"))).to.deep.equal(["user_facts"]);
    expect(granted(await grant())).to.deep.equal([]);
    expect((await user.delete(installation(app))).body).to.deep.equal({ success: true });
    expect(await refused(user.delete(installation(app)), 404)).to.equal("Installation not found");
    expect((await user.get(installations)).body).to.deep.equal([]);
  });

  it("does not grant scopes that the app requests after installation", async () => {
    const app = await registered(asking("user_name"));
    expect(granted(await user.post(one(app, "/install"), { scopes: ["user_name"] }))).to.deep.equal(["user_name"]);
    await owner.patch(one(app), asking("user_name", "user_chat"));
    const listed = await user.get(`${installations}?total=true`);
    expect(listed.body).to.have.length(1);
    expect((listed.body as object[])[0]).to.deep.include({
      requested_scopes: ["user_name", "user_chat"],
      granted_scopes: ["user_name"],
    });
    expect(listed.headers.get("X-Total-Count")).to.equal("1");
    await owner.patch(one(app), asking("user_chat"));
    await owner.patch(one(app), asking("user_name"));
    expect(granted(await user.get(installation(app)))).to.deep.equal([]);
  });

  it("deletes the app for all users and erases it from stored idempotent responses", async () => {
    const app = await registered({ description: "a description with okapi" });
    const key = { "Idempotency-Key": "install" };
    const install = () => user.post(one(app, "/install"), {}, key);
    expect((await install()).status).to.equal(200);
    expect((await install()).headers.get("Idempotent-Replayed")).to.equal("true");
    expect((await owner.delete(one(app))).body).to.deep.equal({ success: true });
    expect((await user.get(installations)).body).to.deep.equal([]);
    expect(await refused(install(), 409)).to.equal("The answer to this Idempotency-Key is not kept");
    expect(await refused(owner.delete(one(app)), 404)).to.equal("App not found");
    expect(await refused(user.post(one(app, "/install"), {}), 404)).to.equal("App not found");
    expect(await findTextRemnants(["okapi"], service.directory)).to.deep.equal([]);
  });

  it("rejects a webhook URL with a private address on registration and update", async () => {
    const app = await registered({ external_integration: hook });
    const private_ = "webhook_url must not be a private, local or otherwise reserved address";
    const malformed = "webhook_url must be an absolute https URL in ASCII, without user or fragment";
    const refusals: readonly (readonly [string, string])[] = [
      ["https://10.0.0.1/hook", private_],
      ["https://0xa9fea9fe/latest/meta-data/", private_],
      ["https://0177.0.0.1/", private_],
      ["https://127.0.0.1./", private_],
      ["https://[::1]/", private_],
      ["https://[::ffff:10.0.0.1]/", private_],
      ["https://LOCALHOST/", private_],
      ["https://api.localhost./", private_],
      ["http://93.184.216.34/", malformed],
      ["ftp://garden.example/", malformed],
    ];
    for (const [webhook_url, detail] of refusals) {
      const external_integration = { ...hook, webhook_url };
      expect(await refused(owner.post(collection, { name: "Garden", external_integration })), webhook_url).to.equal(
        detail,
      );
      expect(await refused(owner.patch(one(app), { external_integration })), webhook_url).to.equal(detail);
    }
    expect((await owner.get(one(app))).body).to.deep.include({ external_integration: hook });
  });

  it("accepts identity tokens only", async () => {
    const app = await registered();
    const keyed = await service.clientWithKey(`owner-${people}`);
    for (const path of [collection, one(app), installations, installation(app)]) {
      expect(await refused(keyed.get(path), 401), path).to.equal("Invalid authentication credentials");
    }
    const secret = service.clientFor(app.secret);
    expect(await refused(secret.get(one(app)), 401)).to.equal("Invalid authentication credentials");
  });
});

describe("/v1/dev/apps with plain HTTP and a private network allowed", () => {
  let service: TestService;
  before(async () => {
    service = await startService({ MNEME_WEBHOOK_ALLOW_HTTP: "yes", MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8,::1" });
  });
  after(() => service.close());

  const register = async (webhook_url: string): Promise<ClientResponse> =>
    (await service.clientWithToken("ada")).post(collection, {
      name: "Garden",
      external_integration: { ...hook, webhook_url },
    });

  it("accepts webhook URLs over plain HTTP within the allowed networks", async () => {
    for (const host of ["127.0.0.1:3000", "localhost:3000", "0x7f.1"]) {
      expect((await register(`http://${host}/hook`)).status, host).to.equal(200);
    }
  });

  it("rejects webhook URLs in other private networks", async () => {
    const { status, body } = await register("http://10.0.0.1/hook");
    expect(status).to.equal(422);
    expect(body).to.deep.equal({ detail: "webhook_url must not be a private, local or otherwise reserved address" });
  });
});
