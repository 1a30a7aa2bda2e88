import { expect } from "chai";
import { SystemClock } from "../../../src/adapters/system/index.js";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  type ConversationReceipt,
} from "../../support/conversation-requests.js";
import {
  aModelAnswer,
  replyWithText,
  replyWithEmbeddings,
  replyWithError,
  FakeModelEndpoint,
  replyWithJson,
} from "../../support/fake-model-endpoint.js";
import { startService, type TestService } from "../../support/service.js";
import { waitUntil } from "../../support/eventually.js";

const segments = `${CONVERSATIONS_PATH}/from-segments`;
const memories = "/v1/dev/user/memories";

const MAX_COUNTS_AGE_MS = 60_000;

/** The clock of the system, whose monotonic reading can be advanced: caches expire, leases do not. */
class AdvanceableClock extends SystemClock {
  private advancedMs = 0;

  override monotonicMs(): number {
    return super.monotonicMs() + this.advancedMs;
  }

  advanceMonotonic(milliseconds: number): void {
    this.advancedMs += milliseconds;
  }
}

describe("the metrics endpoint", () => {
  let clock: AdvanceableClock;
  let endpoint: FakeModelEndpoint;
  let embeddings: FakeModelEndpoint;
  let service: TestService;

  beforeEach(async () => {
    endpoint = await FakeModelEndpoint.open();
    endpoint.setDefaultReply(replyWithJson(() => aModelAnswer(), { usage: { total_tokens: 120 } }));
    embeddings = await FakeModelEndpoint.open();
    embeddings.setDefaultReply(replyWithEmbeddings(8));
    clock = new AdvanceableClock();
    const environment = {
      MNEME_METRICS_PORT: "0",
      MNEME_LLM_BASE_URL: endpoint.url,
      MNEME_LLM_MODEL: "double",
      MNEME_LLM_TOKENS_PER_DAY: "20000",
      MNEME_EMBEDDINGS_BASE_URL: embeddings.url,
      MNEME_EMBEDDINGS_MODEL: "double-embed",
    };
    service = await startService(environment, { clock });
  });
  afterEach(async () => {
    await service.close();
    await endpoint.close();
    await embeddings.close();
  });

  const text = async (): Promise<string> => (await fetch(service.metrics ?? "")).text();
  /** Of the series of this name whose labels have all of these; 0 when there is none. */
  const valueOf = async (name: string, labels: Record<string, string> = {}): Promise<number> => {
    const lines = (await text())
      .split("\n")
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    const told = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return lines
      .filter((line) => told.every((each) => line.includes(each)))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };

  it("serves Prometheus metrics on a separate loopback port, and nothing else", async () => {
    const url = new URL(service.metrics ?? "");
    expect([url.hostname, url.pathname]).to.deep.equal(["127.0.0.1", "/metrics"]);
    expect(url.origin).not.to.equal(service.url);
    const { headers, status } = await fetch(url);
    expect([status, headers.get("content-type")]).to.deep.equal([200, "text/plain; version=0.0.4; charset=utf-8"]);
    for (const path of ["/", "/healthz", "/metrics/x"]) expect((await fetch(new URL(path, url))).status).to.equal(404);
    expect((await fetch(`${service.url}/metrics`)).status).to.equal(404);
    for (const usual of ["process_cpu_seconds_total", "nodejs_eventloop_lag_seconds"]) {
      expect(await text()).to.include(`# TYPE ${usual} `);
    }
  });

  it("counts requests by route, method and status without values chosen by clients", async () => {
    const client = await service.clientWithKey("ada-of-the-secret-name");
    for (let n = 0; n < 3; n += 1) await client.get(`${CONVERSATIONS_PATH}/no-such-thing-${n}`);
    await fetch(`${service.url}/wp-admin/${"x".repeat(50)}?token=hush`);
    const name = "mneme_http_request_duration_seconds_count";
    const route = `${CONVERSATIONS_PATH}/:conversation_id`;
    expect(await valueOf(name, { route, method: "GET", status: "404" })).to.equal(3);
    expect(await valueOf(name, { route: "none", status: "404" })).to.equal(1);
    expect(await text()).not.to.match(/ada-of|no-such-thing|wp-admin|hush/);
  });

  it("counts summaries by summariser, model calls by outcome, and tokens", async () => {
    const client = await service.clientWithKey("ada");
    const { id } = (await client.post(segments, planningConversation)).body as ConversationReceipt;
    expect(await valueOf("mneme_summaries_total", { summariser: "llm:double", outcome: "made" })).to.equal(1);
    expect(await valueOf("mneme_model_tokens_total", { kind: "chat" })).to.equal(120);
    expect(await valueOf("mneme_model_call_duration_seconds_count", { kind: "chat", outcome: "ok" })).to.equal(1);
    expect(await valueOf("mneme_conversations", { status: "completed" })).to.equal(1);

    endpoint.replyNext(replyWithText("garbage"), replyWithText("garbage"));
    await client.post(segments, planningConversation);
    endpoint.replyNext(replyWithError(401));
    await client.post(segments, planningConversation);
    await waitUntil(async () => (await valueOf("mneme_model_call_duration_seconds_count", { kind: "chat" })) >= 4);
    expect(await valueOf("mneme_model_responses_rejected_total", { reason: "unusable" })).to.equal(1);
    expect(await valueOf("mneme_model_call_duration_seconds_count", { kind: "chat", outcome: "refused" })).to.equal(1);

    for (let n = 0; n < 12; n += 1)
      await client.post(segments, { ...planningConversation, client_session_id: `n${n}` });
    endpoint.setDefaultReply(replyWithJson(() => aModelAnswer(), { usage: { total_tokens: 19_000 } }));
    await client.post(segments, planningConversation);
    await client.post(segments, planningConversation);
    expect(await valueOf("mneme_model_responses_rejected_total", { reason: "over_budget" })).to.be.greaterThan(0);
    expect(await valueOf("mneme_summaries_total", { summariser: "llm:double", outcome: "replaced" })).to.be.greaterThan(
      0,
    );
    expect(await valueOf("mneme_summaries_total", { summariser: "built-in", outcome: "made" })).to.be.greaterThan(0);
    await client.post(`${CONVERSATIONS_PATH}/${id}/reprocess`);
    expect(await valueOf("mneme_summaries_total", { summariser: "llm:double", outcome: "kept" })).to.equal(1);
    expect(await text()).not.to.include('outcome="failed"');
  });

  it("reports how many memories have an embedding and how many wait for one", async () => {
    const client = await service.clientWithKey("ada", ["memories:read", "memories:write"]);
    const contents = Array.from({ length: 40 }, (_, n) => ({ content: `I have ${n} cats` }));
    await client.post(`${memories}/batch`, { memories: contents.slice(0, 25) });
    await client.post(`${memories}/batch`, { memories: contents.slice(25) });
    const embedded = (state: string): Promise<number> =>
      valueOf("mneme_embeddings", { embedder: "llm:double-embed", state });
    expect((await embedded("done")) + (await embedded("waiting"))).to.equal(40);
    await client.get(`${memories}/vector/search?query=pets`);
    await waitUntil(async () => {
      clock.advanceMonotonic(MAX_COUNTS_AGE_MS);
      return (await embedded("done")) === 40;
    });
    expect(await embedded("waiting")).to.equal(0);
    expect(await valueOf("mneme_model_call_duration_seconds_count", { kind: "query", outcome: "ok" })).to.equal(1);
  });
});
