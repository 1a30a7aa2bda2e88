import { expect } from "chai";
import { App, type NewApp } from "../../../src/domain/app.js";
import { anApp } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const HOUR = 3_600_000;
const now = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const policy = { allowsPlainHttp: false };
const birth = { id: "a", ownerId: "ada", now, digest: "d1", sealedSigningSecret: "s1" };
const create = (input: Partial<NewApp> = {}) => App.create({ name: "Garden", ...input }, birth, policy);
const hook = { triggersOn: "transcript_processed", webhookUrl: "https://garden.example/hook" } as const;

describe("an app", () => {
  it("can nothing and asks for nothing unless it is said, and is enabled", () => {
    const app = create();
    expect(app.state).to.deep.include({ description: null, capabilities: [], externalIntegration: null });
    expect([app.isEnabled, app.webhookUrl, app.notificationScopes]).to.deep.equal([true, null, []]);
  });

  it("has what it is given, each once and in the contract's order", () => {
    const app = create({
      capabilities: ["proactive_notification", "external_integration", "proactive_notification"],
      externalIntegration: hook,
      notificationScopes: ["user_chat", "user_name", "user_chat"],
    });
    expect(app.state.capabilities).to.deep.equal(["external_integration", "proactive_notification"]);
    expect(app.notificationScopes).to.deep.equal(["user_name", "user_chat"]);
    expect(app.webhookUrl).to.equal(hook.webhookUrl);
  });

  it("has a name that is not blank", () => {
    expect(refusal("invalid", () => create({ name: " \n" })).message).to.equal("App name cannot be empty");
    expect(refusal("invalid", () => anApp().edit({ name: " " }, now, policy)).message).to.equal(
      "App name cannot be empty",
    );
  });

  it("says where it hears live transcripts if it can hear them", () => {
    const missing = "The capability external_integration needs external_integration";
    expect(refusal("invalid", () => create({ capabilities: ["external_integration"] })).message).to.equal(missing);
    const deaf = create({ externalIntegration: hook });
    expect(deaf.webhookUrl).to.equal(null);
    expect(deaf.edit({ capabilities: ["external_integration"] }, now, policy).webhookUrl).to.equal(hook.webhookUrl);
    expect(
      refusal("invalid", () => create().edit({ capabilities: ["external_integration"] }, now, policy)).message,
    ).to.equal(missing);
    const plain = { ...hook, webhookUrl: "http://garden.example/" };
    refusal("invalid", () => create({ externalIntegration: plain }));
    refusal("invalid", () => deaf.edit({ externalIntegration: plain }, now, policy));
    expect(App.create({ name: "Garden", externalIntegration: plain }, birth, { allowsPlainHttp: true })).to.be.ok;
  });

  it("changes what a patch names, leaves what is null, and refuses a patch of nothing", () => {
    const app = anApp({ description: "Herbs" });
    expect(app.edit({ name: null, description: null }, after(1), policy)).to.equal(app);
    const renamed = app.edit({ name: "Orchard" }, after(1), policy);
    expect(renamed.state).to.deep.equal({ ...app.state, name: "Orchard", updatedAt: after(1) });
    expect(app.edit({ description: "" }, now, policy).state.description).to.equal("");
    expect(refusal("invalid", () => app.edit({}, now, policy)).message).to.equal(
      "At least one field (name, description, capabilities, external_integration, proactive_notification) must be provided",
    );
  });
});

describe("an app's secret", () => {
  it("is good until a day after another has taken its place", () => {
    const app = create().rotateSecret("d2", now);
    expect(app.secretOverlapEnd(now)).to.deep.equal(after(24 * HOUR));
    for (const digest of ["d1", "d2"]) expect(app.isKnownBy(digest, after(24 * HOUR - 1)), digest).to.equal(true);
    expect(app.isKnownBy("d1", after(24 * HOUR))).to.equal(false);
    expect(app.isKnownBy("d2", after(24 * HOUR))).to.equal(true);
    expect(app.secretOverlapEnd(after(24 * HOUR))).to.equal(null);
    expect(app.isKnownBy("another", now)).to.equal(false);
  });

  it("is good no more at once when it is rotated twice", () => {
    const app = create().rotateSecret("d2", now).rotateSecret("d3", after(1));
    expect(app.state.secretDigests.map(({ digest }) => digest)).to.deep.equal(["d3", "d2"]);
    expect(app.isKnownBy("d1", after(1))).to.equal(false);
  });

  it("that webhooks are signed with overlaps likewise, newest first", () => {
    const app = create().rotateSigningSecret("s2", now);
    const sealedAt = (time: Date) => app.signingSecretsAt(time).map(({ sealed }) => sealed);
    expect(sealedAt(after(24 * HOUR - 1))).to.deep.equal(["s2", "s1"]);
    expect(sealedAt(after(24 * HOUR))).to.deep.equal(["s2"]);
    expect(app.signingSecretOverlapEnd(now)).to.deep.equal(after(24 * HOUR));
    expect(app.secretOverlapEnd(now)).to.equal(null);
  });
});

describe("an app that is disabled", () => {
  it("can nothing, and says why and since when", () => {
    const app = anApp().disable("gone", now);
    expect([app.isEnabled, app.webhookUrl, app.has("proactive_notification")]).to.deep.equal([false, null, false]);
    expect(app.state).to.include({ disabledBecause: "gone", disabledSince: now });
  });

  it("keeps its first reason, and is as before when it is enabled", () => {
    const app = anApp();
    expect(app.disable("failing", now).disable("owner", after(1)).state.disabledBecause).to.equal("failing");
    const again = app.failed(now).disable("failing", now).enable(after(1));
    expect(again.state).to.deep.equal({ ...app.state, updatedAt: after(1) });
    expect(app.enable(now)).to.equal(app);
  });

  it("is so after 72 hours of nothing but failures", () => {
    const failing = anApp().failed(now);
    expect(failing.failed(after(72 * HOUR - 1))).to.equal(failing);
    const disabled = failing.failed(after(72 * HOUR));
    expect(disabled.state).to.deep.include({ disabledBecause: "failing", disabledSince: after(72 * HOUR) });
    const recovered = failing.succeeded();
    expect(recovered.failed(after(72 * HOUR)).isEnabled).to.equal(true);
    expect(recovered.succeeded()).to.equal(recovered);
  });
});
