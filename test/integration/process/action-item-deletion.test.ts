import { expect } from "chai";
import type { Client } from "../../support/client.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { textsIn, tracesOf } from "../../support/traces.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

const collection = "/v1/dev/user/action-items";
const FIRST = "Quibblewürz";
const THEN = "Zanzifönd";

describe("an action item that is deleted", () => {
  afterEach(() => ServerProcess.killAll());

  it("is in no file and no answer any more, in its first words and its last, over two processes", async () => {
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const servers = await ServerProcess.startAll(directory, 2, {
        environment: { TMPDIR: directory, SQLITE_TMPDIR: directory },
      });
      const clients = servers.map((server) => server.as(key));
      const [first, last] = clients as [Client, Client];
      const shown = async (client: Client): Promise<string[]> =>
        textsIn(Buffer.from(JSON.stringify((await client.get(`${collection}?limit=1000`)).body)), [FIRST, THEN]);
      const traces = (): Promise<string[]> =>
        tracesOf(
          [FIRST, THEN],
          directory,
          servers.map(({ pid }) => pid),
        );
      for (let turn = 0; turn < 5; turn += 1) {
        const action_items = Array.from({ length: 20 }, (_, index) => ({
          description: index === 7 ? `Feed the ${FIRST}` : `Bystander ${turn} ${index}`,
        }));
        const { body } = await first.post(`${collection}/batch`, { action_items });
        const { id } = (body as { action_items: { id: string }[] }).action_items[7] ?? { id: "" };
        for (const client of clients) expect(await shown(client)).to.deep.equal([FIRST]);
        await last.patch(`${collection}/${id}`, { description: `Feed the ${THEN}` });
        for (const client of clients) expect(await shown(client)).to.deep.equal([THEN]);
        expect(await traces()).not.to.deep.equal([]);
        expect((await last.delete(`${collection}/${id}`)).status).to.equal(200);
        for (const client of clients) {
          expect(await shown(client)).to.deep.equal([]);
          expect((await client.get(`${collection}/${id}`)).status).to.equal(404);
        }
        await until(async () => (await traces()).length === 0);
      }
    });
  });
});
