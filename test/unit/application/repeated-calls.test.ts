import { expect } from "chai";
import type { RequestContext } from "../../../src/ports/driving/index.js";
import { openCore, segmentsInput, type TestCore, startRetry } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const HOUR = 3_600_000;

/** What a user has, as far as it can be changed and read. */
interface Resource {
  /** @returns its id. */
  readonly create: (core: TestCore) => Promise<string>;
  readonly change: (core: TestCore, call: RequestContext, id: string, value: string) => Promise<unknown>;
  /** What the changes made of it. */
  readonly read: (core: TestCore, id: string) => Promise<unknown>;
  /** What `read` answers after a change to this value. */
  readonly changed: (value: string) => unknown;
}

const resources: Readonly<Record<string, Resource>> = {
  conversation: {
    create: async ({ conversations, requestContext: call }) =>
      (await conversations.createFromSegments(call(), segmentsInput("Plans."))).id,
    change: ({ conversations }, call, id, title) => conversations.update(call, id, { title }),
    read: async ({ conversations, requestContext: call }, id) =>
      (await conversations.get(call(), id)).conversation.summary.title,
    changed: (title) => title,
  },
  memory: {
    create: async ({ memories, requestContext: call }) =>
      (await memories.create(call(), { content: "I row" })).state.id,
    change: ({ memories }, call, id, content) => memories.update(call, id, { content }),
    read: async ({ memories, requestContext: call }, id) => (await memories.get(call(), id)).state.content,
    changed: (content) => content,
  },
  "action item": {
    create: async ({ actionItems, requestContext: call }) =>
      (await actionItems.create(call(), { description: "Row" })).state.id,
    change: ({ actionItems }, call, id, description) => actionItems.update(call, id, { description }),
    read: async ({ actionItems, requestContext: call }, id) => (await actionItems.get(call(), id)).state.description,
    changed: (description) => description,
  },
  goal: {
    create: async ({ goals, requestContext: call }) => (await goals.create(call(), { title: "Row" })).state.id,
    change: ({ goals }, call, id, title) => goals.update(call, id, { title }),
    read: async ({ goals, requestContext: call }, id) => (await goals.get(call(), id)).state.title,
    changed: (title) => title,
  },
  "goal's progress": {
    create: async ({ goals, requestContext: call }) => (await goals.create(call(), { title: "Row" })).state.id,
    change: ({ goals }, call, id, value) => goals.recordProgress(call, id, value.length),
    read: async ({ goals, requestContext: call }, id) =>
      (await goals.getHistory(call(), id, 30)).map(({ value }) => value),
    changed: (value) => [value.length],
  },
  profile: {
    create: async ({ users }) => (await users.register({ id: "ada" })).state.id,
    change: ({ users }, call, _, displayName) => users.updateProfile(call, { displayName }),
    read: async ({ users, requestContext: call }) => (await users.getProfile(call())).state.displayName,
    changed: (displayName) => displayName,
  },
};

for (const [name, { create, change, read, changed }] of Object.entries(resources)) {
  describe(`A retried update with an idempotency key: ${name}`, () => {
    it("is not applied twice and keeps later changes", async () => {
      const core = openCore();
      const id = await create(core);
      await change(core, await startRetry(core), id, "first");
      await change(core, core.requestContext(), id, "of somebody else");
      await change(core, await startRetry(core, "another key"), id, "newest of all");
      await change(core, await startRetry(core), id, "first");
      expect(await read(core, id)).to.deep.equal(changed("newest of all"));
    });

    it("is applied when the first attempt was not", async () => {
      const core = openCore();
      const id = await create(core);
      await startRetry(core);
      await change(core, core.requestContext(), id, "of somebody else");
      await change(core, await startRetry(core), id, "first");
      expect(await read(core, id)).to.deep.equal(changed("first"));
    });
  });
}

describe("A retry of recording progress on the next day", () => {
  it("adds no second entry", async () => {
    const core = openCore();
    const { id } = (await core.goals.create(core.requestContext(), { title: "Row" })).state;
    await core.goals.recordProgress(await startRetry(core), id, 3);
    core.clock.advance(23 * HOUR);
    await core.goals.recordProgress(await startRetry(core), id, 3);
    expect(await core.goals.getHistory(core.requestContext(), id, 30)).to.have.length(1);
  });
});

