import { once } from "node:events";
import { rm } from "node:fs/promises";
import { expect } from "chai";
import type { Store } from "../../../../src/ports/index.js";
import {
  aConversation,
  aLiveConversation,
  anUnprocessedConversation,
  aPiece,
  aSummary,
  recorded,
} from "../../../../src/testing/index.js";
import { acknowledgedFile, readAcknowledged, run, start } from "../../processes.js";
import type { ServicePlace } from "../../service-place.js";
import { useOpenStore, type UseBackend } from "../../service-stores.js";
import { until } from "../../waiting.js";

/** What several processes that write to one store at the same time rely on. */
export function storeProcesses(useBackend: UseBackend): void {
  describe("processes on one store", () => {
    const opened = useOpenStore(useBackend());
    let store: Store;
    let place: ServicePlace;
    beforeEach(() => {
      ({ store, place } = opened());
    });

    const inThreeProcesses = (task: string) => Promise.all([1, 2, 3].map(() => run(place, task)));

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
      const passed = (await Promise.all([1, 2, 3, 4].map(() => run(place, "pass the guard 125 times")))) as number[];
      expect(passed.toSorted()).to.deep.equal([0, 0, 0, 1]);
    });

    it("lose nothing that was acknowledged when one is killed", async () => {
      const acknowledged: string[] = [];
      const child = start(place, "insert for ever");
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
      const inFourProcesses = (task: string) => Promise.all([1, 2, 3, 4].map(() => run(place, task)));
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
          await rm(acknowledgedFile(place.directory), { force: true });
          const child = start(place, "add pieces for ever");
          const closed = once(child, "close");
          await until(async () => {
            const pieces = await readAcknowledged(place.directory);
            return pieces.length >= 40 + round * 37 && new Map(pieces).size === 4;
          });
          child.kill("SIGKILL");
          await closed;
          const acknowledged = new Map(await readAcknowledged(place.directory));
          expect(acknowledged.size).to.equal(4);
          for (const [session, segments] of acknowledged) {
            const texts = await textsOf(session);
            expect(texts).to.deep.equal(texts.map((_, place) => `word ${place}`));
            expect(texts.length).to.be.within(segments, segments + 1);
          }
        }
      });
    });
  });
}
