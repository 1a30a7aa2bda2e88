import { expect } from "chai";
import type { ActionItemFilter, DataVersions } from "../../../src/ports/driven/index.js";
import { SequentialIds } from "../../../src/testing/index.js";
import { openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";
import { digestOf } from "../../support/scripted-summariser.js";

const list = ({ actionItems, call }: Core, filter: ActionItemFilter = {}, userId?: string) =>
  actionItems.list(call(userId), { filter, page: { limit: 100 }, withTotal: true });
const descriptions = async (core: Core): Promise<string[]> =>
  (await list(core)).items.map(({ state }) => state.description);

/** A conversation in which one thing was found that is to be done. */
async function promised(core: Core): Promise<{ id: string; itemId: string }> {
  core.summariser.next((transcript) =>
    digestOf(transcript, { actionItems: [{ description: "Call Bob", dueAt: null, segmentIds: [] }] }),
  );
  const { id } = await core.conversations.createFromSegments(core.call(), saying("I will call Bob."));
  const [item] = (await list(core, { conversationId: id })).items;
  return { id, itemId: item?.state.id ?? "" };
}

describe("action items", () => {
  it("are the user's own", async () => {
    const core = openCore();
    const { actionItems, call } = core;
    const { state } = await actionItems.create(call("ada"), { description: "Read" });
    expect((await actionItems.get(call("ada"), state.id)).state).to.deep.equal(state);
    expect((await list(core, {}, "bob")).items).to.deep.equal([]);
    for (const act of [
      () => actionItems.get(call("bob"), state.id),
      () => actionItems.update(call("bob"), state.id, { completed: true }),
      () => actionItems.delete(call("bob"), state.id),
    ]) {
      expect((await rejection("not_found", act())).message).to.equal("Action item not found");
    }
    expect((await actionItems.get(call("ada"), state.id)).state).to.deep.equal(state);
  });

  it("come in pages that say where the next begins, and how many there are when that is asked for", async () => {
    const { actionItems, call } = openCore();
    await actionItems.createBatch(
      call(),
      ["a", "b", "c"].map((description) => ({ description })),
    );
    const page = (after?: string) =>
      actionItems.list(call(), {
        filter: {},
        page: { limit: 2, ...(after === undefined ? {} : { after }) },
        withTotal: after === undefined,
      });
    const first = await page();
    expect([first.items.length, first.total]).to.deep.equal([2, 3]);
    const second = await page(first.next ?? "");
    expect([second.items.length, second.next, second.total]).to.deep.equal([1, null, null]);
  });

  it("are made once by a call that is repeated with the same ids, and are not brought back by it", async () => {
    const core = openCore();
    const { actionItems, call } = core;
    const again = () => ({ ...call(), ids: new SequentialIds() });
    const [one] = await actionItems.createBatch(again(), [{ description: "a" }, { description: "b" }]);
    await actionItems.createBatch(again(), [{ description: "a" }, { description: "b" }]);
    expect(await descriptions(core)).to.have.members(["a", "b"]);
    await actionItems.delete(call(), one?.state.id ?? "");
    await rejection("conflict", actionItems.createBatch(again(), [{ description: "a" }, { description: "b" }]));
    expect(await descriptions(core)).to.deep.equal(["b"]);
  });

  it("are refused before they are looked for when the patch is none", async () => {
    const { actionItems, call } = openCore();
    await rejection("invalid", actionItems.update(call(), "nowhere", {}));
    await rejection("not_found", actionItems.update(call(), "nowhere", { completed: null }));
  });

  it("are listed from memory until something changes", async () => {
    let mark = 1;
    const dataVersions: DataVersions = { current: () => mark };
    const core = openCore({ ports: { dataVersions } });
    const first = await list(core);
    expect(await list(core)).to.equal(first);
    await core.actionItems.create(core.call(), { description: "Read" });
    mark += 1;
    expect(await descriptions(core)).to.deep.equal(["Read"]);
  });

  it("of a conversation show in it as they are now", async () => {
    const core = openCore();
    const { actionItems, conversations, call } = core;
    const { id, itemId } = await promised(core);
    const shown = async () =>
      (await conversations.get(call(), id)).actionItems.map(({ state }) => [state.description, state.completed]);
    expect(await shown()).to.deep.equal([["Call Bob", false]]);
    await actionItems.update(call(), itemId, { description: "Call Bob at home", completed: true });
    expect(await shown()).to.deep.equal([["Call Bob at home", true]]);
    await actionItems.delete(call(), itemId);
    expect(await shown()).to.deep.equal([]);
  });

  for (const [name, patch, outlives] of [
    ["completed", { completed: true }, true],
    ["gave a date", { dueAt: new Date(0) }, true],
    ["put in other words", { description: "Write to Bob" }, true],
    ["did not change", { completed: false, description: "Call Bob" }, false],
  ] as const) {
    it(`that the user ${name} ${outlives ? "outlive" : "go with"} their conversation`, async () => {
      const core = openCore();
      const { id, itemId } = await promised(core);
      await core.actionItems.update(core.call(), itemId, patch);
      await core.conversations.delete(core.call(), id);
      expect((await list(core)).items.map(({ state }) => state.conversationId)).to.deep.equal(outlives ? [null] : []);
    });
  }

  it("of a conversation are not found again once they are deleted", async () => {
    const core = openCore();
    const { id, itemId } = await promised(core);
    await core.actionItems.delete(core.call(), itemId);
    core.summariser.next((transcript) =>
      digestOf(transcript, { actionItems: [{ description: "Call Bob", dueAt: null, segmentIds: [] }] }),
    );
    await core.conversations.reprocess(core.call(), id);
    expect(await descriptions(core)).to.deep.equal([]);
  });
});
