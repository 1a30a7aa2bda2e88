import { expect } from "chai";
import fc from "fast-check";
import type { StartedRequest, ReplayedResponse } from "../../../src/ports/driving/index.js";
import { withOverrides, openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

const begin = (core: TestCore, { key = "key", request = "request", userId = "ada" } = {}) =>
  core.idempotency.begin(core.requestContext(userId), key, request);

function begun(beginning: StartedRequest | ReplayedResponse): StartedRequest {
  if (beginning.outcome !== "started") throw new Error("The stored response was replayed");
  return beginning;
}

const idsOf = ({ context: { ids } }: StartedRequest) => [ids.generate(), ids.generate()];

describe("Idempotent requests", () => {
  it("replay the stored response", async () => {
    const core = openCore();
    await begun(await begin(core)).complete("the answer", []);
    expect(await begin(core)).to.deep.equal({ outcome: "replayed", response: "the answer" });
    expect((await begin(core, { userId: "bob", request: "another" })).outcome).to.equal("started");
    expect((await begin(core, { key: "another" })).outcome).to.equal("started");
  });

  it("generate the same IDs on every retry, and different ones for every other request", async () => {
    const core = openCore();
    const first = begun(await begin(core));
    const ids = idsOf(first);
    await first.fail();
    const others = [{ key: "another" }, { userId: "bob" }].map(async (other) => idsOf(begun(await begin(core, other))));
    const later = begun(await begin(core));
    expect(idsOf(later)).to.deep.equal(ids);
    await later.complete("answer", []);
    core.clock.advance(DAY);
    const reused = idsOf(begun(await begin(core, { request: "another" })));
    expect(new Set([...ids, ...reused, ...(await Promise.all(others)).flat()]).size).to.equal(8);
    expect(first.context.ids.derive("a")).to.equal(core.requestContext().ids.derive("a"));
  });

  it("have the same idempotency ID on every retry and are marked as retries", async () => {
    const core = openCore();
    const tries = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const attempt = begun(await begin(core));
      tries.push(attempt.context.idempotency);
      await attempt.fail();
    }
    const { idempotencyId: callId } = begun(await begin(core, { key: "another" })).context.idempotency;
    expect(tries.map(({ isRetry: repeats }) => repeats)).to.deep.equal([false, true, true]);
    expect([new Set(tries.map((each) => each.idempotencyId)).size, tries[0]?.idempotencyId === callId]).to.deep.equal([
      1,
      false,
    ]);
  });

  it("are locked while they run, and for seconds at most after their process dies", async () => {
    const core = openCore();
    const slow = begun(await begin(core));
    await core.scheduler.advance(20 * SECOND);
    expect((await expectDomainRejection("conflict", begin(core))).code).to.equal("call_running");
    await slow.complete("late", []);
    expect((await begin(core)).outcome).to.equal("replayed");
    expect(core.scheduler.pendingCount).to.equal(0);

    const killed = openCore({ store: core.store, clock: core.clock });
    await begin(killed, { key: "another" });
    core.clock.advance(3 * SECOND);
    expect((await begin(core, { key: "another" })).outcome).to.equal("started");
  });

  it("are rejected when their response is not stored, and not executed again", async () => {
    const core = openCore();
    await begun(await begin(core)).complete(null, []);
    expect((await expectDomainRejection("conflict", begin(core))).code).to.equal("response_not_stored");
  });

  it("return their response although it cannot be stored", async () => {
    const core = openCore();
    const failing = withOverrides(core.store.idempotencyRecords, {
      update: () => Promise.reject(new Error("no disk")),
    });
    const other = openCore({ store: { ...core.store, idempotencyRecords: failing }, clock: core.clock });
    await begun(await begin(other)).complete("answer", []);
    core.clock.advance(3 * SECOND);
    expect((await begin(core)).outcome).to.equal("started");
  });

  it("never replay a response with a deleted conversation, even one that was being created", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans."));
    await begun(await begin(core)).complete("shows it", [id]);
    const running = begun(await begin(core, { key: "meanwhile" }));
    await core.conversations.delete(core.requestContext(), id);
    await running.complete("shows it too", [id]);
    for (const key of ["key", "meanwhile"]) {
      expect((await expectDomainRejection("conflict", begin(core, { key }))).code).to.equal("response_not_stored");
    }
  });

  it("never replay deleted data in any order of steps", async () => {
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
        const tries: { readonly beginning: StartedRequest; readonly seen: ReadonlySet<string> }[] = [];
        for (const taken of steps) {
          if (taken === "sweep") await core.store.idempotencyRecords.removeExpired(core.clock.now(), 2);
          else if ("passes" in taken) core.clock.advance(taken.passes);
          else if ("deleted" in taken) {
            for (const id of taken.deleted) deleted.add(id);
            await core.store.idempotencyRecords.removeResponsesContaining("ada", taken.deleted, core.clock.now());
          } else if ("begin" in taken) {
            const beginning = await begin(core, { key: taken.begin }).catch(() => undefined);
            const seen = new Set(["a", "b", "c"].filter((id) => !deleted.has(id)));
            if (beginning?.outcome === "started") tries.push({ beginning, seen });
            if (beginning?.outcome === "replayed") {
              expect(beginning.response.split(" ").filter((id) => deleted.has(id))).to.deep.equal([]);
            }
          } else {
            const [ending] = tries.splice(taken.end % Math.max(tries.length, 1), 1);
            const shows = taken.shows.filter((id) => ending?.seen.has(id));
            await ending?.beginning.complete(shows.join(" "), shows);
          }
        }
      }),
    );
  });

  it("are removed after they expire", async () => {
    const core = openCore();
    core.start();
    for (let count = 0; count < 501; count += 1) {
      await begun(await begin(core, { key: String(count) })).complete("answer", []);
    }
    core.clock.advance(DAY);
    await core.scheduler.advance(60 * SECOND);
    expect(await core.store.idempotencyRecords.removeExpired(core.clock.now(), 1)).to.equal(0);
    await core.stop();
    expect(core.scheduler.pendingCount).to.equal(0);
  });
});
