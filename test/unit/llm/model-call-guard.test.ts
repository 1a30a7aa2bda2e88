import { expect } from "chai";
import { ModelCallGuard } from "../../../src/adapters/llm/client/model-call-guard.js";
import { createRuntimeComponents } from "../../../src/adapters/runtime/index.js";
import { SystemScheduler } from "../../../src/adapters/system/index.js";
import type { EventLog } from "../../../src/ports/driven/index.js";
import { FixedClock } from "../../../src/testing/index.js";
import { expectDomainRejection } from "../../support/domain-errors.js";
import { silentEventLog } from "../../support/test-core.js";

describe("The guard of model calls", () => {
  it("reports calls that close() aborts as cancelled, which do not open the circuit", async () => {
    const outcomes: unknown[] = [];
    const log: EventLog = { ...silentEventLog, info: (_event, fields) => outcomes.push(fields?.["outcome"]) };
    const runtime = createRuntimeComponents({ clock: new FixedClock(), scheduler: new SystemScheduler() });
    const guard = new ModelCallGuard("chat", 20_000, { runtime, log });
    const waitForAbort = (signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    const calls = Array.from({ length: 10 }, () => expectDomainRejection("unavailable", guard.run(waitForAbort)));
    guard.close();
    await Promise.all(calls);
    await expectDomainRejection("unavailable", guard.run(waitForAbort));
    expect(outcomes).to.deep.equal(Array<string>(11).fill("cancelled"));
  });
});
