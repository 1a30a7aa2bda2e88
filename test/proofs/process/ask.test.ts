import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH, recordConversation, singleSegmentBody } from "../../support/conversation-requests.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const ROUNDS = 40;

/** The conversations that answer. */
async function answering(client: ApiClient, question: string): Promise<string[]> {
  const { status, body } = await client.post("/v1/dev/user/ask", { question, limit: 50 });
  expect(status).to.equal(200);
  const { sources } = body as { readonly sources: readonly { readonly conversation_id: string }[] };
  return [...new Set(sources.map(({ conversation_id: id }) => id))];
}

describe("POST /v1/dev/user/ask while another process writes conversations", () => {
  afterEach(() => ServerProcess.killAll());

  it("finds each conversation once acknowledged, and none that is deleted or another user's", async () => {
    await withTemporaryDirectory(async (directory) => {
      const [hers, his] = [await createKey(directory, "ada"), await createKey(directory, "bob")];
      const [writer, reader] = (await ServerProcess.startAll(directory, 2)) as [ServerProcess, ServerProcess];
      const [ada, asking, bob] = [writer.clientFor(hers), reader.clientFor(hers), writer.clientFor(his)];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [parrot, canary] = [`parrot${round}x`, `canary${round}x`];
        const said = singleSegmentBody(
          `The neighbours keep a very old ${parrot} in the kitchen of their house by the harbour.`,
        );
        await recordConversation(bob, said);
        expect(await answering(asking, parrot)).to.deep.equal([]);
        const { id } = await recordConversation(ada, said);
        expect(await answering(asking, parrot)).to.deep.equal([id]);
        expect((await ada.patch(`${CONVERSATIONS_PATH}/${id}`, { title: `About a ${canary}` })).status).to.equal(200);
        expect(await answering(asking, canary)).to.deep.equal([id]);
        expect((await ada.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
        expect(await answering(asking, parrot)).to.deep.equal([]);
        expect(await answering(asking, canary)).to.deep.equal([]);
      }
    });
  });
});
