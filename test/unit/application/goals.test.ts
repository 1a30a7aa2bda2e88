import { expect } from "chai";
import type { IdGenerator } from "../../../src/ports/driven/index.js";
import { SequentialIds } from "../../../src/testing/index.js";
import { openCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

describe("Goals", () => {
  it("have unique IDs of twelve hexadecimal digits", async () => {
    const { goals, requestContext: call } = openCore();
    const made = await Promise.all(Array.from({ length: 50 }, () => goals.create(call(), { title: "Run" })));
    const ids = made.map(({ state }) => state.id);
    for (const id of ids) expect(id).to.match(/^goal_[0-9a-f]{12}$/);
    expect(new Set(ids).size).to.equal(50);
  });

  it("are created once when a call is repeated with the same IDs", async () => {
    const { goals, requestContext: call } = openCore();
    const first = await goals.create({ ...call(), ids: new SequentialIds() }, { title: "Run" });
    const again = await goals.create({ ...call(), ids: new SequentialIds() }, { title: "Run" });
    expect(again.state).to.deep.equal(first.state);
    expect((await goals.list(call(), everything)).items).to.have.length(1);
  });

  it("get another ID when the short ID is already taken", async () => {
    const { goals, requestContext: call } = openCore();
    const sequence = new SequentialIds();
    // Two creations that fall on one id at first.
    const meeting: IdGenerator = {
      generate: () => sequence.generate(),
      derive: (...names) => (names.at(-1) === "0" ? "00000000-0000-5000-8000-abcdefabcdef" : sequence.derive(...names)),
    };
    const first = await goals.create({ ...call(), ids: meeting }, { title: "Run" });
    const second = await goals.create({ ...call(), ids: meeting }, { title: "Swim" });
    expect(first.state).to.include({ id: "goal_abcdefabcdef", title: "Run" });
    expect(second.state.title).to.equal("Swim");
    expect(second.state.id).not.to.equal(first.state.id);
    expect((await goals.get(call(), first.state.id)).state.title).to.equal("Run");
    expect((await goals.get(call(), second.state.id)).state.title).to.equal("Swim");
  });

  it("are listed in pages with a cursor and, on request, the total", async () => {
    const { goals, requestContext: call, clock } = openCore();
    for (const title of ["first", "second", "third"]) {
      await goals.create(call(), { title });
      clock.advance(1000);
    }
    const [, second] = (await goals.list(call(), everything)).items;
    if (!second) throw new Error("There are not two goals");
    await goals.abandon(call(), second.state.id);
    for (const [includeInactive, order] of [
      [false, ["first", "third"]],
      [true, ["third", "second", "first"]],
    ] as const) {
      const titles: string[] = [];
      let after: string | null = "";
      while (after !== null) {
        const stretch = { limit: 1, ...(after === "" ? {} : { after }) };
        const page = await goals.list(call(), { filter: { includeInactive }, page: stretch, includeTotal: true });
        expect(page.total).to.equal(order.length);
        titles.push(...page.items.map(({ state }) => state.title));
        after = page.nextCursor;
      }
      expect(titles).to.deep.equal(order);
    }
    expect((await goals.list(call(), everything)).total).to.be.null;
  });

  it("are not found when the ID is unknown or belongs to another user", async () => {
    const { goals, requestContext: call } = openCore();
    const { state } = await goals.create(call(), { title: "Run" });
    for (const [userId, id] of [
      ["ada", "goal_000000000000"],
      ["bob", state.id],
    ] as const) {
      const refused = [
        goals.get(call(userId), id),
        goals.update(call(userId), id, { title: "Mine" }),
        goals.recordProgress(call(userId), id, 1),
        goals.getHistory(call(userId), id, 30),
        goals.abandon(call(userId), id),
      ];
      for (const each of refused)
        expect((await expectDomainRejection("not_found", each)).message).to.equal("Goal not found");
    }
    expect((await goals.get(call(), state.id)).state).to.deep.equal(state);
  });

  it("validate a patch before the goal is looked up", async () => {
    const { goals, requestContext: call } = openCore();
    for (const patch of [{}, { title: " " }, { minValue: 2, maxValue: 1 }]) {
      await expectDomainRejection("invalid", goals.update(call(), "nowhere", patch));
    }
  });
});

const everything = { filter: { includeInactive: true }, page: { limit: 100 }, includeTotal: false };
