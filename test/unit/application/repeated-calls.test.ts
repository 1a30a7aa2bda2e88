import { expect } from "chai";
import type { Call } from "../../../src/ports/driving/index.js";
import { openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

/** Longer than a claim outlives its process, in milliseconds. */
const LEASE = 3_000;
const HOUR = 3_600_000;

/** The call of the next try under a key, after one whose end nobody knows. */
async function tried(core: Core, key = "key"): Promise<Call> {
  core.clock.advance(LEASE);
  const beginning = await core.keyedCalls.begin(core.call(), key, "request");
  if (beginning.outcome !== "begun") throw new Error("It was answered before");
  return beginning.call;
}

/** What a user has, as far as it can be changed and read. */
interface Resource {
  /** @returns its id. */
  readonly create: (core: Core) => Promise<string>;
  readonly change: (core: Core, call: Call, id: string, value: string) => Promise<unknown>;
  /** What the changes made of it. */
  readonly read: (core: Core, id: string) => Promise<unknown>;
  /** What `read` answers after a change to this value. */
  readonly changed: (value: string) => unknown;
}

const resources: Readonly<Record<string, Resource>> = {
  conversation: {
    create: async ({ conversations, call }) => (await conversations.createFromSegments(call(), saying("Plans."))).id,
    change: ({ conversations }, call, id, title) => conversations.update(call, id, { title }),
    read: async ({ conversations, call }, id) => (await conversations.get(call(), id)).conversation.summary.title,
    changed: (title) => title,
  },
  memory: {
    create: async ({ memories, call }) => (await memories.create(call(), { content: "I row" })).state.id,
    change: ({ memories }, call, id, content) => memories.update(call, id, { content }),
    read: async ({ memories, call }, id) => (await memories.get(call(), id)).state.content,
    changed: (content) => content,
  },
  "action item": {
    create: async ({ actionItems, call }) => (await actionItems.create(call(), { description: "Row" })).state.id,
    change: ({ actionItems }, call, id, description) => actionItems.update(call, id, { description }),
    read: async ({ actionItems, call }, id) => (await actionItems.get(call(), id)).state.description,
    changed: (description) => description,
  },
  goal: {
    create: async ({ goals, call }) => (await goals.create(call(), { title: "Row" })).state.id,
    change: ({ goals }, call, id, title) => goals.update(call, id, { title }),
    read: async ({ goals, call }, id) => (await goals.get(call(), id)).state.title,
    changed: (title) => title,
  },
  "goal's progress": {
    create: async ({ goals, call }) => (await goals.create(call(), { title: "Row" })).state.id,
    change: ({ goals }, call, id, value) => goals.recordProgress(call, id, value.length),
    read: async ({ goals, call }, id) => (await goals.history(call(), id, 30)).map(({ value }) => value),
    changed: (value) => [value.length],
  },
  profile: {
    create: async ({ users }) => (await users.register({ id: "ada" })).state.id,
    change: ({ users }, call, _, displayName) => users.updateProfile(call, { displayName }),
    read: async ({ users, call }) => (await users.profile(call())).state.displayName,
    changed: (displayName) => displayName,
  },
};

for (const [name, { create, change, read, changed }] of Object.entries(resources)) {
  describe(`a change under a key, tried again: ${name}`, () => {
    it("is not made twice: what another changed since stays", async () => {
      const core = openCore();
      const id = await create(core);
      await change(core, await tried(core), id, "first");
      await change(core, core.call(), id, "of somebody else");
      await change(core, await tried(core, "another key"), id, "newest of all");
      await change(core, await tried(core), id, "first");
      expect(await read(core, id)).to.deep.equal(changed("newest of all"));
    });

    it("is made when the earlier try has not", async () => {
      const core = openCore();
      const id = await create(core);
      await tried(core);
      await change(core, core.call(), id, "of somebody else");
      await change(core, await tried(core), id, "first");
      expect(await read(core, id)).to.deep.equal(changed("first"));
    });
  });
}

describe("progress under a key, tried again on the next day", () => {
  it("is recorded on the day on which it was made", async () => {
    const core = openCore();
    const { id } = (await core.goals.create(core.call(), { title: "Row" })).state;
    await core.goals.recordProgress(await tried(core), id, 3);
    core.clock.advance(23 * HOUR);
    await core.goals.recordProgress(await tried(core), id, 3);
    expect(await core.goals.history(core.call(), id, 30)).to.have.length(1);
  });
});

describe("a goal that is abandoned under a key, tried again", () => {
  it("stays as another has taken it up again", async () => {
    const core = openCore();
    const { id } = (await core.goals.create(core.call(), { title: "Row" })).state;
    await core.goals.abandon(await tried(core), id);
    await core.goals.update(core.call(), id, { status: "focused" });
    expect((await core.goals.abandon(await tried(core), id)).state.status).to.equal("focused");
  });
});

describe("a conversation that is processed again under a key, tried again", () => {
  it("is processed once more, and told as it is then", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.call(), saying("Plans."));
    const { state } = (await core.conversations.get(core.call(), id)).conversation;
    const first = await core.conversations.reprocess(await tried(core), id);
    const { fence } = (await core.conversations.get(core.call(), id)).conversation.state.lease;
    expect(fence).to.equal(state.lease.fence + 1);
    expect(await core.conversations.reprocess(await tried(core), id)).to.deep.equal(first);
    expect((await core.conversations.get(core.call(), id)).conversation.state.lease.fence).to.equal(fence);
  });
});

