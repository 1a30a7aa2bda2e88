import { expect } from "chai";
import type { ListConversations } from "../../../src/ports/driving/conversations.js";
import { aConversation, aFolder, recorded } from "../../../src/testing/index.js";
import { except, never, openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const PROMISE = "I will call Bob.";
const all: ListConversations = { filter: {}, page: { limit: 25 }, includeTranscript: false, withTotal: false };
const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 8, minutes));

async function fill({ store }: Core, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await store.conversations.insertOrGet(recorded(aConversation({ id: `c${i}`, createdAt: minute(i) })));
  }
}

describe("conversations: creation", () => {
  it("answers when the processing is done", async () => {
    const { conversations, call } = openCore();
    const receipt = await conversations.createFromText(call(), { text: PROMISE });
    expect(receipt).to.include({ discarded: false, status: "completed" });
    expect((await conversations.get(call(), receipt.id)).conversation.summary.title).to.equal(PROMISE);
  });

  it("answers `processing` when that takes longer than it may wait, and goes on", async () => {
    const core = openCore();
    const release = core.summariser.holdNext();
    const creating = core.conversations.createFromText(core.call(), { text: PROMISE }, { waitMs: 2_000 });
    await core.scheduler.advance(2_000);
    const { id, status } = await creating;
    expect(status).to.equal("processing");
    release();
    await core.scheduler.advance(0);
    expect((await core.conversations.get(core.call(), id)).conversation.state.status).to.equal("completed");
  });

  it("waits five seconds unless told otherwise", async () => {
    const core = openCore();
    core.summariser.next(() => never);
    let status: string | undefined;
    void core.conversations.createFromText(core.call(), { text: PROMISE }).then((receipt) => (status = receipt.status));
    await core.scheduler.advance(4_999);
    expect(status).to.equal(undefined);
    await core.scheduler.advance(1);
    expect(status).to.equal("processing");
  });

  it("answers at once where the client does not wait", async () => {
    const { conversations, call } = openCore();
    const { status } = await conversations.createFromText(call(), { text: PROMISE }, { waitMs: 0 });
    expect(status).to.equal("processing");
  });

  it("stores nothing of what is refused, and makes no folders for it", async () => {
    const { conversations, folders, call } = openCore();
    await rejection("invalid", conversations.createFromText(call(), { text: " " }));
    expect((await conversations.list(call(), all)).items).to.deep.equal([]);
    expect(await folders.list(call())).to.deep.equal([]);
  });
});

describe("conversations: a repeated session", () => {
  const session = { ...saying(PROMISE), clientSessionId: "s 1" };

  it("answers with the same conversation and changes nothing", async () => {
    const { conversations, call, store } = openCore();
    const first = await conversations.createFromSegments(call(), session);
    const before = await store.conversations.get("ada", first.id);
    const again = { ...saying("Something else"), clientSessionId: " s 1 " };
    expect(await conversations.createFromSegments(call(), again)).to.deep.equal(first);
    expect((await store.conversations.get("ada", first.id))?.state).to.deep.equal(before?.state);
  });

  it("is another one for another user", async () => {
    const { conversations, call } = openCore();
    const first = await conversations.createFromSegments(call("ada"), session);
    const second = await conversations.createFromSegments(call("bob"), session);
    expect(second.id).not.to.equal(first.id);
  });

  it("answers `processing` while the first try is at it", async () => {
    const core = openCore();
    core.summariser.next(() => never);
    const first = await core.conversations.createFromSegments(core.call(), session, { waitMs: 0 });
    expect(await core.conversations.createFromSegments(core.call(), session)).to.deep.equal(first);
  });

  it("does not bring back what was deleted", async () => {
    const { conversations, call, store } = openCore();
    const { id } = await conversations.createFromSegments(call(), session);
    await conversations.delete(call(), id);
    expect(await conversations.createFromSegments(call(), session)).to.include({ id, discarded: true });
    expect(await store.conversations.get("ada", id)).to.equal(undefined);
  });

  it("does not bring back what is being deleted", async () => {
    const core = openCore();
    core.summariser.next(() => never);
    const { id } = await core.conversations.createFromSegments(core.call(), session, { waitMs: 0 });
    await core.conversations.delete(core.call(), id);
    expect(await core.conversations.createFromSegments(core.call(), session)).to.include({ id, discarded: true });
    await rejection("not_found", core.conversations.get(core.call(), id));
  });

  it("is refused while the session is open", async () => {
    const { conversations, call, store } = openCore();
    const { id } = await conversations.createFromSegments(call(), session);
    await store.conversations.update("ada", id, ({ state }) => aConversation({ ...state, status: "in_progress" }));
    const { message } = await rejection("conflict", conversations.createFromSegments(call(), session));
    expect(message).to.equal("Conversation creation already in progress");
  });
});