describe("A retry of abandoning a goal", () => {
  it("leaves a goal that was reactivated since as it is", async () => {
    const core = openCore();
    const { id } = (await core.goals.create(core.requestContext(), { title: "Row" })).state;
    await core.goals.abandon(await startRetry(core), id);
    await core.goals.update(core.requestContext(), id, { status: "focused" });
    expect((await core.goals.abandon(await startRetry(core), id)).state.status).to.equal("focused");
  });
});

describe("A retry of reprocessing a conversation", () => {
  it("does not process it again and returns the same receipt", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans."));
    const { state } = (await core.conversations.get(core.requestContext(), id)).conversation;
    const first = await core.conversations.reprocess(await startRetry(core), id);
    const { fence } = (await core.conversations.get(core.requestContext(), id)).conversation.state.lease;
    expect(fence).to.equal(state.lease.fence + 1);
    expect(await core.conversations.reprocess(await startRetry(core), id)).to.deep.equal(first);
    expect((await core.conversations.get(core.requestContext(), id)).conversation.state.lease.fence).to.equal(fence);
  });
});

/** What can be deleted, so that it is not found any more. */
const deletable: Readonly<
  Record<string, [Resource["create"], (core: TestCore, call: RequestContext, id: string) => Promise<void>]>
> = {
  conversation: [
    async ({ conversations, requestContext: call }) =>
      (await conversations.createFromSegments(call(), segmentsInput("Plans."))).id,
    ({ conversations }, call, id) => conversations.delete(call, id),
  ],
  memory: [
    async ({ memories, requestContext: call }) => (await memories.create(call(), { content: "I row" })).state.id,
    ({ memories }, call, id) => memories.delete(call, id),
  ],
  "action item": [
    async ({ actionItems, requestContext: call }) =>
      (await actionItems.create(call(), { description: "Row" })).state.id,
    ({ actionItems }, call, id) => actionItems.delete(call, id),
  ],
  app: [
    async ({ apps, requestContext: call }) => (await apps.register(call(), { name: "Garden" })).app.state.id,
    ({ apps }, call, id) => apps.delete(call, id),
  ],
  installation: [
    async ({ apps, installations, requestContext: call }) => {
      const { id } = (await apps.register(call("bob"), { name: "Garden" })).app.state;
      await installations.install(call(), id, null);
      return id;
    },
    ({ installations }, call, id) => installations.uninstall(call, id),
  ],
  "push target": [
    async ({ pushTargets: channels, requestContext: call }) =>
      (await channels.register(call(), { channel: "ntfy", url: "https://ntfy.example/a" })).target.state.id,
    ({ pushTargets: channels }, call, id) => channels.remove(call, id),
  ],
  key: [
    async ({ apiKeys, requestContext: call }) => (await apiKeys.create(call(), { name: "script" })).key.state.id,
    ({ apiKeys }, call, id) => apiKeys.revoke(call, id),
  ],
};

for (const [name, [create, remove]] of Object.entries(deletable)) {
  describe(`Deletion with an idempotency key: ${name}`, () => {
    it("succeeds on a retry when an earlier attempt has deleted it", async () => {
      const core = openCore();
      const id = await create(core);
      await remove(core, await startRetry(core), id);
      await remove(core, await startRetry(core), id);
      await expectDomainRejection("not_found", remove(core, core.requestContext(), id));
    });

    it("deletes on a retry when the earlier attempt did not", async () => {
      const core = openCore();
      const id = await create(core);
      await startRetry(core);
      await remove(core, await startRetry(core), id);
      await expectDomainRejection("not_found", remove(core, core.requestContext(), id));
    });

    it("returns not_found on the first attempt when nothing exists", async () => {
      const core = openCore();
      await expectDomainRejection("not_found", remove(core, await startRetry(core), "nothing"));
    });
  });
}

for (const [name, [, remove]] of Object.entries(deletable)) {
  // Nothing is left of these.
  if (["key", "app", "installation", "push target"].includes(name)) continue;
  describe(`A retried deletion of something that never existed: ${name}`, () => {
    it("returns not_found", async () => {
      const core = openCore();
      await startRetry(core);
      await expectDomainRejection("not_found", remove(core, await startRetry(core), "nothing"));
    });
  });
}

