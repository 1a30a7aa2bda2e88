import { expect } from "chai";
import { Notifying } from "../../proactive.js";
import { run } from "../../processes.js";
import { useOpenStore, type UseBackend } from "../../service-stores.js";

const PROCESSES = 4;
/** Of each process at once. */
const TRIGGERS = 125;

/** The guards of proactive notifications hold over all processes. */
export function proactiveNotifications(useBackend: UseBackend): void {
  describe("proactive notifications over four processes", () => {
    const backend = useBackend();
    const opened = useOpenStore(backend);
    const triggers = TRIGGERS / backend.loadDivisor;
    let subject: Notifying;
    beforeEach(async () => {
      subject = new Notifying(opened().store);
      await subject.user();
    });

    const inAll = async (task: string, count?: number): Promise<string[]> => {
      const outcomes = await Promise.all(Array.from({ length: PROCESSES }, () => run(opened().place, task, count)));
      return outcomes.flat() as string[];
    };
    const counted = (outcomes: readonly string[]): Readonly<Record<string, number>> =>
      Object.fromEntries(
        Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([name, all = []]) => [name, all.length]),
      );

    it("are one of many triggers at once of an app", async () => {
      await subject.app();
      const outcomes = await inAll("trigger notifications of one app", triggers);
      expect(counted(outcomes)).to.deep.equal({ notified: 1, too_soon: PROCESSES * triggers - 1 });
      expect(await subject.inbox()).to.have.length(1);
    });

    it("are nine a day of all apps", async () => {
      for (let n = 0; n < 30; n += 1) await subject.app(`app-${n}`);
      const outcomes = await inAll("trigger a notification of each of 30 apps");
      expect(counted(outcomes)).to.deep.equal({ notified: 9, day_spent: 21, too_soon: 90 });
      expect(await subject.inbox()).to.have.length(9);
    });
  });
}
