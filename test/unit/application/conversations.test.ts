import { expect } from "chai";
import type { ConversationListQuery } from "../../../src/ports/driving/conversations.js";
import { aConversation, aFolder, withTranscript } from "../../../src/testing/index.js";
import { withOverrides, neverResolves, openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const PROMISE = "I will call Bob.";
const all: ConversationListQuery = { filter: {}, page: { limit: 25 }, includeTranscript: false, includeTotal: false };
const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 8, minutes));

async function fill({ store }: TestCore, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await store.conversations.insertOrGet(withTranscript(aConversation({ id: `c${i}`, createdAt: minute(i) })));
  }
}

describe("Conversations: creation", () => {
  it("returns the result when processing completes", async () => {
    const { conversations, requestContext: call } = openCore();
    const receipt = await conversations.createFromText(call(), { text: PROMISE });
    expect(receipt).to.include({ discarded: false, status: "completed" });
    expect((await conversations.get(call(), receipt.id)).conversation.summary.title).to.equal(PROMISE);
  });

  it("returns `processing` when the wait expires, and continues in the background", async () => {
    const core = openCore();
    const release = core.summariser.holdNextCall();
    const creating = core.conversations.createFromText(core.requestContext(), { text: PROMISE }, { waitMs: 2_000 });
    await core.scheduler.advance(2_000);
    const { id, status } = await creating;
    expect(status).to.equal("processing");
    release();
    await core.scheduler.advance(0);
    expect((await core.conversations.get(core.requestContext(), id)).conversation.state.status).to.equal("completed");
  });

  it("waits five seconds by default", async () => {
    const core = openCore();
    core.summariser.addScript(() => neverResolves);
    let status: string | undefined;
    void core.conversations
      .createFromText(core.requestContext(), { text: PROMISE })
      .then((receipt) => (status = receipt.status));
    await core.scheduler.advance(4_999);
    expect(status).to.equal(undefined);
    await core.scheduler.advance(1);
    expect(status).to.equal("processing");
  });

  it("returns immediately when the client does not wait", async () => {
    const { conversations, requestContext: call } = openCore();
    const { status } = await conversations.createFromText(call(), { text: PROMISE }, { waitMs: 0 });
    expect(status).to.equal("processing");
  });

  it("stores neither a conversation nor folders when the input is invalid", async () => {
    const { conversations, folders, requestContext: call } = openCore();
    await expectDomainRejection("invalid", conversations.createFromText(call(), { text: " " }));
    expect((await conversations.list(call(), all)).items).to.deep.equal([]);
    expect(await folders.list(call())).to.deep.equal([]);
  });
});

describe("Conversations: a repeated client session ID", () => {
  const session = { ...segmentsInput(PROMISE), clientSessionId: "s 1" };

  it("returns the same conversation and changes nothing", async () => {
    const { conversations, requestContext: call, store } = openCore();
    const first = await conversations.createFromSegments(call(), session);
    const before = await store.conversations.get("ada", first.id);
    const again = { ...segmentsInput("Something else"), clientSessionId: " s 1 " };
    expect(await conversations.createFromSegments(call(), again)).to.deep.equal(first);
    expect((await store.conversations.get("ada", first.id))?.state).to.deep.equal(before?.state);
  });

  it("creates a separate conversation for another user", async () => {
    const { conversations, requestContext: call } = openCore();
    const first = await conversations.createFromSegments(call("ada"), session);
    const second = await conversations.createFromSegments(call("bob"), session);
    expect(second.id).not.to.equal(first.id);
  });

  it("returns `processing` while the first request is still being processed", async () => {
    const core = openCore();
    core.summariser.addScript(() => neverResolves);
    const first = await core.conversations.createFromSegments(core.requestContext(), session, { waitMs: 0 });
    expect(await core.conversations.createFromSegments(core.requestContext(), session)).to.deep.equal(first);
  });

  it("does not restore a deleted conversation", async () => {
    const { conversations, requestContext: call, store } = openCore();
    const { id } = await conversations.createFromSegments(call(), session);
    await conversations.delete(call(), id);
    expect(await conversations.createFromSegments(call(), session)).to.include({ id, discarded: true });
    expect(await store.conversations.get("ada", id)).to.equal(undefined);
  });

  it("does not restore a conversation that is being deleted", async () => {
    const core = openCore();
    core.summariser.addScript(() => neverResolves);
    const { id } = await core.conversations.createFromSegments(core.requestContext(), session, { waitMs: 0 });
    await core.conversations.delete(core.requestContext(), id);
    expect(await core.conversations.createFromSegments(core.requestContext(), session)).to.include({
      id,
      discarded: true,
    });
    await expectDomainRejection("not_found", core.conversations.get(core.requestContext(), id));
  });

  it("is rejected with a conflict while the live session is open", async () => {
    const { conversations, requestContext: call, store } = openCore();
    const { id } = await conversations.createFromSegments(call(), session);
    await store.conversations.update("ada", id, ({ state }) => aConversation({ ...state, status: "in_progress" }));
    const { message } = await expectDomainRejection("conflict", conversations.createFromSegments(call(), session));
    expect(message).to.equal("The conversation is still being recorded");
  });
});