describe("A retried deletion of a conversation whose removal has begun", () => {
  it("completes the removal", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans."));
    await startRetry(core);
    await core.store.conversations.update("ada", id, (before) => before.markDeleting(core.clock.now(), 10_000));
    await core.conversations.delete(await startRetry(core), id);
    expect(await core.store.conversations.get("ada", id)).to.equal(undefined);
  });
});

describe("A retry of creating a memory", () => {
  it("keeps a memory rejected that the user has rejected since", async () => {
    const core = openCore();
    const { id } = (await core.memories.create(await startRetry(core), { content: "I row" })).state;
    await core.memories.update(core.requestContext(), id, { userReview: false });
    const again = await core.memories.create(await startRetry(core), { content: "I row" });
    expect([again.state.id, again.state.userReview]).to.deep.equal([id, false]);
  });
});

describe("A retry of creating an API key", () => {
  it("creates no second key and does not return the secret again", async () => {
    const core = openCore();
    await core.apiKeys.create(await startRetry(core), { name: "script" });
    const again = core.apiKeys.create(await startRetry(core), { name: "script" });
    expect((await expectDomainRejection("conflict", again)).code).to.equal("response_not_stored");
    expect(
      (await core.apiKeys.list(core.requestContext(), { page: { limit: 9 }, includeTotal: false })).items,
    ).to.have.length(1);
  });

  it("creates the key when the first attempt did not", async () => {
    const core = openCore();
    await startRetry(core);
    await core.apiKeys.create(await startRetry(core), { name: "script" });
    expect(
      (await core.apiKeys.list(core.requestContext(), { page: { limit: 9 }, includeTotal: false })).items,
    ).to.have.length(1);
  });
});

describe("A retry of registering an app", () => {
  it("creates no second app and does not return the secrets again", async () => {
    const core = openCore();
    await core.apps.register(await startRetry(core), { name: "Garden" });
    const again = core.apps.register(await startRetry(core), { name: "Garden" });
    expect((await expectDomainRejection("conflict", again)).code).to.equal("response_not_stored");
    expect(await core.store.apps.count("ada")).to.equal(1);
  });

  it("creates the app when the first attempt did not", async () => {
    const core = openCore();
    await startRetry(core);
    await core.apps.register(await startRetry(core), { name: "Garden" });
    expect(await core.store.apps.count("ada")).to.equal(1);
  });
});

for (const which of ["rotateSecret", "rotateSigningSecret"] as const) {
  describe(`A retried secret rotation: ${which}`, () => {
    it("does not rotate twice, which would invalidate the previous secret", async () => {
      const core = openCore();
      const { id } = (await core.apps.register(core.requestContext(), { name: "Garden" })).app.state;
      await core.apps[which](await startRetry(core), id);
      const { state } = await core.apps.get(core.requestContext(), id);
      const again = core.apps[which](await startRetry(core), id);
      expect((await expectDomainRejection("conflict", again)).code).to.equal("response_not_stored");
      expect((await core.apps.get(core.requestContext(), id)).state).to.deep.equal(state);
    });
  });
}

describe("A retry of installing an app", () => {
  it("keeps scopes that the user has changed since", async () => {
    const core = openCore();
    const asking = { name: "Garden", notificationScopes: ["user_name", "user_facts"] } as const;
    const { id } = (await core.apps.register(core.requestContext("bob"), asking)).app.state;
    await core.installations.install(await startRetry(core), id, ["user_name"]);
    await core.installations.grant(core.requestContext(), id, []);
    const { installation, app } = await core.installations.install(await startRetry(core), id, ["user_name"]);
    expect(installation.getGrantedScopes(app)).to.deep.equal([]);
  });
});

describe("A retry of granting scopes", () => {
  it("does not restore scopes that the user has withdrawn since", async () => {
    const core = openCore();
    const asking = { name: "Garden", notificationScopes: ["user_name"] } as const;
    const { id } = (await core.apps.register(core.requestContext("bob"), asking)).app.state;
    await core.installations.install(core.requestContext(), id, null);
    await core.installations.grant(await startRetry(core), id, ["user_name"]);
    await core.installations.grant(core.requestContext(), id, []);
    const { installation, app } = await core.installations.grant(await startRetry(core), id, ["user_name"]);
    expect(installation.getGrantedScopes(app)).to.deep.equal([]);
  });
});
