import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "node:http";
import { expect } from "chai";
import { ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const CLIENTS = 16;

/** Asks over one kept connection until there is nobody to ask. @returns how many answers were cut off. */
async function askUntilGone(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const outcome = await new Promise<"answered" | "refused" | "cut">((resolve) => {
      const asked = request(`${url}/healthz`, { agent }, (response) => {
        response.resume().once("end", () => resolve("answered"));
      });
      // A new connection that is reset was never taken; a kept one had been told that it may be used again.
      asked.once("error", () => resolve(asked.reusedSocket ? "cut" : "refused")).end();
    });
    if (outcome === "answered") continue;
    agent.destroy();
    return outcome === "cut" ? 1 : 0;
  }
}

describe("a server that is asked to end", () => {
  afterEach(() => ServerProcess.killAll());

  it("answers what is under way, drops the connections that are kept, and is gone long before its grace is over", async () => {
    await withTemporaryDirectory(async (directory) => {
      const server = await ServerProcess.start(directory);
      const clients = Array.from({ length: CLIENTS }, () => askUntilGone(server.url));
      await sleep(300);
      const begun = performance.now();
      expect(await server.stop()).to.equal(0);
      expect(performance.now() - begun).to.be.lessThan(3000);
      const cut = (await Promise.all(clients)).reduce((sum, each) => sum + each, 0);
      expect(cut).to.equal(0);
    });
  });
});
