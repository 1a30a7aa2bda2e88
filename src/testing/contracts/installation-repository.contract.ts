import assert from "node:assert/strict";
import type { App } from "../../domain/app.js";
import type { Installation, InstallationState } from "../../domain/installation.js";
import type { Store } from "../../ports/driven/store.js";
import { anApp, anInstallation } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

/** Apps and their installations, over one place where they are kept. */
type Kept = Pick<Store, "apps" | "installations">;

const on = (day: number) => new Date(Date.UTC(2026, 2, day));

/** What every InstallationRepository keeps, beside the AppRepository of the same store. */
export function installationRepositoryContract({ it }: Registrar, open: Open<Kept>): void {
  const test = (title: string, body: (kept: Kept) => Promise<void>) => it(title, withSubject(open, body));

  test("keeps an installation exactly as it was given, and answers it with its app", async (kept) => {
    const app = await added(kept, anApp({ ownerId: "bob" }));
    const given = await installed(kept, app, { grants: app.state.askedScopes, keyedChanges: ["call"] });
    const found = await kept.installations.get("ada", app.state.id);
    assert.deepEqual(found?.installation.state, given.state);
    assert.deepEqual(found.app.state, app.state);
    assert.deepEqual(states(await kept.installations.findByUser("ada")), [[given.state, app.state]]);
  });

  test("installs nothing that is not there", async ({ installations }) => {
    const put = installations.put("ada", "nowhere", () => anInstallation({ appId: "nowhere" }));
    assert.equal(await put, undefined);
    assert.equal(await installations.get("ada", "nowhere"), undefined);
    assert.deepEqual(await installations.findByUser("ada"), []);
  });

  test("shows what is there already to who installs it again", async (kept) => {
    const app = await added(kept);
    const first = await installed(kept, app, { installedAt: on(1) });
    const seen: unknown[] = [];
    const again = await kept.installations.put("ada", app.state.id, (before) => {
      seen.push(before?.state);
      return before ?? anInstallation({ appId: app.state.id });
    });
    assert.deepEqual(seen, [first.state]);
    assert.deepEqual(again?.state, first.state);
  });

  test("makes one of 20 installations that come at once", async (kept) => {
    const app = await added(kept);
    const install = (_: unknown, day: number) =>
      kept.installations.put(
        "ada",
        app.state.id,
        (before) => before ?? anInstallation({ appId: app.state.id, installedAt: on(day) }),
      );
    const all = await Promise.all(Array.from({ length: 20 }, install));
    assert.equal(new Set(all.map((each) => each?.state.installedAt.getTime())).size, 1);
    assert.equal((await kept.installations.findByUser("ada")).length, 1);
  });

  test("changes one that is there, and none that is not", async (kept) => {
    const app = await added(kept);
    await installed(kept, app);
    const grant = (before: Installation) => before.grant(app, ["user_facts"], on(3));
    assert.equal(await kept.installations.update("bob", app.state.id, grant), undefined);
    assert.equal(await kept.installations.update("ada", "nowhere", grant), undefined);
    const changed = await kept.installations.update("ada", app.state.id, grant);
    assert.deepEqual(changed?.grantedTo(app), ["user_facts"]);
    assert.deepEqual((await kept.installations.get("ada", app.state.id))?.installation.state, changed.state);
  });

  test("loses none of 20 changes at once", async (kept) => {
    const app = await added(kept);
    await installed(kept, app, { updatedAt: new Date(0) });
    const increment = () =>
      kept.installations.update("ada", app.state.id, (before) =>
        before.grant(app, [], new Date(before.state.updatedAt.getTime() + 1)),
      );
    await Promise.all(Array.from({ length: 20 }, increment));
    const found = await kept.installations.get("ada", app.state.id);
    assert.equal(found?.installation.state.updatedAt.getTime(), 20);
  });

  test("changes nothing when the change throws", async (kept) => {
    const app = await added(kept);
    const given = await installed(kept, app);
    const refusal = new Error("no");
    const refuse = (): never => {
      throw refusal;
    };
    await assert.rejects(kept.installations.update("ada", app.state.id, refuse), refusal);
    await assert.rejects(kept.installations.put("ada", app.state.id, refuse), refusal);
    await assert.rejects(kept.installations.put("bob", app.state.id, refuse), refusal);
    assert.deepEqual((await kept.installations.get("ada", app.state.id))?.installation.state, given.state);
    assert.equal(await kept.installations.get("bob", app.state.id), undefined);
  });

  test("lists all that a user has, newest first, then by app, each with its app as it is now", async (kept) => {
    const [first, second, third] = [await added(kept), await added(kept), await added(kept)];
    await installed(kept, second, { installedAt: on(2) });
    await installed(kept, third, { installedAt: on(1) });
    await installed(kept, first, { installedAt: on(1) });
    await installed(kept, first, { userId: "bob" });
    const disabled = await kept.apps.update("ada", second.state.id, (before) => before.disable("owner", on(3)));
    const listed = await kept.installations.findByUser("ada");
    assert.deepEqual(
      listed.map(({ app }) => app.state.id),
      [second.state.id, first.state.id, third.state.id],
    );
    assert.deepEqual(listed[0]?.app.state, disabled?.state);
    assert.equal((await kept.installations.findByUser("bob")).length, 1);
    assert.deepEqual(await kept.installations.findByUser("eve"), []);
  });

  test("removes an installation of its user alone", async (kept) => {
    const app = await added(kept);
    await installed(kept, app);
    await installed(kept, app, { userId: "bob" });
    assert.equal(await kept.installations.remove("eve", app.state.id), false);
    assert.equal(await kept.installations.remove("ada", app.state.id), true);
    assert.equal(await kept.installations.remove("ada", app.state.id), false);
    assert.equal(await kept.installations.get("ada", app.state.id), undefined);
    assert.equal((await kept.installations.findByUser("bob")).length, 1);
    assert.ok(await kept.apps.get(app.state.id));
  });

  test("goes with its app, which tells whose it was", async (kept) => {
    const [gone, left] = [await added(kept), await added(kept)];
    for (const userId of ["ada", "bob"]) await installed(kept, gone, { userId });
    for (const userId of ["bob", "eve"]) await installed(kept, left, { userId });
    assert.deepEqual((await kept.apps.remove("ada", gone.state.id))?.toSorted(), ["ada", "bob"]);
    assert.equal(await kept.installations.get("ada", gone.state.id), undefined);
    assert.deepEqual(await kept.installations.findByUser("ada"), []);
    assert.deepEqual(
      (await kept.installations.findByUser("bob")).map(({ app }) => app.state.id),
      [left.state.id],
    );
    await kept.apps.add(anApp({ id: gone.state.id }));
    assert.equal(await kept.installations.get("ada", gone.state.id), undefined);
  });

  test("keeps nothing that its caller still holds", async (kept) => {
    const app = await added(kept);
    const given = await installed(kept, app, { installedAt: on(1) });
    given.state.installedAt.setTime(0);
    (await kept.installations.get("ada", app.state.id))?.installation.state.installedAt.setTime(0);
    const [found] = await kept.installations.findByUser("ada");
    assert.deepEqual(found?.installation.state.installedAt, on(1));
  });
}

async function added({ apps }: Kept, app = anApp()): Promise<App> {
  await apps.add(app);
  return app;
}

async function installed(
  { installations }: Kept,
  { state: { id: appId } }: App,
  with_: Partial<InstallationState> = {},
): Promise<Installation> {
  const given = anInstallation({ appId, ...with_ });
  assert.ok(await installations.put(given.state.userId, appId, () => given));
  return given;
}

const states = (all: Awaited<ReturnType<Kept["installations"]["findByUser"]>>) =>
  all.map(({ installation, app }) => [installation.state, app.state]);
