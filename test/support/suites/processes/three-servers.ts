import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../api-client.js";
import { CONVERSATIONS_PATH } from "../../conversation-requests.js";
import { createKey, runMneme, ServerProcess } from "../../server-process.js";
import { withStore, type UseBackend } from "../../service-stores.js";
import { retryUntilPassing, waitUntil } from "../../eventually.js";

const KEYS_PATH = "/v1/dev/keys";
/** The maximum delay of a revocation (decision 1.4). */
const REVOCATION_TIMEOUT_MS = 1_000;

// From dist/test/support/suites/processes/.
const DEMO_CONVERSATION_URL = new URL("../../../../../examples/demo-conversation.json", import.meta.url);
const demoConversation = JSON.parse(readFileSync(DEMO_CONVERSATION_URL, "utf8")) as object;

/** Three servers on one store: each continues the work that another one began. */
export function threeServerSuite(useBackend: UseBackend): void {
  describe("three servers on one store", () => {
    const backend = useBackend();
    afterEach(() => ServerProcess.killAll());

    it("accept an API key of another server until at most one second after its revocation", () =>
      withStore(backend, async (store) => {
        const token = await runMneme(store, "token", "--user", "ada");
        const [first, second, third] = (await ServerProcess.startAll(store, 3)) as [
          ServerProcess,
          ServerProcess,
          ServerProcess,
        ];
        const createdKey = (await first.clientFor(token).post(KEYS_PATH, { name: "script" })).body as Record<
          "id" | "key",
          string
        >;
        const keyClient = second.clientFor(createdKey.key);
        expect((await keyClient.get(CONVERSATIONS_PATH)).status).to.equal(200);

        expect((await third.clientFor(token).delete(`${KEYS_PATH}/${createdKey.id}`)).status).to.equal(204);
        const revokedAtMs = performance.now();
        let lastAcceptedMs = 0;
        await waitUntil(async () => {
          const sentAtMs = performance.now() - revokedAtMs;
          const { status } = await keyClient.get(CONVERSATIONS_PATH);
          if (status === 200) lastAcceptedMs = sentAtMs;
          else expect(status).to.equal(401);
          return sentAtMs > REVOCATION_TIMEOUT_MS;
        });
        expect(lastAcceptedMs).to.be.below(REVOCATION_TIMEOUT_MS);
        expect((await keyClient.get(CONVERSATIONS_PATH)).status).to.equal(401);
      }));

    it("complete a conversation whose server was killed during processing", () =>
      withStore(backend, async (store) => {
        const key = await createKey(store);
        const otherServers = await ServerProcess.startAll(store, 2);
        const crashingServer = await ServerProcess.start(store, { preloadModule: backend.crashAfterWriteModule });
        expect(await crashingServer.sendMessage({ dieAfterWriteTo: "conversations" })).to.equal("will do");
        const postConversation = (client: ApiClient): Promise<ClientResponse> =>
          client.post(`${CONVERSATIONS_PATH}/from-segments`, demoConversation, { Prefer: "wait=20" });
        const status = await postConversation(crashingServer.clientFor(key)).then(
          ({ status }) => status,
          () => "none",
        );
        expect(status).to.equal("none");
        const [id = "", ...otherIds] = await store.inspection.listConversationIds();
        expect(otherIds).to.deep.equal([]);

        for (const otherServer of otherServers) {
          const shownConversation = await retryUntilPassing(async () => {
            const { status, body } = await otherServer
              .clientFor(key)
              .get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`);
            expect(status).to.equal(200);
            const conversation = body as { readonly status: string; readonly transcript_segments: readonly unknown[] };
            expect(conversation.status).to.equal("completed");
            return conversation;
          });
          expect(shownConversation.transcript_segments).not.to.deep.equal([]);
        }
        const counts = await store.inspection.countRowsOf(id);
        expect(counts).to.include({ conversations: 1, transcripts: 1, tombstones: 0 });
        expect(counts.action_items).to.be.greaterThan(0);
        expect(await store.inspection.findFaults()).to.deep.equal([]);
      }));
  });
}
