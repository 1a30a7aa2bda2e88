import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { SystemScheduler } from "../../../src/adapters/system/index.js";

const module = new URL("../../../src/adapters/system/system-time.js", import.meta.url).href;

/** What a process prints that does nothing but schedule a task. */
async function printed(options: string): Promise<string> {
  const program = `
    import { SystemScheduler } from ${JSON.stringify(module)};
    new SystemScheduler(${options}).schedule(100, () => console.log("ran"));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  return stdout;
}

describe("The system scheduler", () => {
  const scheduler = new SystemScheduler({ keepsProcessAlive: true });

  it("runs a task once after the delay", async () => {
    const started = performance.now();
    await new Promise<void>((resolve) => scheduler.schedule(30, resolve));
    expect(performance.now() - started).to.be.at.least(29);
  });

  it("does not run a cancelled task", async () => {
    let ran = false;
    const callOff = scheduler.schedule(5, () => (ran = true));
    callOff();
    await new Promise<void>((resolve) => scheduler.schedule(30, resolve));
    expect(ran).to.equal(false);
  });

  it("supports delays beyond the platform's timer limit", async () => {
    let ran = false;
    const callOff = scheduler.schedule(40 * 24 * 3_600_000, () => (ran = true));
    await new Promise<void>((resolve) => scheduler.schedule(30, resolve));
    callOff();
    expect(ran).to.equal(false);
  });

  it("does not keep the process alive by default", async () => {
    expect(await printed("")).to.equal("");
  });

  it("keeps the process alive when configured to", async () => {
    expect(await printed("{ keepsProcessAlive: true }")).to.equal("ran\n");
  });
});
