import { expect } from "chai";
import type { Answerer, AnswerRequest } from "../../../src/ports/index.js";
import { openCore, never, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const asked = { question: "What did I promise?", limit: 10 };

describe("a question", () => {
  const told: AnswerRequest[] = [];
  const times: (number | undefined)[] = [];
  const core = (answer: Answerer["answer"]): Core =>
    openCore({
      ports: {
        answerer: {
          answer: (request, withinMs) => {
            told.push(request);
            times.push(withinMs);
            return answer(request);
          },
        },
      },
    });
  const filled = async (core: Core): Promise<string> =>
    (await core.conversations.createFromSegments(core.call(), saying("I promised Ana to send the score."))).id;

  beforeEach(() => (told.length = 0));

  it("is answered by the passages alone where there is no model", async () => {
    const plain = openCore();
    const id = await filled(plain);
    const { answer, sources } = await plain.asking.ask(plain.call(), asked);
    expect(answer).to.equal(null);
    expect(sources.map(({ conversationId }) => conversationId)).to.include(id);
  });

  it("is put to the model with the passages of its user, and with the day of each", async () => {
    const subject = core(() => Promise.resolve("To send the score [1]"));
    await filled(subject);
    const bob = subject.call("bob");
    await subject.conversations.createFromSegments(bob, saying("I promised the vault code quibblewurz to nobody."));
    const { answer, sources } = await subject.asking.ask(subject.call(), asked);
    expect(answer).to.equal("To send the score [1]");
    const [request] = told;
    expect(request).to.deep.include({ userId: "ada", userName: "ada", question: asked.question, timeZone: "UTC" });
    expect(request?.passages).to.deep.equal(sources);
    expect(JSON.stringify(request)).to.not.include("quibblewurz");
    for (const { saidAt } of sources) expect(saidAt).to.deep.equal(subject.clock.now());
  });

  it("is not put to the model where nothing was found", async () => {
    const subject = core(() => Promise.resolve("Made up [1]"));
    expect(await subject.asking.ask(subject.call(), asked)).to.deep.equal({ answer: null, sources: [] });
    expect(told).to.deep.equal([]);
  });

  for (const [name, answer] of [
    ["cannot tell", () => Promise.resolve(undefined)],
    ["fails", () => Promise.reject(new Error("away"))],
  ] as const) {
    it(`is answered by the passages alone where the model ${name}`, async () => {
      const subject = core(answer);
      await filled(subject);
      const answered = await subject.asking.ask(subject.call(), asked);
      expect(answered.answer).to.equal(null);
      expect(answered.sources).to.not.deep.equal([]);
    });
  }

  it("is answered by the passages alone where the model takes too long", async () => {
    const subject = core(() => never);
    await filled(subject);
    const answering = subject.asking.ask(subject.call(), asked);
    while (told.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await subject.scheduler.advance(20_000);
    const { answer, sources } = await answering;
    expect(answer).to.equal(null);
    expect(sources).to.not.deep.equal([]);
    expect(times.at(-1), "what the model is told").to.equal(20_000);
  });

  it("is answered by nothing of what is deleted while the model writes", async () => {
    const subject: Core = core(async () => {
      await subject.conversations.delete(subject.call(), gone);
      return "You promised Ana the score [1]";
    });
    const gone = await filled(subject);
    const { id } = await subject.memories
      .create(subject.call(), { content: "Promised to call home" })
      .then(({ state }) => state);
    const { answer, sources } = await subject.asking.ask(subject.call(), asked);
    expect(answer).to.equal(null);
    expect(sources.map(({ memoryId }) => memoryId)).to.deep.equal([id]);
  });

  for (const wrong of [
    { question: "", limit: 10 },
    { question: " \n", limit: 10 },
    { question: "x".repeat(2001), limit: 10 },
    { question: "What?", limit: 0 },
    { question: "What?", limit: 51 },
  ]) {
    it(`is refused: ${JSON.stringify(wrong).slice(0, 60)}`, async () => {
      const subject = openCore();
      await rejection("invalid", subject.asking.ask(subject.call(), wrong));
    });
  }
});