describe("Conversations: reading", () => {
  it("returns action items, the folder and, on request, the transcript", async () => {
    const { conversations, users, requestContext: call } = openCore();
    await users.register({ id: "ada", displayName: "Ada L." });
    const { id } = await conversations.createFromSegments(call(), segmentsInput(PROMISE));
    const without = await conversations.get(call(), id);
    expect(without.transcript).to.equal(null);
    expect(without.actionItems).to.have.length(1);
    const whole = await conversations.get(call(), id, { includeTranscript: true });
    expect(whole.transcript?.segments.map(({ text }) => text)).to.deep.equal([PROMISE]);
    expect([whole.userName, whole.folderName]).to.deep.equal(["Ada L.", "Work"]);
    const [listed] = (await conversations.list(call(), { ...all, includeTranscript: true })).items;
    expect(listed).to.deep.equal(whole);
  });

  it("returns not_found for another user's conversation and for an unknown ID", async () => {
    const { conversations, requestContext: call } = openCore();
    const { id } = await conversations.createFromText(call("ada"), { text: PROMISE });
    for (const [user, which] of [
      ["bob", id],
      ["ada", "nothing"],
    ] as const) {
      const asked = [
        conversations.get(call(user), which),
        conversations.get(call(user), which, { includeTranscript: true }),
        conversations.update(call(user), which, { title: "Mine" }),
        conversations.delete(call(user), which),
        conversations.reprocess(call(user), which),
      ];
      for (const each of asked)
        expect((await expectDomainRejection("not_found", each)).message).to.equal("Conversation not found");
    }
  });

  it("lists all conversations page by page, following the cursor", async () => {
    const core = openCore();
    await fill(core, 7);
    const seen: string[] = [];
    let after: string | null | undefined;
    let pages = 0;
    do {
      const stretch = { limit: 3, ...(after == null ? {} : { after }) };
      const page = await core.conversations.list(core.requestContext(), { ...all, page: stretch });
      seen.push(...page.items.map(({ conversation }) => conversation.state.id));
      after = page.nextCursor;
      pages += 1;
    } while (after !== null);
    expect(seen).to.deep.equal(["c6", "c5", "c4", "c3", "c2", "c1", "c0"]);
    expect(pages).to.equal(3);
  });

  it("returns no cursor after the last page, even when that page is full", async () => {
    const core = openCore();
    await fill(core, 3);
    const page = await core.conversations.list(core.requestContext(), { ...all, page: { limit: 3 } });
    expect(page).to.include({ nextCursor: null, total: null });
    expect(page.items).to.have.length(3);
  });

  it("returns the total on request", async () => {
    const core = openCore();
    await fill(core, 5);
    const page = await core.conversations.list(core.requestContext(), {
      ...all,
      page: { limit: 2 },
      includeTotal: true,
    });
    expect(page.total).to.equal(5);
  });
});

