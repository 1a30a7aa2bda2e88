import assert from "node:assert/strict";
import { PushTarget } from "../../domain/push-target.js";
import type { PushTargetRepository } from "../../ports/driven/push-target-repository.js";
import { aPushTarget } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const on = (day: number) => new Date(Date.UTC(2026, 2, day));

async function added(targets: PushTargetRepository, target: PushTarget): Promise<PushTarget> {
  const { userId, id } = target.state;
  return targets.put(userId, id, () => target);
}

const ids = (all: readonly PushTarget[]): string[] => all.map(({ state }) => state.id);

/** What every PushTargetRepository keeps, whatever stores it. */
export function pushTargetRepositoryContract({ it }: Registrar, open: Open<PushTargetRepository>): void {
  const test = (title: string, body: (targets: PushTargetRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("gives back all that it was given", async (targets) => {
    const given = aPushTarget({
      channel: "web_push",
      url: "https://push.example/🌱",
      keys: { p256dh: "B", auth: "a" },
      sealedSecret: "sealed",
      goneSince: on(3),
      keyedChanges: ["call"],
    });
    await added(targets, given);
    assert.deepEqual((await targets.get("ada", given.state.id))?.state, given.state);
    assert.deepEqual((await targets.list("ada"))[0]?.state, given.state);
  });

  test("finds nothing where there is nothing, and nothing of another user", async (targets) => {
    const { id } = (await added(targets, aPushTarget())).state;
    const change = (): never => assert.fail("there is nothing to change");
    for (const [userId, which] of [
      ["ada", "nothing"],
      ["bob", id],
    ] as const) {
      assert.equal(await targets.get(userId, which), undefined);
      assert.equal(await targets.update(userId, which, change), undefined);
      assert.equal(await targets.remove(userId, which), false);
    }
    assert.deepEqual(await targets.list("bob"), []);
    assert.deepEqual(await targets.targetsOf("bob"), []);
  });

  test("keeps those of two users under the same id apart", async (targets) => {
    await added(targets, aPushTarget({ id: "a", url: "https://ada.example" }));
    await added(targets, aPushTarget({ id: "a", url: "https://bob.example", userId: "bob" }));
    await targets.remove("bob", "a");
    assert.equal((await targets.get("ada", "a"))?.state.url, "https://ada.example");
  });

  test("puts one in the place of the one that it is told of", async (targets) => {
    const first = await added(targets, aPushTarget({ id: "a" }));
    const seen: unknown[] = [];
    await targets.put("ada", "a", (before) => {
      seen.push(before?.state);
      return aPushTarget({ id: "a", url: "https://second.example" });
    });
    assert.deepEqual(seen.at(-1), first.state);
    assert.deepEqual(
      (await targets.list("ada")).map(({ state }) => state.url),
      ["https://second.example"],
    );
  });

  test("loses none of 20 that are put at once under one id", async (targets) => {
    const put = () =>
      targets.put("ada", "a", (before) =>
        PushTarget.restore({
          ...aPushTarget({ id: "a" }).state,
          createdAt: new Date((before?.state.createdAt.getTime() ?? 0) + 1),
        }),
      );
    await Promise.all(Array.from({ length: 20 }, put));
    assert.deepEqual(
      (await targets.list("ada")).map(({ state }) => state.createdAt.getTime()),
      [20],
    );
  });

  test("changes nothing when the change throws", async (targets) => {
    const given = await added(targets, aPushTarget());
    const refusal = new Error("no");
    const refuse = (): never => {
      throw refusal;
    };
    await assert.rejects(targets.put("ada", given.state.id, refuse), refusal);
    await assert.rejects(targets.put("ada", "another", refuse), refusal);
    await assert.rejects(targets.update("ada", given.state.id, refuse), refusal);
    assert.deepEqual(
      (await targets.list("ada")).map(({ state }) => state),
      [given.state],
    );
  });

  test("lists all of a user newest first, then by id, and tells where to push: not to those that are gone", async (targets) => {
    const [b, a, c, gone] = [
      aPushTarget({ id: "b", createdAt: on(1), channel: "webhook" }),
      aPushTarget({ id: "a", createdAt: on(1) }),
      aPushTarget({ id: "c", createdAt: on(2), channel: "web_push" }),
      aPushTarget({ id: "d", createdAt: on(3), goneSince: on(4) }),
    ];
    for (const each of [b, a, c, gone]) await added(targets, each);
    assert.deepEqual(ids(await targets.list("ada")), ["d", "c", "a", "b"]);
    assert.deepEqual(await targets.targetsOf("ada"), [
      { id: "c", channel: "web_push" },
      { id: "a", channel: "ntfy" },
      { id: "b", channel: "webhook" },
    ]);
    await targets.update("ada", "c", (before) => before.gone(on(5)));
    assert.deepEqual((await targets.get("ada", "c"))?.state.goneSince, on(5));
    assert.equal((await targets.targetsOf("ada")).length, 2);
  });

  test("removes one, once", async (targets) => {
    for (const id of ["a", "b"]) await added(targets, aPushTarget({ id }));
    assert.equal(await targets.remove("ada", "a"), true);
    assert.equal(await targets.remove("ada", "a"), false);
    assert.deepEqual(ids(await targets.list("ada")), ["b"]);
  });

  test("keeps nothing that its caller still holds", async (targets) => {
    const given = await added(targets, aPushTarget({ createdAt: on(1) }));
    given.state.createdAt.setTime(0);
    (await targets.get("ada", given.state.id))?.state.createdAt.setTime(0);
    (await targets.list("ada"))[0]?.state.createdAt.setTime(0);
    assert.deepEqual((await targets.get("ada", given.state.id))?.state.createdAt, on(1));
  });
}
