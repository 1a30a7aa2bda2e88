import assert from "node:assert/strict";
import type { ReprocessingRun } from "../../domain/reprocessing-run.js";
import type { ReprocessingRunRepository } from "../../ports/driven/reprocessing-run-repository.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
const run = (with_: Partial<ReprocessingRun> = {}): ReprocessingRun => ({
  userId: "ada",
  summariser: "llm:m",
  outdatedOnly: false,
  startedAt: at(0),
  ...with_,
});

/** Guarantees of every ReprocessingRunRepository. */
export function reprocessingRunRepositoryContract({ it }: Registrar, open: Open<ReprocessingRunRepository>): void {
  const test = (title: string, body: (runs: ReprocessingRunRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("goes on with a run that wants the same, and has forgotten it when it has ended", async (runs) => {
    assert.deepEqual(await runs.resumeOrStart(run()), run());
    assert.deepEqual(await runs.resumeOrStart(run({ startedAt: at(5) })), run());
    await runs.finish(run());
    await runs.finish(run());
    assert.deepEqual(await runs.resumeOrStart(run({ startedAt: at(7) })), run({ startedAt: at(7) }));
  });

  test("begins anew what wants something else, or when it is told to", async (runs) => {
    await runs.resumeOrStart(run());
    for (const [n, other] of [{ summariser: "llm:n" }, { outdatedOnly: true }, {}].entries()) {
      const next = run({ ...other, startedAt: at(n + 1) });
      assert.deepEqual(await runs.resumeOrStart(next), next);
    }
    await runs.restart(run({ startedAt: at(9) }));
    assert.deepEqual(await runs.resumeOrStart(run({ startedAt: at(10) })), run({ startedAt: at(9) }));
  });

  test("does not end a run that another one has taken the place of", async (runs) => {
    await runs.resumeOrStart(run());
    await runs.restart(run({ startedAt: at(1) }));
    await runs.finish(run());
    assert.deepEqual(await runs.resumeOrStart(run({ startedAt: at(2) })), run({ startedAt: at(1) }));
  });

  test("has one for each user, and one for everybody", async (runs) => {
    const all = [run(), run({ userId: "bob", startedAt: at(1) }), run({ userId: null, startedAt: at(2) })];
    for (const each of all) await runs.resumeOrStart(each);
    for (const each of all) assert.deepEqual(await runs.resumeOrStart({ ...each, startedAt: at(3) }), each);
  });

  test("begins one run for 10 who join at once", async (runs) => {
    const joined = await Promise.all(
      Array.from({ length: 10 }, (_, n) => runs.resumeOrStart(run({ startedAt: at(n) }))),
    );
    assert.equal(new Set(joined.map(({ startedAt }) => startedAt.getTime())).size, 1);
  });
}
