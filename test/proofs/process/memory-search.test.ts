import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const ROUNDS = 100;
const collection = "/v1/dev/user/memories";

/** What all that it has to do with says. */
async function found(client: ApiClient, question: string): Promise<string[]> {
  const { status, body } = await client.get(`${collection}/vector/search?limit=100&query=${question}`);
  expect(status).to.equal(200);
  return (body as { readonly items: readonly { readonly content: string }[] }).items.map(({ content }) => content);
}

describe("memory search while another process writes memories", () => {
  afterEach(() => ServerProcess.killAll());

  it("finds each memory once acknowledged, and none that is deleted or another user's", async () => {
    await withTemporaryDirectory(async (directory) => {
      const [hers, his] = [await createKey(directory, "ada"), await createKey(directory, "bob")];
      const [writer, reader] = (await ServerProcess.startAll(directory, 2)) as [ServerProcess, ServerProcess];
      const [ada, searching, bob] = [writer.clientFor(hers), reader.clientFor(hers), writer.clientFor(his)];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [before, after] = [`I keep parrot${round} at home`, `I have a canary${round}`];
        const write = async (client: ApiClient): Promise<string> =>
          ((await client.post(collection, { content: before })).body as { id: string }).id;
        await write(bob);
        expect(await found(searching, `parrot${round}`)).to.deep.equal([]);
        const path = `${collection}/${await write(ada)}`;
        expect(await found(searching, `parrot${round}`)).to.deep.equal([before]);
        expect((await ada.patch(path, { content: after })).status).to.equal(200);
        expect(await found(searching, `parrot${round}`)).not.to.include(before);
        expect(await found(searching, `canary${round}`)).to.deep.equal([after]);
        expect((await ada.delete(path)).status).to.equal(200);
        expect(await found(searching, `canary${round}`)).to.deep.equal([]);
      }
    });
  });
});
