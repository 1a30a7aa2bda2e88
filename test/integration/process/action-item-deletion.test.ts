import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { findTexts, findTextRemnants } from "../../support/text-remnants.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const collection = "/v1/dev/user/action-items";
const FIRST = "Quibblewürz";
const THEN = "Zanzifönd";

describe("a deleted action item", () => {
  afterEach(() => ServerProcess.killAll());

  it("is erased from all files and responses of both processes, including its earlier text", async () => {
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const servers = await ServerProcess.startAll(directory, 2, {
        environment: { TMPDIR: directory, SQLITE_TMPDIR: directory },
      });
      const clients = servers.map((server) => server.clientFor(key));
      const [first, last] = clients as [ApiClient, ApiClient];
      const shown = async (client: ApiClient): Promise<string[]> =>
        findTexts(Buffer.from(JSON.stringify((await client.get(`${collection}?limit=1000`)).body)), [FIRST, THEN]);
      const traces = (): Promise<string[]> =>
        findTextRemnants(
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
        await waitUntil(async () => (await traces()).length === 0);
      }
    });
  });
});
