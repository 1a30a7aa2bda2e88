import { expect } from "chai";
import { AesGcmSecretCipher } from "../../../src/adapters/system/secrets.js";
import { TestBrowser } from "../../support/test-browser.js";
import { openCore, type TestCore, startRetry } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const cipher = new AesGcmSecretCipher(new Uint8Array(32));
const webhook = { channel: "webhook", url: "https://ada.example/hook" } as const;
const topic = { channel: "ntfy", url: "https://ntfy.example/roses" } as const;
const browser = () => ({ channel: "web_push", url: "https://push.example/a", keys: new TestBrowser().keys }) as const;

const kept = async ({ store }: TestCore) => (await store.pushTargets.list("ada")).map(({ state }) => state);
const opened = async (core: TestCore): Promise<(string | null)[]> =>
  (await kept(core)).map(({ id, sealedSecret }) => (sealedSecret === null ? null : cipher.decrypt(sealedSecret, id)));

describe("Push targets", () => {
  it("return a webhook's signing secret once and store it encrypted; other channels have none", async () => {
    const core = openCore();
    const { signingSecret } = await core.pushTargets.register(core.requestContext(), webhook);
    expect(signingSecret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await opened(core)).to.deep.equal([signingSecret]);
    expect(JSON.stringify(await kept(core))).not.to.include(String(signingSecret).slice(6));
    expect((await core.pushTargets.register(core.requestContext(), topic)).signingSecret).to.equal(null);
    expect((await core.pushTargets.register(core.requestContext(), browser())).signingSecret).to.equal(null);
  });

  it("store a topic's token encrypted", async () => {
    const core = openCore();
    await core.pushTargets.register(core.requestContext(), { ...topic, token: "tk_secret" });
    expect(await opened(core)).to.deep.equal(["tk_secret"]);
    expect(JSON.stringify(await kept(core))).not.to.include("tk_secret");
  });

  it("update the keys of a browser that is registered again", async () => {
    const core = openCore();
    const first = await core.pushTargets.register(core.requestContext(), browser());
    const again = browser();
    const second = await core.pushTargets.register(core.requestContext(), again);
    expect(second.target.state.id).to.equal(first.target.state.id);
    expect((await kept(core)).map(({ keys }) => keys)).to.deep.equal([again.keys]);
  });

  it("replace a webhook's secret and a topic's token when they are registered again", async () => {
    const core = openCore();
    await core.pushTargets.register(core.requestContext(), webhook);
    const { signingSecret } = await core.pushTargets.register(core.requestContext(), webhook);
    expect(await opened(core)).to.deep.equal([signingSecret]);
    await core.pushTargets.register(core.requestContext(), { ...topic, token: "old" });
    await core.pushTargets.register(core.requestContext(), { ...topic, token: "new" });
    expect(await opened(core)).to.have.members([signingSecret, "new"]);
  });

  it("are accessible to their owner only", async () => {
    const core = openCore();
    const { id } = (await core.pushTargets.register(core.requestContext(), topic)).target.state;
    const bob = core.requestContext("bob");
    expect((await expectDomainRejection("not_found", core.pushTargets.get(bob, id))).message).to.equal(
      "Push target not found",
    );
    await expectDomainRejection("not_found", core.pushTargets.remove(bob, id));
    expect(await core.pushTargets.list(bob)).to.deep.equal([]);
    expect((await core.pushTargets.register(bob, topic)).target.state.id).not.to.equal(id);
    await core.pushTargets.remove(core.requestContext(), id);
    await expectDomainRejection("not_found", core.pushTargets.remove(core.requestContext(), id));
    expect(await core.pushTargets.list(core.requestContext())).to.deep.equal([]);
  });

  it("are limited to 20 per user; registering an existing one again is possible", async () => {
    const core = openCore();
    for (let each = 0; each < 20; each += 1)
      await core.pushTargets.register(core.requestContext(), { ...topic, url: `${topic.url}-${each}` });
    expect(
      (await expectDomainRejection("conflict", core.pushTargets.register(core.requestContext(), topic))).message,
    ).to.equal("At most 20 push targets can be registered");
    await core.pushTargets.register(core.requestContext(), { ...topic, url: `${topic.url}-7` });
    expect(await core.pushTargets.list(core.requestContext())).to.have.length(20);
  });

  it("are not stored when the input is invalid", async () => {
    const core = openCore();
    await expectDomainRejection(
      "invalid",
      core.pushTargets.register(core.requestContext(), { ...topic, url: "http://ntfy.example/roses" }),
    );
    expect(await core.pushTargets.list(core.requestContext())).to.deep.equal([]);
  });

  it("expose the VAPID public key", () => {
    expect(openCore().pushTargets.vapidPublicKey).to.equal("the public key");
  });

  it("register a webhook once per idempotency key, and do not return its secret again", async () => {
    for (const isThere of [false, true]) {
      const core = openCore();
      if (isThere) await core.pushTargets.register(core.requestContext(), webhook);
      await core.pushTargets.register(await startRetry(core), webhook);
      const before = await kept(core);
      const again = core.pushTargets.register(await startRetry(core), webhook);
      expect((await expectDomainRejection("conflict", again)).code).to.equal("response_not_stored");
      expect(await kept(core)).to.deep.equal(before);
    }
  });

  it("register a topic once per idempotency key, and keep a newer token", async () => {
    const core = openCore();
    await core.pushTargets.register(await startRetry(core), { ...topic, token: "first" });
    await core.pushTargets.register(core.requestContext(), { ...topic, token: "newer" });
    await core.pushTargets.register(await startRetry(core), { ...topic, token: "first" });
    expect(await opened(core)).to.deep.equal(["newer"]);
  });
});
