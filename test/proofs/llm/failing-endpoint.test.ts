import { expect } from "chai";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import {
  aModelAnswer,
  replyWithText,
  replyWithError,
  FakeModelEndpoint,
  replyWithJson,
  neverReply,
  type ReplyHandler,
} from "../../support/fake-model-endpoint.js";
import { waitUntil } from "../../support/eventually.js";
import { startService, type TestService } from "../../support/service.js";
import { declareConcurrentTests } from "../../support/concurrent-tests.js";

const segments = `${CONVERSATIONS_PATH}/from-segments`;
const WAIT_MS = 300;

/** What the endpoint does, and as what the metrics count its calls; a busy machine may time out before a failure comes. */
const faults: Record<string, readonly [ReplyHandler, readonly string[]]> = {
  "never answers": [neverReply, ["timeout"]],
  "fails each time": [replyWithError(500), ["refused", "timeout"]],
};

/** Calls of the model with one of these outcomes. */
function callsIn(metrics: string, outcomes: readonly string[]): number {
  const counts = metrics.matchAll(/^mneme_model_call_duration_seconds_count\{kind="chat",outcome="(\w+)"\} (\d+)$/gm);
  const counted = Array.from(counts, ([, outcome = "", count]) => (outcomes.includes(outcome) ? Number(count) : 0));
  return counted.reduce((sum, count) => sum + count, 0);
}

/** A service of its own and the endpoint that it asks, for the work. */
async function asking(
  settings: Readonly<Record<string, string>>,
  work: (service: TestService, endpoint: FakeModelEndpoint) => Promise<void>,
): Promise<void> {
  const endpoint = await FakeModelEndpoint.open();
  const service = await startService({
    MNEME_LLM_BASE_URL: endpoint.url,
    MNEME_LLM_MODEL: "double",
    ...settings,
  });
  try {
    await work(service, endpoint);
  } finally {
    await service.close();
    await endpoint.close();
  }
}

const impatient = {
  MNEME_LLM_TIMEOUT_MS: "1500",
  MNEME_PROCESSING_WAIT_MS: String(WAIT_MS),
  MNEME_METRICS_PORT: "0",
  // Less than five answers reserve.
  MNEME_LLM_TOKENS_PER_DAY: "20000",
};

const CONVERSATIONS = 8;
const TIMEOUT_MS = 2_000;
const TRIES = 5;

