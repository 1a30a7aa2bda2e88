import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import { Notifying } from "../../support/proactive.js";
import { run } from "../../support/processes.js";
import { temporaryFolder } from "../../support/temporary-directory.js";

const PROCESSES = 4;

describe("proactive notifications over four processes", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: Store;
  let subject: Notifying;
  beforeEach(async () => {
    folder = await temporaryFolder();
    store = await openSqliteStore({ directory: folder.path });
    subject = new Notifying(store);
    await subject.user();
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  const inAll = async (task: string): Promise<string[]> => {
    const outcomes = await Promise.all(Array.from({ length: PROCESSES }, () => run(folder.path, task)));
    return outcomes.flat() as string[];
  };
  const counted = (outcomes: readonly string[]): Readonly<Record<string, number>> =>
    Object.fromEntries(
      Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([name, all = []]) => [name, all.length]),
    );

  it("are one of 500 triggers at once of an app", async () => {
    await subject.app();
    const outcomes = await inAll("trigger 125 notifications of one app");
    expect(counted(outcomes)).to.deep.equal({ notified: 1, too_soon: 499 });
    expect(await subject.inbox()).to.have.length(1);
  });

  it("are nine a day of all apps", async () => {
    for (let n = 0; n < 30; n += 1) await subject.app(`app-${n}`);
    const outcomes = await inAll("trigger a notification of each of 30 apps");
    expect(counted(outcomes)).to.deep.equal({ notified: 9, day_spent: 21, too_soon: 90 });
    expect(await subject.inbox()).to.have.length(9);
  });
});
