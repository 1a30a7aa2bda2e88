import { expect } from "chai";
import { ProactiveFixture } from "../../proactive-fixture.js";
import { runWorkerTask } from "../../worker-processes.js";
import { useOpenStore, type UseBackend } from "../../service-stores.js";

const PROCESS_COUNT = 4;
/** Concurrent triggers in each process. */
const TRIGGERS_PER_PROCESS = 125;

/** The limits of proactive notifications hold across all processes. */
export function proactiveNotificationSuite(useBackend: UseBackend): void {
  describe("proactive notifications with four processes", () => {
    const backend = useBackend();
    const openedStore = useOpenStore(backend);
    const triggers = TRIGGERS_PER_PROCESS / backend.loadDivisor;
    let fixture: ProactiveFixture;
    beforeEach(async () => {
      fixture = new ProactiveFixture(openedStore().store);
      await fixture.addUser();
    });

    const runInAllProcesses = async (task: string, count?: number): Promise<string[]> => {
      const outcomes = await Promise.all(
        Array.from({ length: PROCESS_COUNT }, () => runWorkerTask(openedStore().config, task, count)),
      );
      return outcomes.flat() as string[];
    };
    const countOutcomes = (outcomes: readonly string[]): Readonly<Record<string, number>> =>
      Object.fromEntries(
        Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([name, group = []]) => [
          name,
          group.length,
        ]),
      );

    it("are limited to one per app by the cooldown under concurrent triggers", async () => {
      await fixture.addInstalledApp();
      const outcomes = await runInAllProcesses("trigger notifications of one app", triggers);
      expect(countOutcomes(outcomes)).to.deep.equal({ notified: 1, too_soon: PROCESS_COUNT * triggers - 1 });
      expect(await fixture.listInboxTexts()).to.have.length(1);
    });

    it("are limited to nine per user and day over all apps", async () => {
      for (let index = 0; index < 30; index += 1) await fixture.addInstalledApp(`app-${index}`);
      const outcomes = await runInAllProcesses("trigger a notification of each of 30 apps");
      expect(countOutcomes(outcomes)).to.deep.equal({ notified: 9, day_spent: 21, too_soon: 90 });
      expect(await fixture.listInboxTexts()).to.have.length(9);
    });
  });
}
