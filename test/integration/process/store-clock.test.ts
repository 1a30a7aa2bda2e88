import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { SystemClock } from "../../../src/adapters/system/index.js";
import { createContainer, openService } from "../../../src/composition/container.js";
import { readSettings } from "../../../src/composition/settings.js";
import * as tokens from "../../../src/composition/tokens.js";
import type { Clock } from "../../../src/ports/index.js";
import { FixedClock } from "../../../src/testing/index.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

describe("the service clock", () => {
  async function clockOver(clock?: Clock): Promise<{ readonly clock: Clock; readonly registeredAt: Date | undefined }> {
    const folder = await createTemporaryDirectory();
    const settings = readSettings({ MNEME_DATA_DIR: folder.path, MNEME_STORE: "memory" });
    const container = createContainer(settings);
    const store = { ...openInMemoryStore(), ...(clock ? { clock } : {}) };
    (await container.rebindAsync(tokens.store)).toConstantValue(store);
    const program = await openService(settings, container);
    try {
      await program.application.users.register({ id: "ada" });
      return { clock: program.clock, registeredAt: (await store.users.get("ada"))?.state.createdAt };
    } finally {
      await program.close();
      await folder.remove();
    }
  }

  it("is the clock of the store when it has one", async () => {
    const clock = new FixedClock(new Date("2031-07-01T00:00:00.000Z"));
    expect(await clockOver(clock)).to.deep.equal({ clock, registeredAt: clock.now() });
  });

  it("is the system clock otherwise", async () => {
    const startedAt = Date.now();
    const { clock, registeredAt } = await clockOver();
    expect(clock).to.be.instanceOf(SystemClock);
    expect(registeredAt?.getTime()).to.be.within(startedAt, Date.now());
  });
});
