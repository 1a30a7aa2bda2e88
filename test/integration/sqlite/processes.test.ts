import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import {
  aConversation,
  aLiveConversation,
  anUnprocessedConversation,
  aNotification,
  aPiece,
  aSummary,
  recorded,
} from "../../../src/testing/index.js";
import { acknowledgedFile, readAcknowledged, run, start } from "../../support/processes.js";
import { temporaryFolder } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

describe("SQLite: processes on one file", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: Store;
  beforeEach(async () => {
    folder = await temporaryFolder();
    store = await openSqliteStore({ directory: folder.path });
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  const inThreeProcesses = (task: string) => Promise.all([1, 2, 3].map(() => run(folder.path, task)));

  it("insert the same ids once", async () => {
    const inserted = (await inThreeProcesses("insert 50 of the same ids")) as number[];
    expect(inserted.reduce((sum, count) => sum + count, 0)).to.equal(50);
    expect(await store.conversations.count("ada", {})).to.equal(50);
  });

  it("claim each piece of work once", async () => {
    const work = Array.from({ length: 60 }, (_, index) =>
      anUnprocessedConversation(new Date("2026-03-02T08:00:00.000Z"), { id: `work-${index}` }),
    );
    await Promise.all(work.map((conversation) => store.conversations.insertOrGet(recorded(conversation))));
    const shares = (await inThreeProcesses("claim all that is due")) as string[][];
    expect(shares.flat().sort()).to.deep.equal(work.map(({ state }) => state.id).sort());
  });

  it("lose none of their changes", async () => {
    await store.conversations.insertOrGet(
      recorded(aConversation({ id: "counter", summary: aSummary({ title: "0" }) })),
    );
    await inThreeProcesses("increment 50 times");
    expect((await store.conversations.get("ada", "counter"))?.summary.title).to.equal("150");
  });

  it("remember a content once, and each hears of what the others remember", async () => {
    const { cursor } = await store.memories.changesSince("ada");
    const answers = (await inThreeProcesses("remember the same 100 contents")) as string[][];
    const idsOf = (each: readonly string[]) => each.map((answer) => answer.replace(/ .*/, ""));
    expect(answers.flat().filter((answer) => answer.endsWith("added"))).to.have.length(100);
    const ids = idsOf(answers[0] ?? []);
    expect(new Set(ids).size).to.equal(100);
    for (const other of answers) expect(idsOf(other)).to.deep.equal(ids);
    const { upserts, deletes } = await store.memories.changesSince("ada", cursor);
    expect(upserts.map(({ id }) => id).sort()).to.deep.equal(ids.toSorted());
    expect(deletes).to.deep.equal([]);
  });

  it("let one of 500 through a guard", async () => {
    const passed = (await Promise.all(
      [1, 2, 3, 4].map(() => run(folder.path, "pass the guard 125 times")),
    )) as number[];
    expect(passed.toSorted()).to.deep.equal([0, 0, 0, 1]);
  });

  it("see pages that are right after another's change", async () => {
    const other = await openSqliteStore({ directory: folder.path });
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
    for (let minute = 0; minute < 20; minute += 1) {
      await store.conversations.insertOrGet(recorded(aConversation({ id: `c${minute}`, createdAt: at(minute) })));
    }
    const page = async () =>
      (await store.conversations.list("ada", {}, { limit: 2, offset: 10 })).map(({ state }) => state.id);
    expect(await page()).to.deep.equal(["c9", "c8"]);
    await other.conversations.deleteWithTombstone("ada", "c15");
    expect(await page()).to.deep.equal(["c8", "c7"]);
    await other.close();
  });

  it("lose nothing that was acknowledged when one is killed", async () => {
    const acknowledged: string[] = [];
    const child = start(folder.path, "insert for ever");
    child.on("message", (id: string) => {
      acknowledged.push(id);
      if (acknowledged.length === 300) child.kill("SIGKILL");
    });
    await once(child, "close");
    for (const id of acknowledged) {
      expect(await store.conversations.get("ada", id), id).not.to.equal(undefined);
      expect((await store.conversations.transcripts("ada", [id])).size, id).to.equal(1);
    }
    expect(acknowledged).to.have.length.at.least(300);
  });

  describe("add to live sessions", () => {
    const inFourProcesses = (task: string) => Promise.all([1, 2, 3, 4].map(() => run(folder.path, task)));
    const textsOf = async (id: string) => {
      const segments = await store.conversations.segmentsBetween("ada", id, 0, 1_000);
      expect(segments.map((segment) => segment.id)).to.deep.equal(segments.map((_, place) => `${id}-${place}`));
      expect((await store.conversations.get("ada", id))?.state.live?.segments).to.equal(segments.length);
      return segments.map(({ text }) => text);
    };

    it("what all of them say once, what each of them says too, and of rivals one for each place", async () => {
      const answers = (await inFourProcesses("add the same 50 pieces, and 50 of its own")) as string[][];
      expect(await textsOf("shared")).to.deep.equal(Array.from({ length: 50 }, (_, place) => `word ${place}`));
      const own = await textsOf("own");
      expect([own.length, new Set(own).size]).to.deep.equal([200, 200]);
      const taken = answers.flat().filter((answer) => answer !== "taken" && answer !== "refused");
      expect((await textsOf("rival")).toSorted()).to.deep.equal(taken.toSorted());
      expect(taken).to.have.length(50);
    });

    it("and finish those that are silent once, and hand on what is new once", async () => {
      const names = Array.from({ length: 60 }, (_, index) => `live-${index}`);
      const at = new Date("2026-03-02T09:00:00.000Z");
      await Promise.all(
        names.map((id) =>
          store.conversations.appendSegments("ada", id, undefined, () =>
            aLiveConversation(at, { id }).appendSegments(aPiece(0, "one"), [], at),
          ),
        ),
      );
      const flushed = (await inFourProcesses("claim all that is new")) as string[][];
      expect(flushed.flat().sort()).to.deep.equal(names.toSorted());
      const finished = (await inFourProcesses("claim all that is silent")) as string[][];
      expect(finished.flat().sort()).to.deep.equal(names.map((id) => `${id} processing 1`).sort());
    });

    it("and lose no acknowledged piece and double none when one is killed", async () => {
      for (let round = 0; round < 5; round += 1) {
        await rm(acknowledgedFile(folder.path), { force: true });
        const child = start(folder.path, "add pieces for ever");
        const closed = once(child, "close");
        await until(async () => {
          const pieces = await readAcknowledged(folder.path);
          return pieces.length >= 40 + round * 37 && new Map(pieces).size === 4;
        });
        child.kill("SIGKILL");
        await closed;
        const acknowledged = new Map(await readAcknowledged(folder.path));
        expect(acknowledged.size).to.equal(4);
        for (const [session, segments] of acknowledged) {
          const texts = await textsOf(session);
          expect(texts).to.deep.equal(texts.map((_, place) => `word ${place}`));
          expect(texts.length).to.be.within(segments, segments + 1);
        }
      }
    });
  });

  it("find the latest revisions of what others have written, also after an own write", async () => {
    const other = await openSqliteStore({ directory: folder.path });
    const users = ["ada", "bob"];
    const latest = async () => [...(await store.notifications.latestRevisions(users)).values()];
    expect(await latest()).to.deep.equal([0, 0]);
    await other.notifications.add(aNotification({ id: "a" }));
    expect(await latest()).to.deep.equal([1, 0]);
    await store.notifications.add(aNotification({ id: "b", userId: "bob" }));
    await other.notifications.add(aNotification({ id: "c" }));
    expect(await latest()).to.deep.equal([2, 1]);
    expect(await latest()).to.deep.equal([2, 1]);
    await other.close();
  });

  it("leave the log to whoever has it open, though another store of the same process opens and closes it", async () => {
    const another = await openSqliteStore({ directory: folder.path });
    for (const each of [store, another]) each.dataVersions?.current("ada");
    for (const close of [() => undefined, () => another.close()]) {
      await close();
      // Whoever is alone with the file when it ends takes the log away.
      await run(folder.path, "insert 50 of the same ids");
      expect(readdirSync(folder.path)).to.include("mneme.db-wal");
    }
    await store.conversations.insertOrGet(recorded(aConversation({ id: "ours" })));
    const theirs = await run(folder.path, "insert 50 of the same ids");
    expect(theirs).to.equal(0);
    expect(await store.conversations.count("ada", {})).to.equal(51);
  });

  it("let go of the file when closed, and end by themselves", async () => {
    await run(folder.path, "nothing");
    const another = await openSqliteStore({ directory: folder.path });
    const written = another.conversations.insertOrGet(recorded(aConversation({ id: "last" })));
    await store.close();
    await another.close();
    expect((await written).outcome).to.equal("inserted");
    const open = readdirSync("/proc/self/fd").flatMap((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        return [];
      }
    });
    expect(open.filter((path) => path.startsWith(folder.path))).to.deep.equal([]);
    expect(readdirSync(folder.path)).to.deep.equal(["mneme.db"]);
    store = await openSqliteStore({ directory: folder.path });
    expect(await store.conversations.get("ada", "last")).not.to.equal(undefined);
  });
});
