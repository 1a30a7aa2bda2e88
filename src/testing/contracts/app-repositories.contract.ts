import assert from "node:assert/strict";
import type { App } from "../../domain/app/app.js";
import type { Installation, InstallationState } from "../../domain/app/installation.js";
import { DomainError } from "../../domain/errors.js";
import type { AppRepository } from "../../ports/driven/store/app-repositories.js";
import type { Store } from "../../ports/driven/store/store.js";
import { anApp, anInstallation } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { awkwardTexts } from "./awkward-texts.js";

const fullPage = { limit: 100 };
const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));
const isConflict = (error: unknown) => error instanceof DomainError && error.kind === "conflict";
const withSecretDigest = (digest: string) => ({
  secretDigests: [{ digest, createdAt: dayOfMarch(1), expiresAt: null }],
});

/** Guarantees of every AppRepository. `installationRepositoryContract` covers the deletion of installations. */
export function appRepositoryContract({ it }: TestFramework, open: Open<AppRepository>): void {
  const test = (title: string, body: (apps: AppRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("stores an app with every field unchanged and returns it by its ID", async (apps) => {
    const input = [
      anApp({
        disabledBecause: "gone",
        disabledSince: dayOfMarch(2),
        failingSince: dayOfMarch(1),
        keyedChanges: ["call"],
      }),
      anApp({ externalIntegration: null, capabilities: [], askedScopes: [], scopeEdition: 7 }),
      anApp().rotateSecret("another digest", dayOfMarch(3)).rotateSigningSecret("sealed", dayOfMarch(3)),
      ...awkwardTexts.map((text) => anApp({ name: text, description: text })),
    ];
    for (const app of input) await apps.add(app);
    for (const { state } of input) assert.deepEqual((await apps.get(state.id))?.state, state);
    assert.equal(await apps.get("nowhere"), undefined);
  });

  test("finds an app by its secret digest, and by the old and new digests after a rotation", async (apps) => {
    const app = anApp({ id: "a", ...withSecretDigest("first") });
    await apps.add(app);
    await apps.add(anApp({ ownerId: "bob", ...withSecretDigest("his") }));
    assert.equal(await apps.findBySecretDigest("nothing"), undefined);
    assert.deepEqual((await apps.findBySecretDigest("first"))?.state, app.state);
    const rotated = await apps.update("ada", "a", (current) => current.rotateSecret("second", dayOfMarch(2)));
    for (const digest of ["first", "second"]) {
      assert.deepEqual((await apps.findBySecretDigest(digest))?.state, rotated?.state);
    }
    await apps.update("ada", "a", (current) => current.rotateSecret("third", dayOfMarch(3)));
    assert.equal(await apps.findBySecretDigest("first"), undefined);
    assert.equal((await apps.findBySecretDigest("third"))?.state.id, "a");
    assert.equal((await apps.findBySecretDigest("his"))?.state.ownerId, "bob");
  });

  test("rejects an app with the ID or secret digest of another app, and keeps the first", async (apps) => {
    const first = anApp({ id: "a", ...withSecretDigest("d") });
    await apps.add(first);
    await apps.add(anApp({ id: "b", ...withSecretDigest("e") }));
    await assert.rejects(apps.add(anApp({ id: "a" })), isConflict);
    await assert.rejects(apps.add(anApp({ ownerId: "bob", id: "a" })), isConflict);
    await assert.rejects(apps.add(anApp({ ownerId: "bob", id: "c", ...withSecretDigest("d") })), isConflict);
    assert.equal(await apps.get("c"), undefined);
    await assert.rejects(
      apps.update("ada", "b", (current) => current.rotateSecret("d", dayOfMarch(2))),
      isConflict,
    );
    assert.deepEqual((await apps.findBySecretDigest("d"))?.state, first.state);
    assert.equal((await apps.findBySecretDigest("e"))?.state.id, "b");
  });

  test("lets only the owner update an app", async (apps) => {
    const app = anApp({ id: "a" });
    await apps.add(app);
    assert.equal(await apps.update("bob", "a", (current) => current.disable("owner", dayOfMarch(2))), undefined);
    assert.equal(await apps.update("ada", "nowhere", (current) => current), undefined);
    assert.deepEqual((await apps.get("a"))?.state, app.state);
    const changed = await apps.update("ada", "a", (current) => current.disable("failing", dayOfMarch(2)));
    assert.deepEqual((await apps.get("a"))?.state, changed?.state);
    assert.equal(changed?.state.disabledBecause, "failing");
  });

  test("loses none of 20 concurrent changes", async (apps) => {
    await apps.add(anApp({ id: "a", name: "0" }));
    const increment = () => apps.update("ada", "a", incrementName);
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await apps.get("a"))?.state.name, "20");
  });

  test("changes nothing when the update callback throws", async (apps) => {
    const app = anApp();
    await apps.add(app);
    const failure = new Error("no");
    const failedUpdate = apps.update("ada", app.state.id, () => {
      throw failure;
    });
    await assert.rejects(failedUpdate, failure);
    assert.deepEqual((await apps.get(app.state.id))?.state, app.state);
  });

  test("lists an owner's apps newest first, then by ID, in full or in pages", async (apps) => {
    for (const [id, day] of [
      ["b", 1],
      ["a", 1],
      ["c", 2],
      ["d", 3],
    ] as const) {
      await apps.add(anApp({ id, createdAt: dayOfMarch(day) }));
    }
    await apps.add(anApp({ ownerId: "bob" }));
    assert.deepEqual(idsOf(await apps.list("ada", fullPage)), ["d", "c", "a", "b"]);
    assert.equal(await apps.count("ada"), 4);
    assert.deepEqual(idsOf(await apps.list("ada", { limit: 2, offset: 1 })), ["c", "a"]);
    const after = anApp({ id: "c", createdAt: dayOfMarch(2) }).sortKey;
    await apps.remove("ada", "c");
    assert.deepEqual(idsOf(await apps.list("ada", { limit: 2, after })), ["a", "b"]);
    assert.deepEqual(idsOf(await apps.list("ada", { limit: 2, after, offset: 1 })), ["b"]);
    assert.deepEqual(await apps.list("eve", fullPage), []);
    assert.equal(await apps.count("eve"), 0);
  });

  test("removes an app for its owner only, after which neither its ID nor its secrets are found", async (apps) => {
    await apps.add(anApp({ id: "a", ...withSecretDigest("d") }));
    assert.equal(await apps.remove("bob", "a"), undefined);
    assert.deepEqual(await apps.remove("ada", "a"), []);
    assert.equal(await apps.remove("ada", "a"), undefined);
    assert.equal(await apps.get("a"), undefined);
    assert.equal(await apps.findBySecretDigest("d"), undefined);
    assert.deepEqual(await apps.list("ada", fullPage), []);
    await apps.add(anApp({ id: "b", ...withSecretDigest("d") }));
    assert.equal((await apps.findBySecretDigest("d"))?.state.id, "b");
  });

  test("is not affected when the caller mutates the objects it passed in or received", async (apps) => {
    const app = anApp({ createdAt: dayOfMarch(1) });
    await apps.add(app);
    app.state.createdAt.setTime(0);
    (await apps.get(app.state.id))?.state.createdAt.setTime(0);
    assert.deepEqual((await apps.list("ada", fullPage))[0]?.state.createdAt, dayOfMarch(1));
  });
}

