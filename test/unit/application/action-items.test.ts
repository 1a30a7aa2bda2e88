import { expect } from "chai";
import type { ActionItemFilter, DataVersions } from "../../../src/ports/driven/index.js";
import { SequentialIds } from "../../../src/testing/index.js";
import { openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";
import { summariseVerbatim } from "../../support/scripted-summariser.js";

const list = ({ actionItems, requestContext: call }: TestCore, filter: ActionItemFilter = {}, userId?: string) =>
  actionItems.list(call(userId), { filter, page: { limit: 100 }, includeTotal: true });
const descriptions = async (core: TestCore): Promise<string[]> =>
  (await list(core)).items.map(({ state }) => state.description);

/** A conversation in which one thing was found that is to be done. */
async function promised(core: TestCore): Promise<{ id: string; itemId: string }> {
  core.summariser.addScript((transcript) =>
    summariseVerbatim(transcript, { actionItems: [{ description: "Call Bob", dueAt: null, segmentIds: [] }] }),
  );
  const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("I will call Bob."));
  const [item] = (await list(core, { conversationId: id })).items;
  return { id, itemId: item?.state.id ?? "" };
}

describe("Action items", () => {
  it("are accessible to their owner only", async () => {
    const core = openCore();
    const { actionItems, requestContext: call } = core;
    const { state } = await actionItems.create(call("ada"), { description: "Read" });
    expect((await actionItems.get(call("ada"), state.id)).state).to.deep.equal(state);
    expect((await list(core, {}, "bob")).items).to.deep.equal([]);
    for (const act of [
      () => actionItems.get(call("bob"), state.id),
      () => actionItems.update(call("bob"), state.id, { completed: true }),
      () => actionItems.delete(call("bob"), state.id),
    ]) {
      expect((await expectDomainRejection("not_found", act())).message).to.equal("Action item not found");
    }
    expect((await actionItems.get(call("ada"), state.id)).state).to.deep.equal(state);
  });

  it("are listed in pages with a cursor and, on request, the total", async () => {
    const { actionItems, requestContext: call } = openCore();
    await actionItems.createBatch(
      call(),
      ["a", "b", "c"].map((description) => ({ description })),
    );
    const page = (after?: string) =>
      actionItems.list(call(), {
        filter: {},
        page: { limit: 2, ...(after === undefined ? {} : { after }) },
        includeTotal: after === undefined,
      });
    const first = await page();
    expect([first.items.length, first.total]).to.deep.equal([2, 3]);
    const second = await page(first.nextCursor ?? "");
    expect([second.items.length, second.nextCursor, second.total]).to.deep.equal([1, null, null]);
  });

  it("are created once when a call is repeated with the same IDs, and stay deleted", async () => {
    const core = openCore();
    const { actionItems, requestContext: call } = core;
    const again = () => ({ ...call(), ids: new SequentialIds() });
    const [one] = await actionItems.createBatch(again(), [{ description: "a" }, { description: "b" }]);
    await actionItems.createBatch(again(), [{ description: "a" }, { description: "b" }]);
    expect(await descriptions(core)).to.have.members(["a", "b"]);
    await actionItems.delete(call(), one?.state.id ?? "");
    await expectDomainRejection(
      "conflict",
      actionItems.createBatch(again(), [{ description: "a" }, { description: "b" }]),
    );
    expect(await descriptions(core)).to.deep.equal(["b"]);
  });

  it("validates a patch before the item is looked up", async () => {
    const { actionItems, requestContext: call } = openCore();
    await expectDomainRejection("invalid", actionItems.update(call(), "nowhere", {}));
    await expectDomainRejection("not_found", actionItems.update(call(), "nowhere", { completed: null }));
  });

  it("are cached until the data version changes", async () => {
    let mark = 1;
    const dataVersions: DataVersions = { getVersion: () => mark };
    const core = openCore({ ports: { dataVersions } });
    const first = await list(core);
    expect(await list(core)).to.equal(first);
    await core.actionItems.create(core.requestContext(), { description: "Read" });
    mark += 1;
    expect(await descriptions(core)).to.deep.equal(["Read"]);
  });

  it("appear in their conversation with their current state", async () => {
    const core = openCore();
    const { actionItems, conversations, requestContext: call } = core;
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
      await core.actionItems.update(core.requestContext(), itemId, patch);
      await core.conversations.delete(core.requestContext(), id);
      expect((await list(core)).items.map(({ state }) => state.conversationId)).to.deep.equal(outlives ? [null] : []);
    });
  }

  it("of a conversation are not extracted again after their deletion", async () => {
    const core = openCore();
    const { id, itemId } = await promised(core);
    await core.actionItems.delete(core.requestContext(), itemId);
    core.summariser.addScript((transcript) =>
      summariseVerbatim(transcript, { actionItems: [{ description: "Call Bob", dueAt: null, segmentIds: [] }] }),
    );
    await core.conversations.reprocess(core.requestContext(), id);
    expect(await descriptions(core)).to.deep.equal([]);
  });
});