/** What can be deleted, so that it is not found any more. */
const deletable: Readonly<Record<string, [Resource["create"], (core: Core, call: Call, id: string) => Promise<void>]>> =
  {
    conversation: [
      async ({ conversations, call }) => (await conversations.createFromSegments(call(), saying("Plans."))).id,
      ({ conversations }, call, id) => conversations.delete(call, id),
    ],
    memory: [
      async ({ memories, call }) => (await memories.create(call(), { content: "I row" })).state.id,
      ({ memories }, call, id) => memories.delete(call, id),
    ],
    "action item": [
      async ({ actionItems, call }) => (await actionItems.create(call(), { description: "Row" })).state.id,
      ({ actionItems }, call, id) => actionItems.delete(call, id),
    ],
    app: [
      async ({ apps, call }) => (await apps.register(call(), { name: "Garden" })).app.state.id,
      ({ apps }, call, id) => apps.delete(call, id),
    ],
    installation: [
      async ({ apps, installations, call }) => {
        const { id } = (await apps.register(call("bob"), { name: "Garden" })).app.state;
        await installations.install(call(), id, null);
        return id;
      },
      ({ installations }, call, id) => installations.uninstall(call, id),
    ],
    "push target": [
      async ({ channels, call }) =>
        (await channels.register(call(), { channel: "ntfy", url: "https://ntfy.example/a" })).target.state.id,
      ({ channels }, call, id) => channels.remove(call, id),
    ],
    key: [
      async ({ apiKeys, call }) => (await apiKeys.create(call(), { name: "script" })).key.state.id,
      ({ apiKeys }, call, id) => apiKeys.revoke(call, id),
    ],
  };

for (const [name, [create, remove]] of Object.entries(deletable)) {
  describe(`a deletion under a key: ${name}`, () => {
    it("has succeeded when an earlier try has deleted it", async () => {
      const core = openCore();
      const id = await create(core);
      await remove(core, await tried(core), id);
      await remove(core, await tried(core), id);
      await rejection("not_found", remove(core, core.call(), id));
    });

    it("deletes it when the earlier try has not", async () => {
      const core = openCore();
      const id = await create(core);
      await tried(core);
      await remove(core, await tried(core), id);
      await rejection("not_found", remove(core, core.call(), id));
    });

    it("finds nothing in its first try when there is nothing", async () => {
      const core = openCore();
      await rejection("not_found", remove(core, await tried(core), "nothing"));
    });
  });
}

for (const [name, [, remove]] of Object.entries(deletable)) {
  // Nothing is left of these.
  if (["key", "app", "installation", "push target"].includes(name)) continue;
  describe(`a deletion under a key of what never was, tried again: ${name}`, () => {
    it("finds nothing either", async () => {
      const core = openCore();
      await tried(core);
      await rejection("not_found", remove(core, await tried(core), "nothing"));
    });
  });
}