describe("a service whose model fails", () => {
  const goesOnWithout = ([reply, outcomes]: readonly [ReplyHandler, readonly string[]]): Promise<void> =>
    asking(impatient, async (service, endpoint) => {
      endpoint.setDefaultReply(reply);
      const client = await service.clientWithKey("ada");
      const { status, body } = await client.post(segments, planningConversation);
      const { id, status: state } = body as ConversationReceipt;
      expect([status, state]).to.deep.equal([200, "processing"]);

      const read = async () => (await client.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation;
      let shown = await read();
      await waitUntil(async () => (shown = await read()).status !== "processing");
      expect([shown.status, shown.summarised_by]).to.deep.equal(["completed", "built-in"]);
      expect(shown.structured.action_items).to.have.length(1);
      expect(endpoint.requests.length).to.be.at.least(5);
      expect(service.loggedProblems.join("\n"))
        .to.include("conversation.summariser_replaced")
        .and.not.to.include("budget for");

      const metrics = await (await fetch(service.metrics ?? "")).text();
      expect(metrics)
        .to.include('mneme_summaries_total{summariser="llm:double",outcome="replaced"} 1\n')
        .and.include('mneme_summaries_total{summariser="built-in",outcome="made"} 1\n');
      expect(callsIn(metrics, outcomes)).to.equal(5);

      endpoint.setDefaultReply(replyWithJson(() => aModelAnswer()));
      await client.post(`${CONVERSATIONS_PATH}/${id}/reprocess`);
      let improved = await read();
      await waitUntil(async () => (improved = await read()).status !== "processing");
      expect([improved.summarised_by, improved.structured.title]).to.deep.equal(["llm:double", "Plans for the garden"]);
    });

  declareConcurrentTests({
    ...Object.fromEntries(
      Object.entries(faults).map(([what, fault]) => [
        `answers in time, summarises without a model, and says so: when the endpoint ${what}`,
        () => goesOnWithout(fault),
      ]),
    ),

    "summarises without a model at once when the endpoint returns only invalid answers": () =>
      asking({ ...impatient, MNEME_LLM_TIMEOUT_MS: "10000" }, async (service, endpoint) => {
        endpoint.setDefaultReply(replyWithText("% garbage { %"));
        const client = await service.clientWithKey("ada");
        const { body } = await client.post(segments, planningConversation, { Prefer: "wait=30" });
        const { id } = body as ConversationReceipt;
        const read = async () => (await client.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation;
        let shown = await read();
        await waitUntil(async () => (shown = await read()).status !== "processing");
        expect([shown.status, shown.summarised_by]).to.deep.equal(["completed", "built-in"]);
        expect(endpoint.requests).to.have.length(2);
        const metrics = await (await fetch(service.metrics ?? "")).text();
        expect(metrics).to.match(/^mneme_model_responses_rejected_total\{kind="chat",reason="unusable"\} 1$/m);
      }),

    "does not wait in each conversation for a model that times out": () =>
      asking(
        { MNEME_LLM_TIMEOUT_MS: String(TIMEOUT_MS), MNEME_LLM_CONCURRENCY: "1", MNEME_PROCESSING_WAIT_MS: "0" },
        async (service, endpoint) => {
          endpoint.setDefaultReply(neverReply);
          const client = await service.clientWithKey("ada");
          const posted = await Promise.all(
            Array.from({ length: CONVERSATIONS }, () => client.post(segments, planningConversation)),
          );
          for (const { body } of posted) {
            const path = `${CONVERSATIONS_PATH}/${(body as ConversationReceipt).id}`;
            const read = async () => (await client.get(path)).body as WireConversation;
            await waitUntil(async () => (await read()).status === "completed");
            expect((await read()).summarised_by).to.equal("built-in");
          }
          expect(endpoint.requests.length).to.be.lessThan((CONVERSATIONS * TRIES) / 2);
        },
      ),

    "keeps an earlier model summary instead of replacing it with a built-in one": () =>
      asking({ MNEME_LLM_TOKENS_PER_DAY: "20000" }, async (service, endpoint) => {
        endpoint.setDefaultReply(replyWithJson(() => aModelAnswer()));
        const client = await service.clientWithKey("ada", [
          "conversations:read",
          "conversations:write",
          "memories:read",
        ]);
        const { id } = (await client.post(segments, planningConversation)).body as ConversationReceipt;
        const read = async () => [
          (await client.get(`${CONVERSATIONS_PATH}/${id}`)).body,
          (await client.get("/v1/dev/user/memories")).body,
        ];
        const before = await read();
        // Whoever has spent what a day has is not tried again.
        endpoint.setDefaultReply(replyWithText("% garbage { %", { usage: { total_tokens: 20_000 } }));
        const { body } = await client.post(`${CONVERSATIONS_PATH}/${id}/reprocess`, undefined, { Prefer: "wait=30" });
        expect((body as ConversationReceipt).status).to.equal("completed");
        expect(await read()).to.deep.equal(before);
      }),
  });
});

describe("a service with a token budget", () => {
  it("keeps to the budget across processes and summarises without a model when it is spent", async () => {
    const endpoint = await FakeModelEndpoint.open();
    const used = 2_500;
    const budget = 10_000;
    endpoint.setDefaultReply(replyWithJson(() => aModelAnswer(), { usage: { total_tokens: used } }));
    const settings = {
      MNEME_LLM_BASE_URL: endpoint.url,
      MNEME_LLM_MODEL: "double",
      MNEME_LLM_TOKENS_PER_DAY: String(budget),
    };
    const first = await startService(settings);
    const second = await startService({ ...settings, MNEME_DATA_DIR: first.directory });
    try {
      const [one, other] = [await first.clientWithKey("ada"), await second.clientWithKey("ada")];
      const posted = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          (n % 2 === 0 ? one : other).post(segments, { ...planningConversation, client_session_id: `${n}` }),
        ),
      );
      const makers = await Promise.all(
        posted.map(async (answer) => {
          const { id, status } = answer.body as ConversationReceipt;
          expect(status).to.equal("completed");
          return ((await one.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation).summarised_by;
        }),
      );
      const byModel = makers.filter((maker) => maker === "llm:double").length;
      expect(byModel).to.be.greaterThan(0).and.to.equal(endpoint.requests.length);
      expect(byModel * used).to.be.at.most(budget);
      expect(makers.filter((maker) => maker === "built-in")).to.have.length(12 - byModel);
    } finally {
      await second.close();
      await first.close();
      await endpoint.close();
    }
  });
});
