import { expect } from "chai";
import { collection, planning, type Receipt, type WireConversation } from "../../support/conversations.js";
import { anAnswer, ModelEndpoint, saying, slowly } from "../../support/model-endpoint.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

const segments = `${collection}/from-segments`;
const PROCESSES = 4;
const CONCURRENCY = 2;
const CONVERSATIONS = 24;
const USED = 2_500;

describe("a model's limits over four processes on one store", function () {
  let endpoint: ModelEndpoint;

  beforeEach(async () => {
    endpoint = await ModelEndpoint.open();
    endpoint.otherwise(
      slowly(
        150,
        saying(() => anAnswer(), { usage: { total_tokens: USED } }),
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
    const clients = servers.map((server) => server.as(key));
    const posted = await Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: CONVERSATIONS / PROCESSES }, () => client.post(segments, planning)),
      ),
    );
    const [client] = clients;
    return Promise.all(
      posted.map(async (answer) => {
        expect(answer.status).to.equal(200);
        const path = `${collection}/${(answer.body as Receipt).id}`;
        const read = async () => (await client?.get(path))?.body as WireConversation;
        await until(async () => (await read()).status === "completed");
        return (await read()).summarised_by ?? "";
      }),
    );
  }

  it("let no more answers be waited for at once than there may, in all of them together, and reach everybody", async () => {
    await withTemporaryDirectory(async (directory) => {
      const makers = await makersOf(directory, await createKey(directory), {});
      expect(new Set(makers)).to.deep.equal(new Set(["llm:double"]));
      expect(endpoint.asked).to.have.length(CONVERSATIONS);
      expect(endpoint.mostAtOnce).to.equal(CONCURRENCY);
    });
  });

  it("spend no more of a user's tokens than a day has, and go on without a model", async () => {
    await withTemporaryDirectory(async (directory) => {
      const budget = 20_000;
      const makers = await makersOf(directory, await createKey(directory), {
        MNEME_LLM_TOKENS_PER_DAY: String(budget),
      });
      const byModel = makers.filter((maker) => maker === "llm:double").length;
      expect(byModel).to.be.greaterThan(0).and.to.equal(endpoint.asked.length);
      expect(byModel * USED).to.be.at.most(budget);
      expect(makers.filter((maker) => maker === "built-in")).to.have.length(CONVERSATIONS - byModel);
      expect(endpoint.mostAtOnce).to.be.at.most(CONCURRENCY);
    });
  });

  it("go on when the process that holds them is killed", async () => {
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
      endpoint.next(() => void (isHeld = true));
      await dying.as(key).post(segments, planning);
      await until(() => isHeld);
      await dying.kill();
      const client = living.as(key);
      const { body } = await client.post(segments, { ...planning, client_session_id: "later" });
      const path = `${collection}/${(body as Receipt).id}`;
      const read = async () => (await client.get(path)).body as WireConversation;
      await until(async () => (await read()).status === "completed");
      expect((await read()).summarised_by).to.equal("llm:double");
    });
  });
});