describe("conversations: reading", () => {
  it("shows items, folder and, when asked for, the transcript", async () => {
    const { conversations, users, call } = openCore();
    await users.register({ id: "ada", displayName: "Ada L." });
    const { id } = await conversations.createFromSegments(call(), saying(PROMISE));
    const without = await conversations.get(call(), id);
    expect(without.transcript).to.equal(null);
    expect(without.actionItems).to.have.length(1);
    const whole = await conversations.get(call(), id, { includeTranscript: true });
    expect(whole.transcript?.segments.map(({ text }) => text)).to.deep.equal([PROMISE]);
    expect([whole.userName, whole.folderName]).to.deep.equal(["Ada L.", "Work"]);
    const [listed] = (await conversations.list(call(), { ...all, includeTranscript: true })).items;
    expect(listed).to.deep.equal(whole);
  });

  it("finds nothing of another user, or of an unknown id", async () => {
    const { conversations, call } = openCore();
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
      for (const each of asked) expect((await rejection("not_found", each)).message).to.equal("Conversation not found");
    }
  });

  it("goes from page to page by what each says comes next", async () => {
    const core = openCore();
    await fill(core, 7);
    const seen: string[] = [];
    let after: string | null | undefined;
    let pages = 0;
    do {
      const stretch = { limit: 3, ...(after == null ? {} : { after }) };
      const page = await core.conversations.list(core.call(), { ...all, page: stretch });
      seen.push(...page.items.map(({ conversation }) => conversation.state.id));
      after = page.next;
      pages += 1;
    } while (after !== null);
    expect(seen).to.deep.equal(["c6", "c5", "c4", "c3", "c2", "c1", "c0"]);
    expect(pages).to.equal(3);
  });

  it("names no next page after the last, however full that is", async () => {
    const core = openCore();
    await fill(core, 3);
    const page = await core.conversations.list(core.call(), { ...all, page: { limit: 3 } });
    expect(page).to.include({ next: null, total: null });
    expect(page.items).to.have.length(3);
  });

  it("counts all of them when asked to", async () => {
    const core = openCore();
    await fill(core, 5);
    const page = await core.conversations.list(core.call(), { ...all, page: { limit: 2 }, withTotal: true });
    expect(page.total).to.equal(5);
  });
});