describe("Conversations: changing", () => {
  it("returns the updated conversation", async () => {
    const { conversations, requestContext: call, store } = openCore();
    const { id } = await conversations.createFromText(call(), { text: PROMISE });
    await store.folders.addMissing("ada", [aFolder({ id: "garden", name: "Garden" })]);
    const view = await conversations.update(call(), id, { title: "Mine", folderId: "garden", starred: true });
    expect(view.conversation.summary.title).to.equal("Mine");
    expect(view.folderName).to.equal("Garden");
    expect((await conversations.get(call(), id)).conversation.state).to.deep.equal(view.conversation.state);
  });

  it("succeeds when the store fails after the update", async () => {
    const sound = openCore();
    const { store, clock } = sound;
    await store.folders.addMissing("ada", [aFolder({ id: "garden", name: "Garden" })]);
    let isFailing = false;
    const failing = <T>(read: () => Promise<T>): Promise<T> =>
      isFailing ? Promise.reject(new Error("the store is away")) : read();
    const ports = {
      conversations: withOverrides(store.conversations, {
        update: async (...change) => {
          const after = await store.conversations.update(...change);
          isFailing = true;
          return after;
        },
      }),
      actionItems: withOverrides(store.actionItems, {
        findByConversations: (...asked) => failing(() => store.actionItems.findByConversations(...asked)),
      }),
      folders: withOverrides(store.folders, { get: (...asked) => failing(() => store.folders.get(...asked)) }),
    };
    const { id } = await sound.conversations.createFromText(sound.requestContext(), { text: PROMISE });
    const { conversations, requestContext: call } = openCore({ store, clock, ports });
    const view = await conversations.update(call(), id, { title: "Mine", folderId: "garden" });
    expect(view).to.deep.equal(await sound.conversations.get(call(), id));
    expect(view.conversation.summary.title).to.equal("Mine");
    expect([view.folderName, view.actionItems.length]).to.deep.equal(["Garden", 1]);
  });

  it("validates the patch before it looks up the conversation, and the folder afterwards", async () => {
    const { conversations, requestContext: call } = openCore();
    await expectDomainRejection("invalid", conversations.update(call(), "nothing", {}));
    await expectDomainRejection("invalid", conversations.update(call(), "nothing", { title: " " }));
    await expectDomainRejection("not_found", conversations.update(call(), "nothing", { folderId: "nowhere" }));
    const { id } = await conversations.createFromText(call(), { text: PROMISE });
    const { message } = await expectDomainRejection(
      "invalid",
      conversations.update(call(), id, { folderId: "nowhere" }),
    );
    expect(message).to.equal("Folder not found");
  });

  it("keeps the user's changes when the conversation is reprocessed", async () => {
    const { conversations, requestContext: call } = openCore();
    const { id } = await conversations.createFromText(call(), { text: PROMISE });
    await conversations.update(call(), id, { title: "Mine", folderId: null });
    expect(await conversations.reprocess(call(), id)).to.include({ id, status: "completed" });
    const { conversation, folderName } = await conversations.get(call(), id);
    expect([conversation.summary.title, folderName]).to.deep.equal(["Mine", null]);
  });

  it("shows the previous summary and items with the status `processing` during reprocessing", async () => {
    const core = openCore();
    const { requestContext: call, conversations } = core;
    const { id } = await conversations.createFromSegments(call(), segmentsInput(PROMISE));
    const before = await conversations.get(call(), id);
    core.summariser.addScript(() => neverResolves);
    expect((await conversations.reprocess(call(), id, { waitMs: 0 })).status).to.equal("processing");
    await core.scheduler.advance(0);
    const { conversation, ...beside } = await conversations.get(call(), id);
    expect(conversation.state.status).to.equal("processing");
    expect(conversation.summary).to.deep.equal(before.conversation.summary);
    expect(beside.actionItems).to.have.length(1);
    expect({ ...beside, conversation: before.conversation }).to.deep.equal(before);
    await expectDomainRejection("conflict", conversations.reprocess(call(), id));
    const edited = await conversations.update(call(), id, { title: "Mine" });
    expect([edited.conversation.summary.title, edited.actionItems.length]).to.deep.equal(["Mine", 1]);
  });

  it("rejects reprocessing with a conflict while the conversation is being processed", async () => {
    const core = openCore();
    core.summariser.addScript(() => neverResolves);
    const { id } = await core.conversations.createFromText(core.requestContext(), { text: PROMISE }, { waitMs: 0 });
    await expectDomainRejection("conflict", core.conversations.reprocess(core.requestContext(), id));
  });

  it("returns not_found for a conversation that is deleted during the call", async () => {
    const { store, clock } = openCore();
    for (const removed of [false, true]) {
      const get = async (userId: string, id: string) => {
        const read = await store.conversations.get(userId, id);
        await store.conversations.update(userId, id, (before) => before.markDeleting(clock.now(), 0));
        if (removed) await store.conversations.deleteWithTombstone(userId, id);
        return read;
      };
      const ports = { conversations: withOverrides(store.conversations, { get }) };
      const { conversations, requestContext: call } = openCore({ store, clock, ports });
      for (const id of [`update ${removed}`, `reprocess ${removed}`]) {
        await store.conversations.insertOrGet(withTranscript(aConversation({ id })));
      }
      await expectDomainRejection("not_found", conversations.update(call(), `update ${removed}`, { title: "Mine" }));
      await expectDomainRejection("not_found", conversations.reprocess(call(), `reprocess ${removed}`));
    }
  });

  it("deletes a conversation with its transcript and items, once", async () => {
    const { conversations, requestContext: call, store } = openCore();
    const { id } = await conversations.createFromSegments(call(), segmentsInput(PROMISE));
    await conversations.delete(call(), id);
    expect(await store.actionItems.findByConversations("ada", [id])).to.deep.equal([]);
    expect((await store.conversations.getTranscripts("ada", [id])).size).to.equal(0);
    await expectDomainRejection("not_found", conversations.delete(call(), id));
  });

  for (const state of ["processed", "in processing"]) {
    it(`deletes one ${state} although the store fails midway: the poller removes the rest`, async () => {
      const { store, clock } = openCore();
      const fail = () => Promise.reject(new Error("no disk"));
      const ports = { actionItems: withOverrides(store.actionItems, { detachFromConversation: fail }) };
      const failing = openCore({ store, clock, ports });
      if (state === "in processing") failing.summariser.holdNextCall();
      const { id } = await failing.conversations.createFromSegments(failing.requestContext(), segmentsInput(PROMISE), {
        waitMs: 0,
      });
      await failing.scheduler.advance(0);
      await failing.conversations.delete(failing.requestContext(), id);
      await expectDomainRejection("not_found", failing.conversations.get(failing.requestContext(), id));

      const next = openCore({ store, clock });
      next.start();
      await next.scheduler.advance(60_000);
      expect(await store.conversations.get("ada", id)).to.equal(undefined);
      expect((await store.conversations.getTranscripts("ada", [id])).size).to.equal(0);
      expect(await store.actionItems.findByConversations("ada", [id])).to.deep.equal([]);
    });
  }
});