describe("a deletion of a conversation under a key, whose first try has only begun to remove it", () => {
  it("removes the rest", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.call(), saying("Plans."));
    await tried(core);
    await core.store.conversations.update("ada", id, (before) => before.markDeleting(core.clock.now(), 10_000));
    await core.conversations.delete(await tried(core), id);
    expect(await core.store.conversations.get("ada", id)).to.equal(undefined);
  });
});

describe("a memory that is created under a key, tried again", () => {
  it("stays rejected when the user has rejected what the first try made", async () => {
    const core = openCore();
    const { id } = (await core.memories.create(await tried(core), { content: "I row" })).state;
    await core.memories.update(core.call(), id, { userReview: false });
    const again = await core.memories.create(await tried(core), { content: "I row" });
    expect([again.state.id, again.state.userReview]).to.deep.equal([id, false]);
  });
});

describe("a key for a script that is made under a key, tried again", () => {
  it("is not made twice, and its secret is told to nobody", async () => {
    const core = openCore();
    await core.apiKeys.create(await tried(core), { name: "script" });
    const again = core.apiKeys.create(await tried(core), { name: "script" });
    expect((await rejection("conflict", again)).code).to.equal("answer_not_kept");
    expect((await core.apiKeys.list(core.call(), { page: { limit: 9 }, withTotal: false })).items).to.have.length(1);
  });

  it("is made when the earlier try has not", async () => {
    const core = openCore();
    await tried(core);
    await core.apiKeys.create(await tried(core), { name: "script" });
    expect((await core.apiKeys.list(core.call(), { page: { limit: 9 }, withTotal: false })).items).to.have.length(1);
  });
});

describe("an app that is registered under a key, tried again", () => {
  it("is not made twice, and its secrets are told to nobody", async () => {
    const core = openCore();
    await core.apps.register(await tried(core), { name: "Garden" });
    const again = core.apps.register(await tried(core), { name: "Garden" });
    expect((await rejection("conflict", again)).code).to.equal("answer_not_kept");
    expect(await core.store.apps.count("ada")).to.equal(1);
  });

  it("is made when the earlier try has not", async () => {
    const core = openCore();
    await tried(core);
    await core.apps.register(await tried(core), { name: "Garden" });
    expect(await core.store.apps.count("ada")).to.equal(1);
  });
});

for (const which of ["rotateSecret", "rotateSigningSecret"] as const) {
  describe(`a rotation under a key, tried again: ${which}`, () => {
    it("is not made twice, for then the secret before would be good no more", async () => {
      const core = openCore();
      const { id } = (await core.apps.register(core.call(), { name: "Garden" })).app.state;
      await core.apps[which](await tried(core), id);
      const { state } = await core.apps.get(core.call(), id);
      const again = core.apps[which](await tried(core), id);
      expect((await rejection("conflict", again)).code).to.equal("answer_not_kept");
      expect((await core.apps.get(core.call(), id)).state).to.deep.equal(state);
    });
  });
}

describe("an app that is installed under a key, tried again", () => {
  it("stays as the user has changed it since", async () => {
    const core = openCore();
    const asking = { name: "Garden", notificationScopes: ["user_name", "user_facts"] } as const;
    const { id } = (await core.apps.register(core.call("bob"), asking)).app.state;
    await core.installations.install(await tried(core), id, ["user_name"]);
    await core.installations.grant(core.call(), id, []);
    const { installation, app } = await core.installations.install(await tried(core), id, ["user_name"]);
    expect(installation.grantedTo(app)).to.deep.equal([]);
  });
});

describe("scopes that are granted under a key, tried again", () => {
  it("stay withdrawn when the user has withdrawn them since", async () => {
    const core = openCore();
    const asking = { name: "Garden", notificationScopes: ["user_name"] } as const;
    const { id } = (await core.apps.register(core.call("bob"), asking)).app.state;
    await core.installations.install(core.call(), id, null);
    await core.installations.grant(await tried(core), id, ["user_name"]);
    await core.installations.grant(core.call(), id, []);
    const { installation, app } = await core.installations.grant(await tried(core), id, ["user_name"]);
    expect(installation.grantedTo(app)).to.deep.equal([]);
  });
});
