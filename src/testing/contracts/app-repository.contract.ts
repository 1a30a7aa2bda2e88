import assert from "node:assert/strict";
import type { App } from "../../domain/app.js";
import { DomainError } from "../../domain/errors.js";
import type { AppRepository } from "../../ports/driven/app-repository.js";
import { anApp } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

const whole = { limit: 100 };
const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const isConflict = (error: unknown) => error instanceof DomainError && error.kind === "conflict";
const secretOf = (digest: string) => ({ secretDigests: [{ digest, createdAt: on(1), expiresAt: null }] });

/** What every AppRepository keeps, whatever stores it; that installations go too is in their own contract. */
export function appRepositoryContract({ it }: Registrar, open: Open<AppRepository>): void {
  const test = (title: string, body: (apps: AppRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("keeps an app exactly as it was given, whoever asks for it by its id", async (apps) => {
    const given = [
      anApp({ disabledBecause: "gone", disabledSince: on(2), failingSince: on(1), keyedChanges: ["call"] }),
      anApp({ externalIntegration: null, capabilities: [], askedScopes: [], scopeEdition: 7 }),
      anApp().rotateSecret("another digest", on(3)).rotateSigningSecret("sealed", on(3)),
      ...awkwardTexts.map((text) => anApp({ name: text, description: text })),
    ];
    for (const app of given) await apps.add(app);
    for (const { state } of given) assert.deepEqual((await apps.get(state.id))?.state, state);
    assert.equal(await apps.get("nowhere"), undefined);
  });

  test("finds an app by the digest of a secret of its, of both while it is rotated", async (apps) => {
    const app = anApp({ id: "a", ...secretOf("first") });
    await apps.add(app);
    await apps.add(anApp({ ownerId: "bob", ...secretOf("his") }));
    assert.equal(await apps.findBySecretDigest("nothing"), undefined);
    assert.deepEqual((await apps.findBySecretDigest("first"))?.state, app.state);
    const rotated = await apps.update("ada", "a", (before) => before.rotateSecret("second", on(2)));
    for (const digest of ["first", "second"]) {
      assert.deepEqual((await apps.findBySecretDigest(digest))?.state, rotated?.state);
    }
    await apps.update("ada", "a", (before) => before.rotateSecret("third", on(3)));
    assert.equal(await apps.findBySecretDigest("first"), undefined);
    assert.equal((await apps.findBySecretDigest("third"))?.state.id, "a");
    assert.equal((await apps.findBySecretDigest("his"))?.state.ownerId, "bob");
  });

  test("refuses a second app of the same id, or one that knows the same secret, and keeps the first", async (apps) => {
    const first = anApp({ id: "a", ...secretOf("d") });
    await apps.add(first);
    await apps.add(anApp({ id: "b", ...secretOf("e") }));
    await assert.rejects(apps.add(anApp({ id: "a" })), isConflict);
    await assert.rejects(apps.add(anApp({ ownerId: "bob", id: "a" })), isConflict);
    await assert.rejects(apps.add(anApp({ ownerId: "bob", id: "c", ...secretOf("d") })), isConflict);
    assert.equal(await apps.get("c"), undefined);
    await assert.rejects(
      apps.update("ada", "b", (before) => before.rotateSecret("d", on(2))),
      isConflict,
    );
    assert.deepEqual((await apps.findBySecretDigest("d"))?.state, first.state);
    assert.equal((await apps.findBySecretDigest("e"))?.state.id, "b");
  });

  test("lets its owner alone change it", async (apps) => {
    const app = anApp({ id: "a" });
    await apps.add(app);
    assert.equal(await apps.update("bob", "a", (before) => before.disable("owner", on(2))), undefined);
    assert.equal(await apps.update("ada", "nowhere", (before) => before), undefined);
    assert.deepEqual((await apps.get("a"))?.state, app.state);
    const changed = await apps.update("ada", "a", (before) => before.disable("failing", on(2)));
    assert.deepEqual((await apps.get("a"))?.state, changed?.state);
    assert.equal(changed?.state.disabledBecause, "failing");
  });

  test("loses none of 20 changes at once", async (apps) => {
    await apps.add(anApp({ id: "a", name: "0" }));
    const increment = () => apps.update("ada", "a", plusOne);
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await apps.get("a"))?.state.name, "20");
  });

  test("changes nothing when the change throws", async (apps) => {
    const app = anApp();
    await apps.add(app);
    const refusal = new Error("no");
    const refused = apps.update("ada", app.state.id, () => {
      throw refusal;
    });
    await assert.rejects(refused, refusal);
    assert.deepEqual((await apps.get(app.state.id))?.state, app.state);
  });

  test("lists an owner's apps newest first, then by id, whole or in stretches", async (apps) => {
    for (const [id, day] of [
      ["b", 1],
      ["a", 1],
      ["c", 2],
      ["d", 3],
    ] as const) {
      await apps.add(anApp({ id, createdAt: on(day) }));
    }
    await apps.add(anApp({ ownerId: "bob" }));
    assert.deepEqual(ids(await apps.list("ada", whole)), ["d", "c", "a", "b"]);
    assert.equal(await apps.count("ada"), 4);
    assert.deepEqual(ids(await apps.list("ada", { limit: 2, offset: 1 })), ["c", "a"]);
    const after = anApp({ id: "c", createdAt: on(2) }).sortKey;
    await apps.remove("ada", "c");
    assert.deepEqual(ids(await apps.list("ada", { limit: 2, after })), ["a", "b"]);
    assert.deepEqual(ids(await apps.list("ada", { limit: 2, after, offset: 1 })), ["b"]);
    assert.deepEqual(await apps.list("eve", whole), []);
    assert.equal(await apps.count("eve"), 0);
  });

  test("removes an app for its owner: neither it nor its secrets are found any more", async (apps) => {
    await apps.add(anApp({ id: "a", ...secretOf("d") }));
    assert.equal(await apps.remove("bob", "a"), undefined);
    assert.deepEqual(await apps.remove("ada", "a"), []);
    assert.equal(await apps.remove("ada", "a"), undefined);
    assert.equal(await apps.get("a"), undefined);
    assert.equal(await apps.findBySecretDigest("d"), undefined);
    assert.deepEqual(await apps.list("ada", whole), []);
    await apps.add(anApp({ id: "b", ...secretOf("d") }));
    assert.equal((await apps.findBySecretDigest("d"))?.state.id, "b");
  });

  test("keeps nothing that its caller still holds", async (apps) => {
    const app = anApp({ createdAt: on(1) });
    await apps.add(app);
    app.state.createdAt.setTime(0);
    (await apps.get(app.state.id))?.state.createdAt.setTime(0);
    assert.deepEqual((await apps.list("ada", whole))[0]?.state.createdAt, on(1));
  });
}

/** Its name counts the changes. */
function plusOne(before: App): App {
  return before.edit({ name: String(Number(before.state.name) + 1) }, on(2), { allowsPlainHttp: false });
}

const ids = (apps: readonly App[]) => apps.map(({ state }) => state.id);
