import { expect } from "chai";
import fc from "fast-check";
import type { BegunCall, RepeatedCall } from "../../../src/ports/driving/index.js";
import { except, openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

const begin = (core: Core, { key = "key", request = "request", userId = "ada" } = {}) =>
  core.keyedCalls.begin(core.call(userId), key, request);

function begun(beginning: BegunCall | RepeatedCall): BegunCall {
  if (beginning.outcome !== "begun") throw new Error("It was answered before");
  return beginning;
}

const idsOf = ({ call: { ids } }: BegunCall) => [ids.fresh(), ids.fresh()];

describe("keyed calls", () => {
  it("are answered again as they were", async () => {
    const core = openCore();
    await begun(await begin(core)).answered("the answer", []);
    expect(await begin(core)).to.deep.equal({ outcome: "repeated", answer: "the answer" });
    expect((await begin(core, { userId: "bob", request: "another" })).outcome).to.equal("begun");
    expect((await begin(core, { key: "another" })).outcome).to.equal("begun");
  });

  it("give the same ids in every try, and others in every other call", async () => {
    const core = openCore();
    const first = begun(await begin(core));
    const ids = idsOf(first);
    await first.failed();
    const others = [{ key: "another" }, { userId: "bob" }].map(async (other) => idsOf(begun(await begin(core, other))));
    const later = begun(await begin(core));
    expect(idsOf(later)).to.deep.equal(ids);
    await later.answered("answer", []);
    core.clock.advance(DAY);
    const reused = idsOf(begun(await begin(core, { request: "another" })));
    expect(new Set([...ids, ...reused, ...(await Promise.all(others)).flat()]).size).to.equal(8);
    expect(first.call.ids.derived("a")).to.equal(core.call().ids.derived("a"));
  });

  it("are known by the same in every try, and tell a first one from a repeated one", async () => {
    const core = openCore();
    const tries = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const attempt = begun(await begin(core));
      tries.push(attempt.call.keyed);
      await attempt.failed();
    }
    const { callId } = begun(await begin(core, { key: "another" })).call.keyed;
    expect(tries.map(({ repeats }) => repeats)).to.deep.equal([false, true, true]);
    expect([new Set(tries.map((each) => each.callId)).size, tries[0]?.callId === callId]).to.deep.equal([1, false]);
  });

  it("are held for as long as they take, and no more than seconds when their process dies", async () => {
    const core = openCore();
    const slow = begun(await begin(core));
    await core.scheduler.advance(20 * SECOND);
    expect((await rejection("conflict", begin(core))).code).to.equal("call_running");
    await slow.answered("late", []);
    expect((await begin(core)).outcome).to.equal("repeated");
    expect(core.scheduler.waiting).to.equal(0);

    const killed = openCore({ store: core.store, clock: core.clock });
    await begin(killed, { key: "another" });
    core.clock.advance(3 * SECOND);
    expect((await begin(core, { key: "another" })).outcome).to.equal("begun");
  });

  it("whose answer is not kept are refused, and not done again", async () => {
    const core = openCore();
    await begun(await begin(core)).answered(null, []);
    expect((await rejection("conflict", begin(core))).code).to.equal("answer_not_kept");
  });

  it("are answered although what came of them cannot be noted", async () => {
    const core = openCore();
    const failing = except(core.store.idempotencyRecords, { update: () => Promise.reject(new Error("no disk")) });
    const other = openCore({ store: { ...core.store, idempotencyRecords: failing }, clock: core.clock });
    await begun(await begin(other)).answered("answer", []);
    core.clock.advance(3 * SECOND);
    expect((await begin(core)).outcome).to.equal("begun");
  });

  it("show a deleted conversation to nobody, not even those that were being answered meanwhile", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.call(), saying("Plans."));
    await begun(await begin(core)).answered("shows it", [id]);
    const running = begun(await begin(core, { key: "meanwhile" }));
    await core.conversations.delete(core.call(), id);
    await running.answered("shows it too", [id]);
    for (const key of ["key", "meanwhile"]) {
      expect((await rejection("conflict", begin(core, { key }))).code).to.equal("answer_not_kept");
    }
  });

  it("never have an answer that shows what was deleted, whatever comes first and whoever is late", async () => {
    const step = fc.oneof(
      fc.record({ begin: fc.constantFrom("one", "two", "three") }),
      fc.record({ end: fc.nat(), shows: fc.subarray(["a", "b", "c"]) }),
      fc.record({ deleted: fc.subarray(["a", "b", "c"], { minLength: 1 }) }),
      fc.record({ passes: fc.constantFrom(1, 3 * SECOND, DAY / 2) }),
      fc.constant("sweep" as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const core = openCore();
        const deleted = new Set<string>();
        const tries: { readonly beginning: BegunCall; readonly seen: ReadonlySet<string> }[] = [];
        for (const taken of steps) {
          if (taken === "sweep") await core.store.idempotencyRecords.removeExpired(core.clock.now(), 2);
          else if ("passes" in taken) core.clock.advance(taken.passes);
          else if ("deleted" in taken) {
            for (const id of taken.deleted) deleted.add(id);
            await core.store.idempotencyRecords.forget("ada", taken.deleted, core.clock.now());
          } else if ("begin" in taken) {
            const beginning = await begin(core, { key: taken.begin }).catch(() => undefined);
            const seen = new Set(["a", "b", "c"].filter((id) => !deleted.has(id)));
            if (beginning?.outcome === "begun") tries.push({ beginning, seen });
            if (beginning?.outcome === "repeated") {
              expect(beginning.answer.split(" ").filter((id) => deleted.has(id))).to.deep.equal([]);
            }
          } else {
            const [ending] = tries.splice(taken.end % Math.max(tries.length, 1), 1);
            const shows = taken.shows.filter((id) => ending?.seen.has(id));
            await ending?.beginning.answered(shows.join(" "), shows);
          }
        }
      }),
    );
  });

  it("are swept away when they have expired", async () => {
    const core = openCore();
    core.start();
    for (let count = 0; count < 501; count += 1) {
      await begun(await begin(core, { key: String(count) })).answered("answer", []);
    }
    core.clock.advance(DAY);
    await core.scheduler.advance(60 * SECOND);
    expect(await core.store.idempotencyRecords.removeExpired(core.clock.now(), 1)).to.equal(0);
    await core.stop();
    expect(core.scheduler.waiting).to.equal(0);
  });
});
