import { expect } from "chai";
import { App, type NewApp } from "../../../src/domain/app/app.js";
import { anApp } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const HOUR = 3_600_000;
const now = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const policy = { isPlainHttpAllowed: false };
const birth = { id: "a", ownerId: "ada", now, digest: "d1", sealedSigningSecret: "s1" };
const create = (input: Partial<NewApp> = {}) => App.create({ name: "Garden", ...input }, birth, policy);
const hook = { triggersOn: "transcript_processed", webhookUrl: "https://garden.example/hook" } as const;

describe("An app", () => {
  it("is enabled and has no capabilities or scopes by default", () => {
    const app = create();
    expect(app.state).to.deep.include({ description: null, capabilities: [], externalIntegration: null });
    expect([app.isEnabled, app.webhookUrl, app.notificationScopes]).to.deep.equal([true, null, []]);
  });

  it("has the given capabilities and scopes without duplicates, in the contract's order", () => {
    const app = create({
      capabilities: ["proactive_notification", "external_integration", "proactive_notification"],
      externalIntegration: hook,
      notificationScopes: ["user_chat", "user_name", "user_chat"],
    });
    expect(app.state.capabilities).to.deep.equal(["external_integration", "proactive_notification"]);
    expect(app.notificationScopes).to.deep.equal(["user_name", "user_chat"]);
    expect(app.webhookUrl).to.equal(hook.webhookUrl);
  });

  it("requires a non-blank name", () => {
    expect(expectDomainError("invalid", () => create({ name: " \n" })).message).to.equal(
      "The name of an app must not be blank",
    );
    expect(expectDomainError("invalid", () => anApp().edit({ name: " " }, now, policy)).message).to.equal(
      "The name of an app must not be blank",
    );
  });

  it("requires a webhook URL for the capability external_integration", () => {
    const missing = "An app that receives transcripts needs an external integration";
    expect(expectDomainError("invalid", () => create({ capabilities: ["external_integration"] })).message).to.equal(
      missing,
    );
    const deaf = create({ externalIntegration: hook });
    expect(deaf.webhookUrl).to.equal(null);
    expect(deaf.edit({ capabilities: ["external_integration"] }, now, policy).webhookUrl).to.equal(hook.webhookUrl);
    expect(
      expectDomainError("invalid", () => create().edit({ capabilities: ["external_integration"] }, now, policy))
        .message,
    ).to.equal(missing);
    const plain = { ...hook, webhookUrl: "http://garden.example/" };
    expectDomainError("invalid", () => create({ externalIntegration: plain }));
    expectDomainError("invalid", () => deaf.edit({ externalIntegration: plain }, now, policy));
    expect(App.create({ name: "Garden", externalIntegration: plain }, birth, { isPlainHttpAllowed: true })).to.be.ok;
  });

  it("changes only the given non-null fields and rejects an empty patch", () => {
    const app = anApp({ description: "Herbs" });
    expect(app.edit({ name: null, description: null }, after(1), policy)).to.equal(app);
    const renamed = app.edit({ name: "Orchard" }, after(1), policy);
    expect(renamed.state).to.deep.equal({ ...app.state, name: "Orchard", updatedAt: after(1) });
    expect(app.edit({ description: "" }, now, policy).state.description).to.equal("");
    expect(expectDomainError("invalid", () => app.edit({}, now, policy)).message).to.equal(
      "The patch contains no property",
    );
  });
});

describe("The secrets of an app", () => {
  it("are valid for one day after they are rotated", () => {
    const app = create().rotateSecret("d2", now);
    expect(app.getSecretOverlapEnd(now)).to.deep.equal(after(24 * HOUR));
    for (const digest of ["d1", "d2"]) expect(app.hasValidSecret(digest, after(24 * HOUR - 1)), digest).to.equal(true);
    expect(app.hasValidSecret("d1", after(24 * HOUR))).to.equal(false);
    expect(app.hasValidSecret("d2", after(24 * HOUR))).to.equal(true);
    expect(app.getSecretOverlapEnd(after(24 * HOUR))).to.equal(null);
    expect(app.hasValidSecret("another", now)).to.equal(false);
  });

  it("become invalid immediately after a second rotation", () => {
    const app = create().rotateSecret("d2", now).rotateSecret("d3", after(1));
    expect(app.state.secretDigests.map(({ digest }) => digest)).to.deep.equal(["d3", "d2"]);
    expect(app.hasValidSecret("d1", after(1))).to.equal(false);
  });

  it("overlap in the same way for webhook signing, newest first", () => {
    const app = create().rotateSigningSecret("s2", now);
    const sealedAt = (time: Date) => app.getValidSigningSecrets(time).map(({ sealed }) => sealed);
    expect(sealedAt(after(24 * HOUR - 1))).to.deep.equal(["s2", "s1"]);
    expect(sealedAt(after(24 * HOUR))).to.deep.equal(["s2"]);
    expect(app.getSigningSecretOverlapEnd(now)).to.deep.equal(after(24 * HOUR));
    expect(app.getSecretOverlapEnd(now)).to.equal(null);
  });
});

describe("A disabled app", () => {
  it("has no capabilities and records the reason and time", () => {
    const app = anApp().disable("gone", now);
    expect([app.isEnabled, app.webhookUrl, app.canUse("proactive_notification")]).to.deep.equal([false, null, false]);
    expect(app.state).to.include({ disabledBecause: "gone", disabledSince: now });
  });

  it("keeps the first reason, and is fully restored when it is enabled again", () => {
    const app = anApp();
    expect(app.disable("failing", now).disable("owner", after(1)).state.disabledBecause).to.equal("failing");
    const again = app.recordFailure(now).disable("failing", now).enable(after(1));
    expect(again.state).to.deep.equal({ ...app.state, updatedAt: after(1) });
    expect(app.enable(now)).to.equal(app);
  });

  it("results from a failure 72 hours after the first one, without a success in between", () => {
    const failing = anApp().recordFailure(now);
    expect(failing.recordFailure(after(72 * HOUR))).to.equal(failing);
    expect(failing.hasFailedTooLong(after(72 * HOUR - 1))).to.equal(false);
    expect(failing.hasFailedTooLong(after(72 * HOUR))).to.equal(true);
    const recovered = failing.recordSuccess();
    expect(recovered.recordFailure(after(72 * HOUR)).hasFailedTooLong(after(72 * HOUR))).to.equal(false);
    expect(recovered.recordSuccess()).to.equal(recovered);
  });
});
