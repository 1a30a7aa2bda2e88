import { expect } from "chai";
import { AesGcmSecretCipher, HmacSecrets } from "../../../src/adapters/system/secrets.js";
import { decryptSigningSecrets } from "../../../src/application/apps/apps.js";
import type { App } from "../../../src/domain/app/app.js";
import { openCore, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const DAY = 86_400_000;
const all = { page: { limit: 100 }, includeTotal: true };
const secrets = new HmacSecrets(new Uint8Array(32));
const cipher = new AesGcmSecretCipher(new Uint8Array(32));

const known = async ({ store, clock }: TestCore, secret: string): Promise<boolean> => {
  const digest = secrets.computeDigest(secret);
  return (await store.apps.findBySecretDigest(digest))?.hasValidSecret(digest, clock.now()) ?? false;
};

describe("Apps", () => {
  it("return the secrets once and store neither in plain text", async () => {
    const core = openCore();
    const { app, secret, signingSecret } = await core.apps.register(core.requestContext(), { name: "Garden" });
    expect(secret).to.match(/^mneme_app_[0-9a-f]{32}$/);
    expect(signingSecret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const kept = JSON.stringify((await core.store.apps.get(app.state.id))?.state);
    for (const part of [secret.slice(10), signingSecret.slice(6)]) expect(kept).not.to.include(part);
    expect(await known(core, secret)).to.equal(true);
    expect(decryptSigningSecrets(app, cipher, core.clock.now())).to.deep.equal([signingSecret]);
  });

  it("accept the old and the new secret for a day after a rotation", async () => {
    const core = openCore();
    const { app, secret, signingSecret } = await core.apps.register(core.requestContext(), { name: "Garden" });
    const second = await core.apps.rotateSecret(core.requestContext(), app.state.id);
    const { signingSecret: nextSigning } = await core.apps.rotateSigningSecret(core.requestContext(), app.state.id);
    const signing = async (): Promise<readonly string[]> =>
      decryptSigningSecrets(await core.apps.get(core.requestContext(), app.state.id), cipher, core.clock.now());
    core.clock.advance(DAY - 1);
    expect([await known(core, secret), await known(core, second.secret)]).to.deep.equal([true, true]);
    expect(await signing()).to.deep.equal([nextSigning, signingSecret]);
    core.clock.advance(1);
    expect([await known(core, secret), await known(core, second.secret)]).to.deep.equal([false, true]);
    expect(await signing()).to.deep.equal([nextSigning]);
  });

  it("are not found by users other than their owner", async () => {
    const core = openCore();
    const { id } = (await core.apps.register(core.requestContext(), { name: "Garden" })).app.state;
    const bob = core.requestContext("bob");
    const attempts: (() => Promise<unknown>)[] = [
      () => core.apps.get(bob, id),
      () => core.apps.update(bob, id, { name: "Mine" }),
      () => core.apps.rotateSecret(bob, id),
      () => core.apps.rotateSigningSecret(bob, id),
      () => core.apps.disable(bob, id),
      () => core.apps.enable(bob, id),
      () => core.apps.delete(bob, id),
    ];
    const { state } = await core.apps.get(core.requestContext(), id);
    for (const attempt of attempts)
      expect((await expectDomainRejection("not_found", attempt())).message).to.equal("App not found");
    expect((await core.apps.get(core.requestContext(), id)).state).to.deep.equal(state);
    expect(await core.apps.list(bob, all)).to.deep.equal({ items: [], nextCursor: null, total: 0 });
  });

  it("validate the input before an app is stored or looked up", async () => {
    const core = openCore();
    await expectDomainRejection("invalid", core.apps.register(core.requestContext(), { name: " " }));
    await expectDomainRejection("invalid", core.apps.update(core.requestContext(), "nowhere", {}));
    expect(await core.store.apps.count("ada")).to.equal(0);
  });

  it("accept a plain HTTP webhook only when the settings allow it", async () => {
    const external = { triggersOn: "transcript_processed", webhookUrl: "http://127.0.0.1:3000" } as const;
    const input = { name: "Garden", externalIntegration: external };
    await expectDomainRejection("invalid", openCore().apps.register(openCore().requestContext(), input));
    const core = openCore({ options: { webhookPolicy: { isPlainHttpAllowed: true } } });
    const { app } = await core.apps.register(core.requestContext(), input);
    await core.apps.update(core.requestContext(), app.state.id, { externalIntegration: external });
  });
});

describe("Installations", () => {
  const asking = { name: "Garden", notificationScopes: ["user_name", "user_facts"] } as const;
  const registered = async (core: TestCore): Promise<App> =>
    (await core.apps.register(core.requestContext("bob"), asking)).app;

  it("can be created with a known app ID, and grant no scopes by default", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    const { installation, app } = await core.installations.install(core.requestContext(), id, null);
    expect(installation.getGrantedScopes(app)).to.deep.equal([]);
    expect(await core.installations.list(core.requestContext("eve"))).to.deep.equal([]);
    expect(
      (await expectDomainRejection("not_found", core.installations.install(core.requestContext(), "nothing", null)))
        .message,
    ).to.equal("App not found");
  });

  it("stay unchanged when the app is installed again, unless other scopes are granted", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    const first = await core.installations.install(core.requestContext(), id, ["user_name"]);
    core.clock.advance(1);
    const again = await core.installations.install(core.requestContext(), id, null);
    expect(again.installation.state).to.deep.equal(first.installation.state);
    const { installation, app } = await core.installations.install(core.requestContext(), id, ["user_facts"]);
    expect(installation.getGrantedScopes(app)).to.deep.equal(["user_facts"]);
    expect(installation.state.installedAt).to.deep.equal(first.installation.state.installedAt);
  });

  it("grant only scopes that the app requests, and lose withdrawn scopes immediately", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    await expectDomainRejection("invalid", core.installations.install(core.requestContext(), id, ["user_chat"]));
    expect(await core.installations.list(core.requestContext())).to.deep.equal([]);
    await core.installations.install(core.requestContext(), id, ["user_name", "user_facts"]);
    await expectDomainRejection("invalid", core.installations.grant(core.requestContext(), id, ["user_chat"]));
    await core.installations.grant(core.requestContext(), id, ["user_facts"]);
    const [found] = await core.store.installations.findByUser("ada");
    expect(found?.installation.getGrantedScopes(found.app)).to.deep.equal(["user_facts"]);
  });

  it("cannot be read, changed or removed by another user", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    await core.installations.install(core.requestContext(), id, null);
    for (const attempt of [
      core.installations.get(core.requestContext("bob"), id),
      core.installations.grant(core.requestContext("bob"), id, []),
      core.installations.uninstall(core.requestContext("bob"), id),
    ]) {
      expect((await expectDomainRejection("not_found", attempt)).message).to.equal("Installation not found");
    }
    await core.installations.uninstall(core.requestContext(), id);
    await expectDomainRejection("not_found", core.installations.get(core.requestContext(), id));
  });

  it("are removed when their app is deleted", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    await core.installations.install(core.requestContext(), id, null);
    await core.apps.delete(core.requestContext("bob"), id);
    expect(await core.installations.list(core.requestContext())).to.deep.equal([]);
  });

  it("are limited to 50 per user; reinstalling an installed app is still possible", async () => {
    const core = openCore();
    const apps: App[] = [];
    while (apps.length < 51) apps.push(await registered(core));
    const install = (index: number) =>
      core.installations.install(core.requestContext(), apps[index]?.state.id ?? "none", null);
    for (let index = 0; index < 50; index += 1) await install(index);
    expect((await expectDomainRejection("conflict", install(50))).message).to.equal("At most 50 apps can be installed");
    await install(49);
    await core.installations.uninstall(core.requestContext(), apps[0]?.state.id ?? "none");
    await install(50);
  });
});
