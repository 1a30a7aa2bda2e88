import { expect } from "chai";
import { createContainer, openService } from "../../../src/composition/container.js";
import { readSettings } from "../../../src/composition/settings.js";
import * as tokens from "../../../src/composition/tokens.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";

const DELAY_MS = 5_000;

describe("a server that is told to stop", () => {
  it("is not ready for the shutdown delay, but serves requests until it is over", async () => {
    const settings = readSettings({
      MNEME_STORE: "memory",
      MNEME_LOG_LEVEL: "silent",
      MNEME_SHUTDOWN_DELAY_MS: String(DELAY_MS),
      PORT: "0",
    });
    const container = createContainer(settings);
    const scheduler = new ManualScheduler(new FixedClock());
    (await container.rebindAsync(tokens.scheduler)).toConstantValue(scheduler);
    const service = await openService(settings, container);
    const { url } = await service.listen();
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);

    const closed = service.close();
    await scheduler.advance(DELAY_MS - 1);
    const probe = await fetch(`${url}/readyz`);
    expect([probe.status, await probe.json()]).to.deep.equal([503, { detail: "The service is shutting down" }]);
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);

    await scheduler.advance(1);
    await closed;
    const failure: unknown = await fetch(`${url}/readyz`).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TypeError);
  });
});
