import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { IdempotencyRecord } from "../../../src/domain/idempotency/idempotency-record.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import {
  aConversation,
  aMemory,
  aLiveConversation,
  anActionItem,
  anApiKey,
  anApp,
  anInstallation,
  anExtractedMemory,
  aPushTarget,
  aSummary,
  withTranscript,
} from "../../../src/testing/index.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const now = new Date("2026-03-02T10:00:00.000Z");

describe("SQLite: erasure from the database files", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let store: Store;
  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    store = await openSqliteStore({ directory: folder.path });
    await Promise.all(Array.from({ length: 50 }, (_, index) => insert(`bystander-${index}`)));
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  const insert = (canary: string, id = canary) =>
    store.conversations.insertOrGet(
      withTranscript(
        aConversation({ id, summary: aSummary({ title: `title ${canary}`, overview: `${canary} `.repeat(40) }) }),
        ...Array.from({ length: 30 }, (_, index) => `${canary} said ${index} `.repeat(10)),
      ),
    );
  /** Every byte of every file of the data directory. */
  const bytes = async () => {
    const files = await readdir(folder.path);
    return Buffer.concat(await Promise.all(files.map((file) => readFile(join(folder.path, file)))));
  };
  const holds = async (text: string) => (await bytes()).includes(text);

  it("removes a deleted conversation and its transcript at once", async () => {
    await insert("canary", "id");
    expect(await holds("canary")).to.equal(true);
    await store.conversations.deleteWithTombstone("ada", "id");
    expect(await holds("canary")).to.equal(false);
    expect(await holds("bystander-7 said")).to.equal(true);
  });

  it("removes a deleted live session with its speaker names", async () => {
    const hear = (index: number) =>
      store.conversations.appendSegments("ada", "id", undefined, (before) => {
        const said = { text: `canary said ${index} `.repeat(10), start: 0, end: 1, speaker: `canary ${index}` };
        return (before ?? aLiveConversation(now, { id: "id" })).appendSegments({ segments: [said] }, [], now);
      });
    for (let index = 0; index < 60; index += 1) {
      await hear(index);
      if (index % 7 === 0) await insert(`beside ${index}`);
    }
    expect(await holds("canary")).to.equal(true);
    await store.conversations.deleteWithTombstone("ada", "id");
    expect(await holds("canary")).to.equal(false);
  });

  it("removes earlier versions of an edited conversation", async () => {
    await insert("first-words", "id");
    for (const title of ["second-words ".repeat(35), "third-words"]) {
      await store.conversations.update("ada", "id", (before) => before.edit({ title }, now));
      await insert(`beside ${title}`);
    }
    await store.conversations.deleteWithTombstone("ada", "id");
    for (const words of ["first-words said", "title first-words"]) expect(await holds(words), words).to.equal(false);
    const left = (await bytes()).toString("latin1").match(/"title":"third-words"/g);
    expect(left).to.equal(null);
  });

  it("removes action items that are deleted, no longer extracted or detached", async () => {
    const items = ["canary-a", "canary-b", "canary-c", "canary-d"].map((word, index) =>
      anActionItem({ id: `item-${index}`, description: `Feed the ${word} `.repeat(10) }),
    );
    await store.actionItems.replaceExtracted("ada", "conversation", items, 1);
    await store.actionItems.deleteWithTombstone("ada", "item-0");
    expect(await holds("canary-a")).to.equal(false);
    await store.actionItems.replaceExtracted("ada", "conversation", items.slice(2), 1);
    expect(await holds("canary-b")).to.equal(false);
    await store.actionItems.update("ada", "item-2", (before) => before.setCompleted(true, now));
    await store.actionItems.detachFromConversation("ada", "conversation", now);
    expect(await holds("canary-c")).to.equal(true);
    expect(await holds("canary-d")).to.equal(false);
  });

  it("removes earlier versions of an edited action item", async () => {
    await store.actionItems.insertAll("ada", [anActionItem({ id: "item", description: "Feed the canary" })]);
    await store.actionItems.update("ada", "item", (before) => before.edit({ description: "Feed the parrot" }, now));
    await store.actionItems.deleteWithTombstone("ada", "item");
    for (const bird of ["canary", "parrot"]) expect(await holds(bird), bird).to.equal(false);
  });

  it("removes stored responses that contain deleted data", async () => {
    for (const shown of ["conversation", "other"]) {
      const input = { id: `call-${shown}`, userId: "ada", fingerprint: "same", seed: "seed" };
      const { state } = await store.idempotencyRecords.put("ada", input.id, () =>
        IdempotencyRecord.start(undefined, input, now, 1_000),
      );
      const answer = `canary-${shown} `.repeat(20);
      await store.idempotencyRecords.update("ada", input.id, (call) =>
        call.complete(state.lease.fence, answer, [shown]),
      );
    }
    await store.idempotencyRecords.removeResponsesContaining("ada", ["conversation"], now);
    expect(await holds("canary-conversation")).to.equal(false);
    expect(await holds("canary-other")).to.equal(true);
  });

  it("keeps no response of a running request that contains data deleted meanwhile", async () => {
    await store.memories.addOrGet("ada", [aMemory({ id: "memory" })], (existing) => existing);
    await store.actionItems.insertAll("ada", [anActionItem({ id: "item" })]);
    const input = { id: "call", userId: "ada", fingerprint: "same", seed: "seed" };
    for (const [shown, bury] of [
      ["memory", () => store.memories.deleteWithTombstone("ada", "memory", now)],
      ["item", () => store.actionItems.deleteWithTombstone("ada", "item")],
    ] as const) {
      const id = `call-${shown}`;
      const { state } = await store.idempotencyRecords.put("ada", id, () =>
        IdempotencyRecord.start(undefined, { ...input, id }, now, 1_000),
      );
      await bury();
      await store.idempotencyRecords.removeResponsesContaining("ada", [shown], now);
      await store.idempotencyRecords.update("ada", id, (call) =>
        call.complete(state.lease.fence, "canary", ["other", shown]),
      );
      expect(await holds("canary")).to.equal(false);
    }
  });

  it("removes memories that are deleted, no longer extracted or detached", async () => {
    const memories = ["canary-a", "canary-b", "canary-c", "canary-d"].map((word, index) =>
      anExtractedMemory({ id: `memory-${index}`, content: `Ada feeds the ${word} `.repeat(10) }),
    );
    await store.memories.replaceExtracted("ada", "conversation", memories, 1, now);
    await store.memories.deleteWithTombstone("ada", "memory-0", now);
    expect(await holds("canary-a")).to.equal(false);
    await store.memories.replaceExtracted("ada", "conversation", memories.slice(2), 1, now);
    expect(await holds("canary-b")).to.equal(false);
    await store.memories.update("ada", "memory-2", (before) => before.edit({ tags: ["mine"] }, now));
    await store.memories.detachFromConversation("ada", "conversation", now);
    expect(await holds("canary-c")).to.equal(true);
    expect(await holds("canary-d")).to.equal(false);
  });

  it("removes a revoked API key", async () => {
    await store.apiKeys.add(anApiKey({ id: "key", name: "canary", digest: "d1ge5t" }));
    await store.apiKeys.remove("ada", "key");
    expect(await holds("canary")).to.equal(false);
  });

  it("removes a deleted app with its earlier names", async () => {
    await store.apps.add(anApp({ id: "app", name: "canary" }));
    await store.apps.update("ada", "app", (before) =>
      before.edit({ name: "Pelican" }, now, { isPlainHttpAllowed: false }),
    );
    await store.installations.put("bob", "app", () => anInstallation({ appId: "app", userId: "bob" }));
    await store.apps.remove("ada", "app");
    for (const word of ["canary", "Pelican"]) expect(await holds(word), word).to.equal(false);
  });

  it("removes a deleted push target with its earlier URLs", async () => {
    const put = (url: string) => store.pushTargets.put("ada", "target", () => aPushTarget({ id: "target", url }));
    await put("https://ntfy.example/canary");
    await put("https://ntfy.example/pelican");
    await store.pushTargets.remove("ada", "target");
    for (const word of ["canary", "pelican"]) expect(await holds(word), word).to.equal(false);
  });

  it("completes shortly after a concurrent read transaction ends", async () => {
    await insert("canary", "id");
    const reader = new DatabaseSync(join(folder.path, "mneme.db"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM conversations").get();
    await store.conversations.deleteWithTombstone("ada", "id");
    expect(await store.conversations.get("ada", "id")).to.equal(undefined);
    await insert("written meanwhile");
    await sleep(300);
    expect(await holds("canary")).to.equal(true);
    reader.exec("COMMIT");
    await waitUntil(async () => !(await holds("canary")));
    reader.close();
  });

  it("completes at the next start when the store was closed before", async () => {
    await insert("canary", "id");
    const reader = new DatabaseSync(join(folder.path, "mneme.db"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM conversations").get();
    await store.conversations.deleteWithTombstone("ada", "id");
    await store.close();
    expect(await holds("canary")).to.equal(true);
    reader.exec("COMMIT");
    store = await openSqliteStore({ directory: folder.path });
    expect(await holds("canary")).to.equal(false);
    reader.close();
  });

  it("removes all deleted data after 600 random changes", async () => {
    const random = sequence();
    const live: string[] = [];
    const gone: string[] = [];
    for (let step = 0; step < 600; step += 1) {
      const chance = random(10);
      const index = random(live.length);
      const canary = live[index];
      if (chance < 4 || canary === undefined) {
        live.push(`canary${step}x`);
        await insert(`canary${step}x`, `id-${step}`);
      } else if (chance < 8) {
        const title = `${canary} `.repeat(1 + random(40)).slice(0, 500);
        await store.conversations.update("ada", idOf(canary), (before) => before.edit({ title }, now));
      } else {
        live.splice(index, 1);
        gone.push(canary);
        await store.conversations.deleteWithTombstone("ada", idOf(canary));
      }
    }
    const left = (await bytes()).toString("latin1");
    expect(gone.length).to.be.greaterThan(50);
    expect(gone.filter((canary) => left.includes(canary))).to.deep.equal([]);
    expect(live.filter((canary) => !left.includes(canary))).to.deep.equal([]);
  });
});

const idOf = (canary: string) => canary.replace("canary", "id-").replace("x", "");

/** The same numbers in every run. */
function sequence(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return below === 0 ? 0 : (state >> 8) % below;
  };
}
