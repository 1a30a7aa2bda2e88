import { expect } from "chai";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import { aModelAnswer, FakeModelEndpoint, replyWithJson, delayReply } from "../../support/fake-model-endpoint.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const segments = `${CONVERSATIONS_PATH}/from-segments`;
const PROCESSES = 4;
const CONCURRENCY = 2;
const CONVERSATIONS = 24;
const USED = 2_500;

describe("model limits shared by four processes", function () {
  let endpoint: FakeModelEndpoint;

  beforeEach(async () => {
    endpoint = await FakeModelEndpoint.open();
    endpoint.setDefaultReply(
      delayReply(
        150,
        replyWithJson(() => aModelAnswer(), { usage: { total_tokens: USED } }),
      ),
    );
  });
  afterEach(async () => {
    await ServerProcess.killAll();
    await endpoint.close();
  });

  /** @returns by whom each was summarised. */
  async function makersOf(directory: string, key: string, settings: Record<string, string>): Promise<string[]> {
    const environment = {
      MNEME_LLM_BASE_URL: endpoint.url,
      MNEME_LLM_MODEL: "double",
      MNEME_LLM_CONCURRENCY: String(CONCURRENCY),
      MNEME_PROCESSING_WAIT_MS: "0",
      ...settings,
    };
    const servers = await ServerProcess.startAll(directory, PROCESSES, { environment });
    const clients = servers.map((server) => server.clientFor(key));
    const posted = await Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: CONVERSATIONS / PROCESSES }, () => client.post(segments, planningConversation)),
      ),
    );
    const [client] = clients;
    return Promise.all(
      posted.map(async (answer) => {
        expect(answer.status).to.equal(200);
        const path = `${CONVERSATIONS_PATH}/${(answer.body as ConversationReceipt).id}`;
        const read = async () => (await client?.get(path))?.body as WireConversation;
        await waitUntil(async () => (await read()).status === "completed");
        return (await read()).summarised_by ?? "";
      }),
    );
  }

  it("allow the configured number of concurrent calls in total and starve no process", async () => {
    await withTemporaryDirectory(async (directory) => {
      const makers = await makersOf(directory, await createKey(directory), {});
      expect(new Set(makers)).to.deep.equal(new Set(["llm:double"]));
      expect(endpoint.requests).to.have.length(CONVERSATIONS);
      expect(endpoint.maxConcurrentRequests).to.equal(CONCURRENCY);
    });
  });

  it("keep to the user's daily token budget and summarise without a model beyond it", async () => {
    await withTemporaryDirectory(async (directory) => {
      const budget = 20_000;
      const makers = await makersOf(directory, await createKey(directory), {
        MNEME_LLM_TOKENS_PER_DAY: String(budget),
      });
      const byModel = makers.filter((maker) => maker === "llm:double").length;
      expect(byModel).to.be.greaterThan(0).and.to.equal(endpoint.requests.length);
      expect(byModel * USED).to.be.at.most(budget);
      expect(makers.filter((maker) => maker === "built-in")).to.have.length(CONVERSATIONS - byModel);
      expect(endpoint.maxConcurrentRequests).to.be.at.most(CONCURRENCY);
    });
  });

  it("are released when the process that holds a permit is killed", async () => {
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const environment = {
        MNEME_LLM_BASE_URL: endpoint.url,
        MNEME_LLM_MODEL: "double",
        MNEME_LLM_CONCURRENCY: "1",
        MNEME_PROCESSING_WAIT_MS: "0",
      };
      const [dying, living] = (await ServerProcess.startAll(directory, 2, { environment })) as [
        ServerProcess,
        ServerProcess,
      ];
      let isHeld = false;
      endpoint.replyNext(() => void (isHeld = true));
      await dying.clientFor(key).post(segments, planningConversation);
      await waitUntil(() => isHeld);
      await dying.kill();
      const client = living.clientFor(key);
      const { body } = await client.post(segments, { ...planningConversation, client_session_id: "later" });
      const path = `${CONVERSATIONS_PATH}/${(body as ConversationReceipt).id}`;
      const read = async () => (await client.get(path)).body as WireConversation;
      await waitUntil(async () => (await read()).status === "completed");
      expect((await read()).summarised_by).to.equal("llm:double");
    });
  });
});
