import { expect } from "chai";
import { AesGcmSealer } from "../../../src/adapters/system/aes-gcm-sealer.js";
import { KeyedSecrets } from "../../../src/adapters/system/secrets.js";
import { signingSecretsOf } from "../../../src/application/signing-secrets.js";
import type { App } from "../../../src/domain/app.js";
import { openCore, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const DAY = 86_400_000;
const all = { page: { limit: 100 }, withTotal: true };
const secrets = new KeyedSecrets(new Uint8Array(32));
const sealer = new AesGcmSealer(new Uint8Array(32));

const known = async ({ store, clock }: Core, secret: string): Promise<boolean> => {
  const digest = secrets.digest(secret);
  return (await store.apps.findBySecretDigest(digest))?.isKnownBy(digest, clock.now()) ?? false;
};

describe("apps", () => {
  it("show their secrets once, and keep neither", async () => {
    const core = openCore();
    const { app, secret, signingSecret } = await core.apps.register(core.call(), { name: "Garden" });
    expect(secret).to.match(/^mneme_app_[0-9a-f]{32}$/);
    expect(signingSecret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const kept = JSON.stringify((await core.store.apps.get(app.state.id))?.state);
    for (const part of [secret.slice(10), signingSecret.slice(6)]) expect(kept).not.to.include(part);
    expect(await known(core, secret)).to.equal(true);
    expect(signingSecretsOf(app, sealer, core.clock.now())).to.deep.equal([signingSecret]);
  });

  it("are told by the old secret and the new one for a day", async () => {
    const core = openCore();
    const { app, secret, signingSecret } = await core.apps.register(core.call(), { name: "Garden" });
    const second = await core.apps.rotateSecret(core.call(), app.state.id);
    const { signingSecret: nextSigning } = await core.apps.rotateSigningSecret(core.call(), app.state.id);
    const signing = async (): Promise<readonly string[]> =>
      signingSecretsOf(await core.apps.get(core.call(), app.state.id), sealer, core.clock.now());
    core.clock.advance(DAY - 1);
    expect([await known(core, secret), await known(core, second.secret)]).to.deep.equal([true, true]);
    expect(await signing()).to.deep.equal([nextSigning, signingSecret]);
    core.clock.advance(1);
    expect([await known(core, secret), await known(core, second.secret)]).to.deep.equal([false, true]);
    expect(await signing()).to.deep.equal([nextSigning]);
  });

  it("are their owner's alone: to others they are not there", async () => {
    const core = openCore();
    const { id } = (await core.apps.register(core.call(), { name: "Garden" })).app.state;
    const bob = core.call("bob");
    const attempts: (() => Promise<unknown>)[] = [
      () => core.apps.get(bob, id),
      () => core.apps.update(bob, id, { name: "Mine" }),
      () => core.apps.rotateSecret(bob, id),
      () => core.apps.rotateSigningSecret(bob, id),
      () => core.apps.disable(bob, id),
      () => core.apps.enable(bob, id),
      () => core.apps.delete(bob, id),
    ];
    const { state } = await core.apps.get(core.call(), id);
    for (const attempt of attempts) expect((await rejection("not_found", attempt())).message).to.equal("App not found");
    expect((await core.apps.get(core.call(), id)).state).to.deep.equal(state);
    expect(await core.apps.list(bob, all)).to.deep.equal({ items: [], next: null, total: 0 });
  });

  it("are not kept, nor looked for, when they break a rule", async () => {
    const core = openCore();
    await rejection("invalid", core.apps.register(core.call(), { name: " " }));
    await rejection("invalid", core.apps.update(core.call(), "nowhere", {}));
    expect(await core.store.apps.count("ada")).to.equal(0);
  });

  it("may have a webhook of plain HTTP where that is allowed", async () => {
    const external = { triggersOn: "transcript_processed", webhookUrl: "http://127.0.0.1:3000" } as const;
    const input = { name: "Garden", externalIntegration: external };
    await rejection("invalid", openCore().apps.register(openCore().call(), input));
    const core = openCore({ options: { webhooks: { allowsPlainHttp: true } } });
    const { app } = await core.apps.register(core.call(), input);
    await core.apps.update(core.call(), app.state.id, { externalIntegration: external });
  });
});

describe("installations", () => {
  const asking = { name: "Garden", notificationScopes: ["user_name", "user_facts"] } as const;
  const registered = async (core: Core): Promise<App> => (await core.apps.register(core.call("bob"), asking)).app;

  it("are made by anybody who knows the app's id, and grant nothing unless it is said", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    const { installation, app } = await core.installations.install(core.call(), id, null);
    expect(installation.grantedTo(app)).to.deep.equal([]);
    expect(await core.installations.list(core.call("eve"))).to.deep.equal([]);
    expect((await rejection("not_found", core.installations.install(core.call(), "nothing", null))).message).to.equal(
      "App not found",
    );
  });

  it("stay as they are when they are made again, unless other scopes are granted by that", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    const first = await core.installations.install(core.call(), id, ["user_name"]);
    core.clock.advance(1);
    const again = await core.installations.install(core.call(), id, null);
    expect(again.installation.state).to.deep.equal(first.installation.state);
    const { installation, app } = await core.installations.install(core.call(), id, ["user_facts"]);
    expect(installation.grantedTo(app)).to.deep.equal(["user_facts"]);
    expect(installation.state.installedAt).to.deep.equal(first.installation.state.installedAt);
  });

  it("grant no more than the app asks for, and nothing from the moment that it is withdrawn", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    await rejection("invalid", core.installations.install(core.call(), id, ["user_chat"]));
    expect(await core.installations.list(core.call())).to.deep.equal([]);
    await core.installations.install(core.call(), id, ["user_name", "user_facts"]);
    await rejection("invalid", core.installations.grant(core.call(), id, ["user_chat"]));
    await core.installations.grant(core.call(), id, ["user_facts"]);
    const [found] = await core.store.installations.findByUser("ada");
    expect(found?.installation.grantedTo(found.app)).to.deep.equal(["user_facts"]);
  });

  it("are nobody else's to see, to change or to end", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    await core.installations.install(core.call(), id, null);
    for (const attempt of [
      core.installations.get(core.call("bob"), id),
      core.installations.grant(core.call("bob"), id, []),
      core.installations.uninstall(core.call("bob"), id),
    ]) {
      expect((await rejection("not_found", attempt)).message).to.equal("Installation not found");
    }
    await core.installations.uninstall(core.call(), id);
    await rejection("not_found", core.installations.get(core.call(), id));
  });

  it("go with their app", async () => {
    const core = openCore();
    const { id } = (await registered(core)).state;
    await core.installations.install(core.call(), id, null);
    await core.apps.delete(core.call("bob"), id);
    expect(await core.installations.list(core.call())).to.deep.equal([]);
  });

  it("are at most 50 of a user, of which each may be made again", async () => {
    const core = openCore();
    const apps: App[] = [];
    while (apps.length < 51) apps.push(await registered(core));
    const install = (index: number) => core.installations.install(core.call(), apps[index]?.state.id ?? "none", null);
    for (let index = 0; index < 50; index += 1) await install(index);
    expect((await rejection("conflict", install(50))).message).to.equal("At most 50 apps can be installed");
    await install(49);
    await core.installations.uninstall(core.call(), apps[0]?.state.id ?? "none");
    await install(50);
  });
});
