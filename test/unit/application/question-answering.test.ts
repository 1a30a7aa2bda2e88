import { expect } from "chai";
import type { AnswerGenerator, AnswerRequest } from "../../../src/ports/index.js";
import { openCore, neverResolves, segmentsInput, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const asked = { question: "What did I promise?", limit: 10 };

describe("A question", () => {
  const modelRequests: AnswerRequest[] = [];
  const timeLimits: (number | undefined)[] = [];
  const openCoreWithModel = (answer: AnswerGenerator["generateAnswer"]): TestCore =>
    openCore({
      ports: {
        answerer: {
          generateAnswer: (request, withinMs) => {
            modelRequests.push(request);
            timeLimits.push(withinMs);
            return answer(request);
          },
        },
      },
    });
  const createConversation = async (core: TestCore): Promise<string> =>
    (
      await core.conversations.createFromSegments(
        core.requestContext(),
        segmentsInput("I promised Ana to send the score."),
      )
    ).id;

  beforeEach(() => (modelRequests.length = 0));

  it("is answered with passages only when there is no model", async () => {
    const plain = openCore();
    const id = await createConversation(plain);
    const { answer, sources } = await plain.questionAnswering.ask(plain.requestContext(), asked);
    expect(answer).to.equal(null);
    expect(sources.map(({ conversationId }) => conversationId)).to.include(id);
  });

  it("is sent to the model with the passages of its user and their dates", async () => {
    const subject = openCoreWithModel(() => Promise.resolve("To send the score [1]"));
    await createConversation(subject);
    const bob = subject.requestContext("bob");
    await subject.conversations.createFromSegments(
      bob,
      segmentsInput("I promised the vault code quibblewurz to nobody."),
    );
    const { answer, sources } = await subject.questionAnswering.ask(subject.requestContext(), asked);
    expect(answer).to.equal("To send the score [1]");
    const [request] = modelRequests;
    expect(request).to.deep.include({ userId: "ada", userName: "ada", question: asked.question, timeZone: "UTC" });
    expect(request?.passages).to.deep.equal(sources);
    expect(JSON.stringify(request)).to.not.include("quibblewurz");
    for (const { saidAt } of sources) expect(saidAt).to.deep.equal(subject.clock.now());
  });

  it("is not sent to the model when no passages are found", async () => {
    const subject = openCoreWithModel(() => Promise.resolve("Made up [1]"));
    expect(await subject.questionAnswering.ask(subject.requestContext(), asked)).to.deep.equal({
      answer: null,
      sources: [],
    });
    expect(modelRequests).to.deep.equal([]);
  });

  for (const [name, answer] of [
    ["cannot tell", () => Promise.resolve(undefined)],
    ["fails", () => Promise.reject(new Error("away"))],
  ] as const) {
    it(`is answered with passages only when the model ${name}`, async () => {
      const subject = openCoreWithModel(answer);
      await createConversation(subject);
      const answered = await subject.questionAnswering.ask(subject.requestContext(), asked);
      expect(answered.answer).to.equal(null);
      expect(answered.sources).to.not.deep.equal([]);
    });
  }

  it("is answered with passages only when the model timeLimits out", async () => {
    const subject = openCoreWithModel(() => neverResolves);
    await createConversation(subject);
    const answering = subject.questionAnswering.ask(subject.requestContext(), asked);
    while (modelRequests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await subject.scheduler.advance(20_000);
    const { answer, sources } = await answering;
    expect(answer).to.equal(null);
    expect(sources).to.not.deep.equal([]);
    expect(timeLimits.at(-1), "what the model is told").to.equal(20_000);
  });

  it("is answered without sources that are deleted while the model generates", async () => {
    const subject: TestCore = openCoreWithModel(async () => {
      await subject.conversations.delete(subject.requestContext(), gone);
      return "You promised Ana the score [1]";
    });
    const gone = await createConversation(subject);
    const { id } = await subject.memories
      .create(subject.requestContext(), { content: "Promised to call home" })
      .then(({ state }) => state);
    const { answer, sources } = await subject.questionAnswering.ask(subject.requestContext(), asked);
    expect(answer).to.equal(null);
    expect(sources.map(({ memoryId }) => memoryId)).to.deep.equal([id]);
  });

  for (const [fault, input] of [
    ["an empty text", { question: "", limit: 10 }],
    ["a blank text", { question: " \n", limit: 10 }],
    ["2001 characters", { question: "x".repeat(2001), limit: 10 }],
    ["a limit of 0", { question: "What?", limit: 0 }],
    ["a limit of 51", { question: "What?", limit: 51 }],
  ] as const) {
    it(`is rejected with ${fault}`, async () => {
      const subject = openCore();
      await expectDomainRejection("invalid", subject.questionAnswering.ask(subject.requestContext(), input));
    });
  }
});
