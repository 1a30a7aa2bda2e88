import { expect } from "chai";
import { AesGcmSealer } from "../../../src/adapters/system/aes-gcm-sealer.js";
import type { Call } from "../../../src/ports/driving/index.js";
import { Browser } from "../../support/browser.js";
import { openCore, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const sealer = new AesGcmSealer(new Uint8Array(32));
const webhook = { channel: "webhook", url: "https://ada.example/hook" } as const;
const topic = { channel: "ntfy", url: "https://ntfy.example/roses" } as const;
const browser = () => ({ channel: "web_push", url: "https://push.example/a", keys: new Browser().keys }) as const;

const kept = async ({ store }: Core) => (await store.pushTargets.list("ada")).map(({ state }) => state);
const opened = async (core: Core): Promise<(string | null)[]> =>
  (await kept(core)).map(({ id, sealedSecret }) => (sealedSecret === null ? null : sealer.open(sealedSecret, id)));

/** The call of the next try under a key, after one whose end nobody knows. */
async function tried(core: Core): Promise<Call> {
  core.clock.advance(3_000);
  const beginning = await core.keyedCalls.begin(core.call(), "key", "request");
  if (beginning.outcome !== "begun") throw new Error("It was answered before");
  return beginning.call;
}

describe("channels", () => {
  it("show a webhook's secret once and keep it sealed; the others have none to show", async () => {
    const core = openCore();
    const { signingSecret } = await core.channels.register(core.call(), webhook);
    expect(signingSecret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await opened(core)).to.deep.equal([signingSecret]);
    expect(JSON.stringify(await kept(core))).not.to.include(String(signingSecret).slice(6));
    expect((await core.channels.register(core.call(), topic)).signingSecret).to.equal(null);
    expect((await core.channels.register(core.call(), browser())).signingSecret).to.equal(null);
  });

  it("keep a topic's token sealed", async () => {
    const core = openCore();
    await core.channels.register(core.call(), { ...topic, token: "tk_secret" });
    expect(await opened(core)).to.deep.equal(["tk_secret"]);
    expect(JSON.stringify(await kept(core))).not.to.include("tk_secret");
  });

  it("take a browser that is registered twice for one, with its newest keys", async () => {
    const core = openCore();
    const first = await core.channels.register(core.call(), browser());
    const again = browser();
    const second = await core.channels.register(core.call(), again);
    expect(second.target.state.id).to.equal(first.target.state.id);
    expect((await kept(core)).map(({ keys }) => keys)).to.deep.equal([again.keys]);
  });

  it("give a webhook that is registered twice a new secret, and a topic its new token", async () => {
    const core = openCore();
    await core.channels.register(core.call(), webhook);
    const { signingSecret } = await core.channels.register(core.call(), webhook);
    expect(await opened(core)).to.deep.equal([signingSecret]);
    await core.channels.register(core.call(), { ...topic, token: "old" });
    await core.channels.register(core.call(), { ...topic, token: "new" });
    expect(await opened(core)).to.have.members([signingSecret, "new"]);
  });

  it("are of their user alone", async () => {
    const core = openCore();
    const { id } = (await core.channels.register(core.call(), topic)).target.state;
    const bob = core.call("bob");
    expect((await rejection("not_found", core.channels.get(bob, id))).message).to.equal("Push target not found");
    await rejection("not_found", core.channels.remove(bob, id));
    expect(await core.channels.list(bob)).to.deep.equal([]);
    expect((await core.channels.register(bob, topic)).target.state.id).not.to.equal(id);
    await core.channels.remove(core.call(), id);
    await rejection("not_found", core.channels.remove(core.call(), id));
    expect(await core.channels.list(core.call())).to.deep.equal([]);
  });

  it("are 20 at most, and one of them may be registered once more", async () => {
    const core = openCore();
    for (let each = 0; each < 20; each += 1)
      await core.channels.register(core.call(), { ...topic, url: `${topic.url}-${each}` });
    expect((await rejection("conflict", core.channels.register(core.call(), topic))).message).to.equal(
      "At most 20 push targets can be registered",
    );
    await core.channels.register(core.call(), { ...topic, url: `${topic.url}-7` });
    expect(await core.channels.list(core.call())).to.have.length(20);
  });

  it("keep nothing of what is refused", async () => {
    const core = openCore();
    await rejection("invalid", core.channels.register(core.call(), { ...topic, url: "http://ntfy.example/roses" }));
    expect(await core.channels.list(core.call())).to.deep.equal([]);
  });

  it("tell the key that browsers are registered with", () => {
    expect(openCore().channels.webPushKey).to.equal("the public key");
  });

  it("register a webhook under a key once, and tell its secret to nobody a second time", async () => {
    for (const isThere of [false, true]) {
      const core = openCore();
      if (isThere) await core.channels.register(core.call(), webhook);
      await core.channels.register(await tried(core), webhook);
      const before = await kept(core);
      const again = core.channels.register(await tried(core), webhook);
      expect((await rejection("conflict", again)).code).to.equal("answer_not_kept");
      expect(await kept(core)).to.deep.equal(before);
    }
  });

  it("register a topic under a key once: a token that was given since stays", async () => {
    const core = openCore();
    await core.channels.register(await tried(core), { ...topic, token: "first" });
    await core.channels.register(core.call(), { ...topic, token: "newer" });
    await core.channels.register(await tried(core), { ...topic, token: "first" });
    expect(await opened(core)).to.deep.equal(["newer"]);
  });
});
