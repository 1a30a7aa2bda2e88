import { once } from "node:events";
import { rm } from "node:fs/promises";
import { expect } from "chai";
import type { Store } from "../../../../src/ports/index.js";
import {
  aConversation,
  aLiveConversation,
  anUnprocessedConversation,
  someSegments,
  aSummary,
  withTranscript,
} from "../../../../src/testing/index.js";
import { acknowledgedFilePath, readAcknowledged, runWorkerTask, startWorker } from "../../worker-processes.js";
import type { ServiceConfig } from "../../service-config.js";
import { useOpenStore, type UseBackend } from "../../service-stores.js";
import { waitUntil } from "../../eventually.js";

/** Guarantees for several processes that write to one store concurrently. */
export function storeProcessSuite(useBackend: UseBackend): void {
  describe("several processes on one store", () => {
    const openedStore = useOpenStore(useBackend());
    let store: Store;
    let config: ServiceConfig;
    beforeEach(() => {
      ({ store, config } = openedStore());
    });

    const runInThreeProcesses = (task: string) => Promise.all([1, 2, 3].map(() => runWorkerTask(config, task)));

    it("insert each ID once", async () => {
      const inserted = (await runInThreeProcesses("insert 50 of the same ids")) as number[];
      expect(inserted.reduce((sum, count) => sum + count, 0)).to.equal(50);
      expect(await store.conversations.count("ada", {})).to.equal(50);
    });

    it("claim each due conversation once", async () => {
      const dueConversations = Array.from({ length: 60 }, (_, index) =>
        anUnprocessedConversation(new Date("2026-03-02T08:00:00.000Z"), { id: `work-${index}` }),
      );
      await Promise.all(
        dueConversations.map((conversation) => store.conversations.insertOrGet(withTranscript(conversation))),
      );
      const shares = (await runInThreeProcesses("claim all that is due")) as string[][];
      expect(shares.flat().sort()).to.deep.equal(dueConversations.map(({ state }) => state.id).sort());
    });

    it("lose no concurrent update", async () => {
      await store.conversations.insertOrGet(
        withTranscript(aConversation({ id: "counter", summary: aSummary({ title: "0" }) })),
      );
      await runInThreeProcesses("increment 50 times");
      expect((await store.conversations.get("ada", "counter"))?.summary.title).to.equal("150");
    });

    it("add equal memories once and report each to the change feed once", async () => {
      const { cursor } = await store.memories.getChangesSince("ada");
      const outcomesByProcess = (await runInThreeProcesses("remember the same 100 contents")) as string[][];
      const parseIds = (processAnswers: readonly string[]) => processAnswers.map((answer) => answer.replace(/ .*/, ""));
      expect(outcomesByProcess.flat().filter((outcome) => outcome.endsWith("added"))).to.have.length(100);
      const ids = parseIds(outcomesByProcess[0] ?? []);
      expect(new Set(ids).size).to.equal(100);
      for (const processAnswers of outcomesByProcess) expect(parseIds(processAnswers)).to.deep.equal(ids);
      const { upserts, deletes } = await store.memories.getChangesSince("ada", cursor);
      expect(upserts.map(({ id }) => id).sort()).to.deep.equal(ids.toSorted());
      expect(deletes).to.deep.equal([]);
    });

    it("let one of 500 calls acquire a cooldown", async () => {
      const acquiredCounts = (await Promise.all(
        [1, 2, 3, 4].map(() => runWorkerTask(config, "pass the guard 125 times")),
      )) as number[];
      expect(acquiredCounts.toSorted()).to.deep.equal([0, 0, 0, 1]);
    });

    it("keep acknowledged writes when one process is killed", async () => {
      const acknowledged: string[] = [];
      const child = startWorker(config, "insert until killed");
      child.on("message", (id: string) => {
        acknowledged.push(id);
        if (acknowledged.length === 300) child.kill("SIGKILL");
      });
      await once(child, "close");
      for (const id of acknowledged) {
        expect(await store.conversations.get("ada", id), id).not.to.equal(undefined);
        expect((await store.conversations.getTranscripts("ada", [id])).size, id).to.equal(1);
      }
      expect(acknowledged).to.have.length.at.least(300);
    });

    describe("appending to live sessions", () => {
      const runInFourProcesses = (task: string) => Promise.all([1, 2, 3, 4].map(() => runWorkerTask(config, task)));
      const listTexts = async (id: string) => {
        const segments = await store.conversations.getSegmentsBetween("ada", id, 0, 1_000);
        expect(segments.map((segment) => segment.id)).to.deep.equal(segments.map((_, index) => `${id}-${index}`));
        expect((await store.conversations.get("ada", id))?.state.live?.segments).to.equal(segments.length);
        return segments.map(({ text }) => text);
      };

      it("store equal segments once, distinct segments all, and one of conflicting segments", async () => {
        const outcomesByProcess = (await runInFourProcesses("add the same 50 pieces, and 50 of its own")) as string[][];
        expect(await listTexts("shared")).to.deep.equal(Array.from({ length: 50 }, (_, index) => `word ${index}`));
        const ownTexts = await listTexts("own");
        expect([ownTexts.length, new Set(ownTexts).size]).to.deep.equal([200, 200]);
        const acceptedTexts = outcomesByProcess
          .flat()
          .filter((outcome) => outcome !== "taken" && outcome !== "refused");
        expect((await listTexts("rival")).toSorted()).to.deep.equal(acceptedTexts.toSorted());
        expect(acceptedTexts).to.have.length(50);
      });

      it("flush new segments once and finish idle sessions once", async () => {
        const names = Array.from({ length: 60 }, (_, index) => `live-${index}`);
        const startTime = new Date("2026-03-02T09:00:00.000Z");
        await Promise.all(
          names.map((id) =>
            store.conversations.appendSegments("ada", id, undefined, () =>
              aLiveConversation(startTime, { id }).appendSegments(someSegments(0, "one"), [], startTime),
            ),
          ),
        );
        const flushed = (await runInFourProcesses("claim all that is new")) as string[][];
        expect(flushed.flat().sort()).to.deep.equal(names.toSorted());
        const finished = (await runInFourProcesses("claim all that is silent")) as string[][];
        expect(finished.flat().sort()).to.deep.equal(names.map((id) => `${id} processing 1`).sort());
      });

      it("neither lose nor duplicate acknowledged segments when one process is killed", async () => {
        for (let round = 0; round < 5; round += 1) {
          await rm(acknowledgedFilePath(config.directory), { force: true });
          const child = startWorker(config, "append segments until killed");
          const closedEvent = once(child, "close");
          await waitUntil(async () => {
            const acknowledgements = await readAcknowledged(config.directory);
            return acknowledgements.length >= 40 + round * 37 && new Map(acknowledgements).size === 4;
          });
          child.kill("SIGKILL");
          await closedEvent;
          const acknowledged = new Map(await readAcknowledged(config.directory));
          expect(acknowledged.size).to.equal(4);
          for (const [session, segments] of acknowledged) {
            const texts = await listTexts(session);
            expect(texts).to.deep.equal(texts.map((_, index) => `word ${index}`));
            expect(texts.length).to.be.within(segments, segments + 1);
          }
        }
      });
    });
  });
}
