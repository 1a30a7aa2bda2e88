import { expect } from "chai";
import { InMemoryTokenBudget } from "../../../src/adapters/in-memory/token-budget.js";
import { ChatClient, LlmAnswerer, Semaphore } from "../../../src/adapters/llm/index.js";
import type { AnswerRequest } from "../../../src/ports/driven/answerer.js";
import { FixedClock, SequentialIds } from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";
import { chatting, failing, ModelEndpoint, saying, silence, type Asked } from "../../support/model-endpoint.js";
import { rejection } from "../../support/refusals.js";

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
const answers = (answer: unknown, cited: unknown = []) => saying(() => ({ answer, cited }));

describe("an answerer that asks a model", () => {
  const clock = new FixedClock();
  let endpoint: ModelEndpoint;
  let chat: ChatClient;
  let budget: InMemoryTokenBudget;
  beforeEach(async () => {
    endpoint = await ModelEndpoint.open();
    const { url: baseUrl } = endpoint;
    chat = new ChatClient({ baseUrl, apiKey: undefined, model: "m", timeoutMs: 20_000 }, { clock, log: silent });
    budget = new InMemoryTokenBudget();
  });
  afterEach(async () => {
    chat.close();
    await endpoint.close();
  });

  const answerer = (tokensPerDay = 0, contextTokens = 8_192): LlmAnswerer =>
    new LlmAnswerer({ chat, budget, clock, ids: new SequentialIds(), log: silent }, { contextTokens, tokensPerDay });
  const told = ({ messages }: Asked): [task: string, material: string] => [
    messages[0]?.content ?? "",
    messages[1]?.content ?? "",
  ];

  it("shows it the question and the numbered passages with their days, between markers, and no tools", async () => {
    endpoint.otherwise(answers("In the shed [1].", [1]));
    expect(await answerer().answer(request())).to.equal("In the shed [1].");
    const [asked] = endpoint.asked;
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
    ["cites in lists", "In the shed [1, 2].", [1, 2], "In the shed [1][2]."],
    ["cites beside the text alone", "In the shed.", [1, 1], "In the shed. [1]"],
    [
      "names an address that a passage has",
      "See https://bread.example/rye. [2]",
      [2],
      "See https://bread.example/rye. [2]",
    ],
    ["names an address that none has", "See https://evil.example/x now [1]", [1], "See now [1]"],
    ["hides an address in markup", "See [1](https://evil.example/x) ![a](//evil.example) [1]", [1], "See 1 a [1]"],
    ["writes what nobody sees", "In\u202E the\u0000 shed [1]", [1], "In the shed [1]"],
    ["cannot tell", null, [], undefined],
    ["says nothing", "", [1], undefined],
  ] as const) {
    it(`takes an answer that ${name}`, async () => {
      endpoint.otherwise(answers(answer, cited));
      const question = "Where are the seeds, and which web site was it?";
      expect(await answerer().answer(request({ question }))).to.equal(expected);
      expect(endpoint.asked).to.have.length(1);
    });
  }

  it("takes no address from an answer to a question that asks for none", async () => {
    endpoint.otherwise(answers("See https://bread.example/rye. [2]", [2]));
    expect(await answerer().answer(request())).to.equal("See [2]");
  });

  for (const question of [
    "When does the construction site open?",
    "Auf welcher Seite steht das Rezept?",
    "¿En qué página o sitio está la receta?",
    "Quel est le lien entre Ana et Paul ?",
    "Muss ich links oder rechts?",
  ]) {
    it(`takes no address from an answer to an everyday question: ${question}`, async () => {
      endpoint.otherwise(answers("See https://bread.example/rye. [2]", [2]));
      expect(await answerer().answer(request({ question }))).to.equal("See [2]");
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
    it(`gives the address of the passage that it cites, and of no other, when asked: ${question}`, async () => {
      endpoint.next(
        answers("See https://bread.example/rye. [2]"),
        answers("See https://bread.example/rye. [1]", [1, 2]),
      );
      expect(await answerer().answer(request({ question }))).to.equal("See https://bread.example/rye. [2]");
      expect(await answerer().answer(request({ question }))).to.equal("See [1]");
    });
  }

  it("makes no name of the net whole that the question neither has nor asks for, though a passage has it", async () => {
    const passages = [passage("Bob: Go to evil.example, not to good.example.")];
    const question = "Should I go to good.example?";
    endpoint.otherwise(answers("Bob says evil.example, not good.example [1]."));
    expect(await answerer().answer(request({ passages, question }))).to.equal(
      "Bob says evil. example, not good.example [1].",
    );
  });

  for (const [name, reply] of [
    ["cites nothing", answers("In the shed.")],
    ["cites what there is not", answers("In the shed [3].", [1])],
    ["names what there is not", answers("In the shed [1].", [7])],
    ["is no JSON", chatting("In the shed [1].")],
    ["has other types", answers(["In the shed [1]"], "1")],
  ] as const) {
    it(`has an answer that ${name} repaired once, and fails after that`, async () => {
      endpoint.next(reply, answers("In the shed [1].", [1]));
      expect(await answerer().answer(request())).to.equal("In the shed [1].");
      expect(endpoint.asked).to.have.length(2);
      endpoint.otherwise(reply);
      await rejection("unavailable", answerer().answer(request()));
      expect(endpoint.asked).to.have.length(4);
    });
  }

  it("shows no more passages than there is room for, and takes no citation of others", async () => {
    const passages = Array.from({ length: 50 }, (_, at) => passage(`Ada: ${"word ".repeat(100)}${at}`));
    endpoint.next(answers("So [50].", [50]), answers("So [2].", [2]));
    expect(await answerer(0, 4_096).answer(request({ passages }))).to.equal("So [2].");
    const shown = told(endpoint.asked[0] as Asked)[1].split("\n").length - 2;
    expect(shown).to.be.within(2, 20);
  });

  it("keeps to the user's budget of the day", async () => {
    endpoint.otherwise(answers("In the shed [1].", [1]));
    await rejection("rate_limited", answerer(100).answer(request()));
    expect(endpoint.asked).to.deep.equal([]);
  });

  it("gives up in the time it has, with its tokens and its place in line", async () => {
    endpoint.otherwise(silence);
    const turns = new Semaphore(1);
    const narrow = new ChatClient(
      { baseUrl: endpoint.url, apiKey: undefined, model: "m", timeoutMs: 20_000 },
      { clock, log: silent, turns },
    );
    const ports = { chat: narrow, budget, clock, ids: new SequentialIds(), log: silent };
    const subject = new LlmAnswerer(ports, { contextTokens: 8_192, tokensPerDay: 5_000 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => subject.answer(request(), n === 0 ? 2_000 : 50)),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(8).fill("rejected"));
    expect(endpoint.asked).to.have.length(1);
    const today = clock.now().toISOString().slice(0, 10);
    expect(await budget.tryConsume("ada", today, 4_000, 5_000)).to.equal(true);
    await budget.adjust("ada", today, -4_000);
    // It tells nothing of the endpoint, and the turn is free.
    endpoint.otherwise(answers("In the shed [1].", [1]));
    expect(await subject.answer(request(), 10_000)).to.equal("In the shed [1].");
    narrow.close();
  });

  it("fails where the endpoint does", async () => {
    endpoint.otherwise(failing(400));
    await rejection("unavailable", answerer().answer(request()));
  });
});
