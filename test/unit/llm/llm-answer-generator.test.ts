import { expect } from "chai";
import { InMemoryTokenBudget } from "../../../src/adapters/in-memory/coordination.js";
import { ChatClient, LlmAnswerGenerator } from "../../../src/adapters/llm/index.js";
import { createRuntimeComponents, Semaphore } from "../../../src/adapters/runtime/index.js";
import { SystemScheduler } from "../../../src/adapters/system/index.js";
import type { AnswerRequest } from "../../../src/ports/driven/models/text-generators.js";
import { FixedClock, SequentialIds } from "../../../src/testing/index.js";
import { silentEventLog } from "../../support/test-core.js";
import {
  replyWithText,
  replyWithError,
  FakeModelEndpoint,
  replyWithJson,
  neverReply,
  type ModelRequest,
} from "../../support/fake-model-endpoint.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const saidAt = new Date("2026-03-02T09:00:00Z");
const passage = (text: string): AnswerRequest["passages"][number] => ({ text, saidAt });
const garden = passage("Ana: The seeds are in the shed.\nAda: I will buy a spade.");
const bread = passage("Ada: I bake bread, see https://bread.example/rye for how.");
const request = (with_: Partial<AnswerRequest> = {}): AnswerRequest => ({
  userId: "ada",
  userName: "Ada",
  timeZone: "Europe/Berlin",
  now: new Date("2026-03-09T09:00:00Z"),
  question: "Where are the seeds?",
  passages: [garden, bread],
  ...with_,
});
const answers = (answer: unknown, cited: unknown = []) => replyWithJson(() => ({ answer, cited }));