describe("conversations: changing", () => {
  it("answers with the conversation as it is then", async () => {
    const { conversations, call, store } = openCore();
    const { id } = await conversations.createFromText(call(), { text: PROMISE });
    await store.folders.addMissing("ada", [aFolder({ id: "garden", name: "Garden" })]);
    const view = await conversations.update(call(), id, { title: "Mine", folderId: "garden", starred: true });
    expect(view.conversation.summary.title).to.equal("Mine");
    expect(view.folderName).to.equal("Garden");
    expect((await conversations.get(call(), id)).conversation.state).to.deep.equal(view.conversation.state);
  });

  it("is not refused when the store fails after the change", async () => {
    const sound = openCore();
    const { store, clock } = sound;
    await store.folders.addMissing("ada", [aFolder({ id: "garden", name: "Garden" })]);
    let isFailing = false;
    const failing = <T>(read: () => Promise<T>): Promise<T> =>
      isFailing ? Promise.reject(new Error("the store is away")) : read();
    const ports = {
      conversations: except(store.conversations, {
        update: async (...change) => {
          const after = await store.conversations.update(...change);
          isFailing = true;
          return after;
        },
      }),
      actionItems: except(store.actionItems, {
        findByConversations: (...asked) => failing(() => store.actionItems.findByConversations(...asked)),
      }),
      folders: except(store.folders, { get: (...asked) => failing(() => store.folders.get(...asked)) }),
    };
    const { id } = await sound.conversations.createFromText(sound.call(), { text: PROMISE });
    const { conversations, call } = openCore({ store, clock, ports });
    const view = await conversations.update(call(), id, { title: "Mine", folderId: "garden" });
    expect(view).to.deep.equal(await sound.conversations.get(call(), id));
    expect(view.conversation.summary.title).to.equal("Mine");
    expect([view.folderName, view.actionItems.length]).to.deep.equal(["Garden", 1]);
  });

  it("refuses a broken patch before it looks for the conversation, and an unknown folder after", async () => {
    const { conversations, call } = openCore();
    await rejection("invalid", conversations.update(call(), "nothing", {}));
    await rejection("invalid", conversations.update(call(), "nothing", { title: " " }));
    await rejection("not_found", conversations.update(call(), "nothing", { folderId: "nowhere" }));
    const { id } = await conversations.createFromText(call(), { text: PROMISE });
    const { message } = await rejection("invalid", conversations.update(call(), id, { folderId: "nowhere" }));
    expect(message).to.equal("Folder not found");
  });

  it("keeps what the user set through another processing", async () => {
    const { conversations, call } = openCore();
    const { id } = await conversations.createFromText(call(), { text: PROMISE });
    await conversations.update(call(), id, { title: "Mine", folderId: null });
    expect(await conversations.reprocess(call(), id)).to.include({ id, status: "completed" });
    const { conversation, folderName } = await conversations.get(call(), id);
    expect([conversation.summary.title, folderName]).to.deep.equal(["Mine", null]);
  });

  it("shows while it is processed anew what was made of it before, and that it is being processed", async () => {
    const core = openCore();
    const { call, conversations } = core;
    const { id } = await conversations.createFromSegments(call(), saying(PROMISE));
    const before = await conversations.get(call(), id);
    core.summariser.next(() => never);
    expect((await conversations.reprocess(call(), id, { waitMs: 0 })).status).to.equal("processing");
    await core.scheduler.advance(0);
    const { conversation, ...beside } = await conversations.get(call(), id);
    expect(conversation.state.status).to.equal("processing");
    expect(conversation.summary).to.deep.equal(before.conversation.summary);
    expect(beside.actionItems).to.have.length(1);
    expect({ ...beside, conversation: before.conversation }).to.deep.equal(before);
    await rejection("conflict", conversations.reprocess(call(), id));
    const edited = await conversations.update(call(), id, { title: "Mine" });
    expect([edited.conversation.summary.title, edited.actionItems.length]).to.deep.equal(["Mine", 1]);
  });

  it("does not process again what is being processed", async () => {
    const core = openCore();
    core.summariser.next(() => never);
    const { id } = await core.conversations.createFromText(core.call(), { text: PROMISE }, { waitMs: 0 });
    await rejection("conflict", core.conversations.reprocess(core.call(), id));
  });

  it("finds nothing of what is deleted meanwhile, before its removal and after", async () => {
    const { store, clock } = openCore();
    for (const removed of [false, true]) {
      const get = async (userId: string, id: string) => {
        const read = await store.conversations.get(userId, id);
        await store.conversations.update(userId, id, (before) => before.markDeleting(clock.now(), 0));
        if (removed) await store.conversations.deleteWithTombstone(userId, id);
        return read;
      };
      const ports = { conversations: except(store.conversations, { get }) };
      const { conversations, call } = openCore({ store, clock, ports });
      for (const id of [`update ${removed}`, `reprocess ${removed}`]) {
        await store.conversations.insertOrGet(recorded(aConversation({ id })));
      }
      await rejection("not_found", conversations.update(call(), `update ${removed}`, { title: "Mine" }));
      await rejection("not_found", conversations.reprocess(call(), `reprocess ${removed}`));
    }
  });

  it("removes a conversation with all that came of it, once", async () => {
    const { conversations, call, store } = openCore();
    const { id } = await conversations.createFromSegments(call(), saying(PROMISE));
    await conversations.delete(call(), id);
    expect(await store.actionItems.findByConversations("ada", [id])).to.deep.equal([]);
    expect((await store.conversations.transcripts("ada", [id])).size).to.equal(0);
    await rejection("not_found", conversations.delete(call(), id));
  });

  for (const state of ["processed", "in processing"]) {
    it(`deletes one ${state} also when the store fails half-way: then a sweep removes the rest`, async () => {
      const { store, clock } = openCore();
      const fail = () => Promise.reject(new Error("no disk"));
      const ports = { actionItems: except(store.actionItems, { detachFromConversation: fail }) };
      const failing = openCore({ store, clock, ports });
      if (state === "in processing") failing.summariser.holdNext();
      const { id } = await failing.conversations.createFromSegments(failing.call(), saying(PROMISE), { waitMs: 0 });
      await failing.scheduler.advance(0);
      await failing.conversations.delete(failing.call(), id);
      await rejection("not_found", failing.conversations.get(failing.call(), id));

      const next = openCore({ store, clock });
      next.start();
      await next.scheduler.advance(60_000);
      expect(await store.conversations.get("ada", id)).to.equal(undefined);
      expect((await store.conversations.transcripts("ada", [id])).size).to.equal(0);
      expect(await store.actionItems.findByConversations("ada", [id])).to.deep.equal([]);
    });
  }
});