/** Increments the number in the name of the app, to count changes. */
function incrementName(current: App): App {
  return current.edit({ name: String(Number(current.state.name) + 1) }, dayOfMarch(2), { isPlainHttpAllowed: false });
}

const idsOf = (apps: readonly App[]) => apps.map(({ state }) => state.id);

/** The repositories of apps and installations of one store. */
type AppStores = Pick<Store, "apps" | "installations">;

/** Guarantees of every InstallationRepository, together with the AppRepository of the same store. */
export function installationRepositoryContract({ it }: TestFramework, open: Open<AppStores>): void {
  const test = (title: string, body: (stores: AppStores) => Promise<void>) => it(title, withSubject(open, body));

  test("stores an installation with every field unchanged and returns it with its app", async (stores) => {
    const app = await addApp(stores, anApp({ ownerId: "bob" }));
    const installation = await installApp(stores, app, { grants: app.state.askedScopes, keyedChanges: ["call"] });
    const found = await stores.installations.get("ada", app.state.id);
    assert.deepEqual(found?.installation.state, installation.state);
    assert.deepEqual(found.app.state, app.state);
    assert.deepEqual(statesOf(await stores.installations.findByUser("ada")), [[installation.state, app.state]]);
  });

  test("does not install an unknown app", async ({ installations }) => {
    const put = installations.put("ada", "nowhere", () => anInstallation({ appId: "nowhere" }));
    assert.equal(await put, undefined);
    assert.equal(await installations.get("ada", "nowhere"), undefined);
    assert.deepEqual(await installations.findByUser("ada"), []);
  });

  test("passes the existing installation to the callback of a second put", async (stores) => {
    const app = await addApp(stores);
    const first = await installApp(stores, app, { installedAt: dayOfMarch(1) });
    const seenStates: unknown[] = [];
    const repeated = await stores.installations.put("ada", app.state.id, (current) => {
      seenStates.push(current?.state);
      return current ?? anInstallation({ appId: app.state.id });
    });
    assert.deepEqual(seenStates, [first.state]);
    assert.deepEqual(repeated?.state, first.state);
  });

  test("stores one installation for 20 concurrent puts", async (stores) => {
    const app = await addApp(stores);
    const install = (_: unknown, day: number) =>
      stores.installations.put(
        "ada",
        app.state.id,
        (current) => current ?? anInstallation({ appId: app.state.id, installedAt: dayOfMarch(day) }),
      );
    const results = await Promise.all(Array.from({ length: 20 }, install));
    assert.equal(new Set(results.map((result) => result?.state.installedAt.getTime())).size, 1);
    assert.equal((await stores.installations.findByUser("ada")).length, 1);
  });

  test("updates an existing installation and ignores an unknown one", async (stores) => {
    const app = await addApp(stores);
    await installApp(stores, app);
    const grantFacts = (current: Installation) => current.grant(app, ["user_facts"], dayOfMarch(3));
    assert.equal(await stores.installations.update("bob", app.state.id, grantFacts), undefined);
    assert.equal(await stores.installations.update("ada", "nowhere", grantFacts), undefined);
    const changed = await stores.installations.update("ada", app.state.id, grantFacts);
    assert.deepEqual(changed?.getGrantedScopes(app), ["user_facts"]);
    assert.deepEqual((await stores.installations.get("ada", app.state.id))?.installation.state, changed.state);
  });

  test("loses none of 20 concurrent changes", async (stores) => {
    const app = await addApp(stores);
    await installApp(stores, app, { updatedAt: new Date(0) });
    const increment = () =>
      stores.installations.update("ada", app.state.id, (current) =>
        current.grant(app, [], new Date(current.state.updatedAt.getTime() + 1)),
      );
    await Promise.all(Array.from({ length: 20 }, increment));
    const found = await stores.installations.get("ada", app.state.id);
    assert.equal(found?.installation.state.updatedAt.getTime(), 20);
  });

  test("changes nothing when the callback throws", async (stores) => {
    const app = await addApp(stores);
    const installation = await installApp(stores, app);
    const failure = new Error("no");
    const throwFailure = (): never => {
      throw failure;
    };
    await assert.rejects(stores.installations.update("ada", app.state.id, throwFailure), failure);
    await assert.rejects(stores.installations.put("ada", app.state.id, throwFailure), failure);
    await assert.rejects(stores.installations.put("bob", app.state.id, throwFailure), failure);
    assert.deepEqual((await stores.installations.get("ada", app.state.id))?.installation.state, installation.state);
    assert.equal(await stores.installations.get("bob", app.state.id), undefined);
  });

  test("lists a user's installations newest first, then by app ID, with the current app", async (stores) => {
    const [first, second, third] = [await addApp(stores), await addApp(stores), await addApp(stores)];
    await installApp(stores, second, { installedAt: dayOfMarch(2) });
    await installApp(stores, third, { installedAt: dayOfMarch(1) });
    await installApp(stores, first, { installedAt: dayOfMarch(1) });
    await installApp(stores, first, { userId: "bob" });
    const disabled = await stores.apps.update("ada", second.state.id, (current) =>
      current.disable("owner", dayOfMarch(3)),
    );
    const installedApps = await stores.installations.findByUser("ada");
    assert.deepEqual(
      installedApps.map(({ app }) => app.state.id),
      [second.state.id, first.state.id, third.state.id],
    );
    assert.deepEqual(installedApps[0]?.app.state, disabled?.state);
    assert.equal((await stores.installations.findByUser("bob")).length, 1);
    assert.deepEqual(await stores.installations.findByUser("eve"), []);
  });

  test("removes only the given user's installation", async (stores) => {
    const app = await addApp(stores);
    await installApp(stores, app);
    await installApp(stores, app, { userId: "bob" });
    assert.equal(await stores.installations.remove("eve", app.state.id), false);
    assert.equal(await stores.installations.remove("ada", app.state.id), true);
    assert.equal(await stores.installations.remove("ada", app.state.id), false);
    assert.equal(await stores.installations.get("ada", app.state.id), undefined);
    assert.equal((await stores.installations.findByUser("bob")).length, 1);
    assert.ok(await stores.apps.get(app.state.id));
  });

  test("is removed with its app, whose removal returns the affected user IDs", async (stores) => {
    const [removedApp, remainingApp] = [await addApp(stores), await addApp(stores)];
    for (const userId of ["ada", "bob"]) await installApp(stores, removedApp, { userId });
    for (const userId of ["bob", "eve"]) await installApp(stores, remainingApp, { userId });
    assert.deepEqual((await stores.apps.remove("ada", removedApp.state.id))?.toSorted(), ["ada", "bob"]);
    assert.equal(await stores.installations.get("ada", removedApp.state.id), undefined);
    assert.deepEqual(await stores.installations.findByUser("ada"), []);
    assert.deepEqual(
      (await stores.installations.findByUser("bob")).map(({ app }) => app.state.id),
      [remainingApp.state.id],
    );
    await stores.apps.add(anApp({ id: removedApp.state.id }));
    assert.equal(await stores.installations.get("ada", removedApp.state.id), undefined);
  });

  test("is not affected when the caller mutates the objects it passed in or received", async (stores) => {
    const app = await addApp(stores);
    const installation = await installApp(stores, app, { installedAt: dayOfMarch(1) });
    installation.state.installedAt.setTime(0);
    (await stores.installations.get("ada", app.state.id))?.installation.state.installedAt.setTime(0);
    const [found] = await stores.installations.findByUser("ada");
    assert.deepEqual(found?.installation.state.installedAt, dayOfMarch(1));
  });
}

async function addApp({ apps }: AppStores, app = anApp()): Promise<App> {
  await apps.add(app);
  return app;
}

async function installApp(
  { installations }: AppStores,
  { state: { id: appId } }: App,
  overrides: Partial<InstallationState> = {},
): Promise<Installation> {
  const installation = anInstallation({ appId, ...overrides });
  assert.ok(await installations.put(installation.state.userId, appId, () => installation));
  return installation;
}

const statesOf = (results: Awaited<ReturnType<AppStores["installations"]["findByUser"]>>) =>
  results.map(({ installation, app }) => [installation.state, app.state]);