describe("The LLM answer generator", () => {
  const clock = new FixedClock();
  const runtime = createRuntimeComponents({ clock, scheduler: new SystemScheduler() });
  let endpoint: FakeModelEndpoint;
  let chat: ChatClient;
  let budget: InMemoryTokenBudget;
  beforeEach(async () => {
    endpoint = await FakeModelEndpoint.open();
    const { url: baseUrl } = endpoint;
    chat = new ChatClient(
      { baseUrl, apiKey: undefined, model: "m", timeoutMs: 20_000 },
      { runtime, log: silentEventLog },
    );
    budget = new InMemoryTokenBudget();
  });
  afterEach(async () => {
    chat.close();
    await endpoint.close();
  });

  const answerer = (tokensPerDay = 0, contextTokens = 8_192): LlmAnswerGenerator =>
    new LlmAnswerGenerator(
      { chat, budget, clock, ids: new SequentialIds(), log: silentEventLog },
      { contextTokens, tokensPerDay },
    );
  const told = ({ messages }: ModelRequest): [task: string, material: string] => [
    messages[0]?.content ?? "",
    messages[1]?.content ?? "",
  ];

  it("sends the question and numbered, dated passages between markers, without tools", async () => {
    endpoint.setDefaultReply(answers("In the shed [1].", [1]));
    expect(await answerer().generateAnswer(request())).to.equal("In the shed [1].");
    const [asked] = endpoint.requests;
    if (!asked) throw new Error("was not asked");
    const [task, material] = told(asked);
    expect(task).to.include('"Where are the seeds?"').and.include("2026-03-09T10:00 (Monday)");
    const [marker = "", ...lines] = material.split("\n");
    expect(task).to.include(marker);
    expect(lines).to.deep.equal([
      "[1] (2026-03-02T10:00 (Monday)) Ana: The seeds are in the shed.",
      "    Ada: I will buy a spade.",
      "[2] (2026-03-02T10:00 (Monday)) Ada: I bake bread, see https://bread.example/rye for how.",
      marker,
    ]);
    expect(asked.body).not.to.have.any.keys("tools", "tool_choice", "functions");
  });

  for (const [name, answer, cited, expected] of [
    ["has lists of citations", "In the shed [1, 2].", [1, 2], "In the shed [1][2]."],
    ["has citations only in the separate list", "In the shed.", [1, 1], "In the shed. [1]"],
    ["contains a URL of a passage", "See https://bread.example/rye. [2]", [2], "See https://bread.example/rye. [2]"],
    ["contains a URL of no passage", "See https://evil.example/x now [1]", [1], "See now [1]"],
    ["hides a URL in markup", "See [1](https://evil.example/x) ![a](//evil.example) [1]", [1], "See 1 a [1]"],
    ["contains invisible characters", "In\u202E the\u0000 shed [1]", [1], "In the shed [1]"],
    ["states that it does not know", null, [], undefined],
    ["has no text", "", [1], undefined],
  ] as const) {
    it(`accepts an answer that ${name}`, async () => {
      endpoint.setDefaultReply(answers(answer, cited));
      const question = "Where are the seeds, and which web site was it?";
      expect(await answerer().generateAnswer(request({ question }))).to.equal(expected);
      expect(endpoint.requests).to.have.length(1);
    });
  }

  it("removes URLs from an answer when the question asks for none", async () => {
    endpoint.setDefaultReply(answers("See https://bread.example/rye. [2]", [2]));
    expect(await answerer().generateAnswer(request())).to.equal("See [2]");
  });

  for (const question of [
    "When does the construction site open?",
    "Auf welcher Seite steht das Rezept?",
    "¿En qué página o sitio está la receta?",
    "Quel est le lien entre Ana et Paul ?",
    "Muss ich links oder rechts?",
  ]) {
    it(`removes URLs from an answer to an everyday question: ${question}`, async () => {
      endpoint.setDefaultReply(answers("See https://bread.example/rye. [2]", [2]));
      expect(await answerer().generateAnswer(request({ question }))).to.equal("See [2]");
    });
  }

  for (const question of [
    "What was the URL?",
    "Send me that link",
    "What is their homepage?",
    "Wie war die Internetadresse?",
    "Quelle est l'adresse web ?",
    "¿Cuál era la página web?",
    "Qual è il sito web?",
    "Qual era o endereço web?",
    "Wat was de website?",
  ]) {
    it(`keeps a URL of the cited passage only, when asked: ${question}`, async () => {
      endpoint.replyNext(
        answers("See https://bread.example/rye. [2]"),
        answers("See https://bread.example/rye. [1]", [1, 2]),
      );
      expect(await answerer().generateAnswer(request({ question }))).to.equal("See https://bread.example/rye. [2]");
      expect(await answerer().generateAnswer(request({ question }))).to.equal("See [1]");
    });
  }

  it("splits a host name from a passage when the question neither contains it nor asks for it", async () => {
    const passages = [passage("Bob: Go to evil.example, not to good.example.")];
    const question = "Should I go to good.example?";
    endpoint.setDefaultReply(answers("Bob says evil.example, not good.example [1]."));
    expect(await answerer().generateAnswer(request({ passages, question }))).to.equal(
      "Bob says evil. example, not good.example [1].",
    );
  });

  for (const [name, reply] of [
    ["has no citations", answers("In the shed.")],
    ["cites an unknown passage in the text", answers("In the shed [3].", [1])],
    ["cites an unknown passage in the list", answers("In the shed [1].", [7])],
    ["is not JSON", replyWithText("In the shed [1].")],
    ["has values of wrong types", answers(["In the shed [1]"], "1")],
  ] as const) {
    it(`requests one repair of an answer that ${name}, and then fails`, async () => {
      endpoint.replyNext(reply, answers("In the shed [1].", [1]));
      expect(await answerer().generateAnswer(request())).to.equal("In the shed [1].");
      expect(endpoint.requests).to.have.length(2);
      endpoint.setDefaultReply(reply);
      await expectDomainRejection("unavailable", answerer().generateAnswer(request()));
      expect(endpoint.requests).to.have.length(4);
    });
  }

  it("sends only passages that fit the context, and rejects citations of others", async () => {
    const passages = Array.from({ length: 50 }, (_, at) => passage(`Ada: ${"word ".repeat(100)}${at}`));
    endpoint.replyNext(answers("So [50].", [50]), answers("So [2].", [2]));
    expect(await answerer(0, 4_096).generateAnswer(request({ passages }))).to.equal("So [2].");
    const shown = told(endpoint.requests[0] as ModelRequest)[1].split("\n").length - 2;
    expect(shown).to.be.within(2, 20);
  });

  it("respects the user's daily token budget", async () => {
    endpoint.setDefaultReply(answers("In the shed [1].", [1]));
    await expectDomainRejection("rate_limited", answerer(100).generateAnswer(request()));
    expect(endpoint.requests).to.deep.equal([]);
  });

  it("times out and releases its tokens and its permit", async () => {
    endpoint.setDefaultReply(neverReply);
    const turns = new Semaphore(1);
    const narrow = new ChatClient(
      { baseUrl: endpoint.url, apiKey: undefined, model: "m", timeoutMs: 20_000 },
      { runtime, log: silentEventLog, limiter: turns },
    );
    const ports = { chat: narrow, budget, clock, ids: new SequentialIds(), log: silentEventLog };
    const subject = new LlmAnswerGenerator(ports, { contextTokens: 8_192, tokensPerDay: 5_000 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => subject.generateAnswer(request(), n === 0 ? 2_000 : 50)),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(8).fill("rejected"));
    expect(endpoint.requests).to.have.length(1);
    const today = clock.now().toISOString().slice(0, 10);
    expect(await budget.tryConsume("ada", today, 4_000, 5_000)).to.equal(true);
    await budget.adjust("ada", today, -4_000);
    // It tells nothing of the endpoint, and the turn is free.
    endpoint.setDefaultReply(answers("In the shed [1].", [1]));
    expect(await subject.generateAnswer(request(), 10_000)).to.equal("In the shed [1].");
    narrow.close();
  });

  it("fails when the endpoint fails", async () => {
    endpoint.setDefaultReply(replyWithError(400));
    await expectDomainRejection("unavailable", answerer().generateAnswer(request()));
  });
});
