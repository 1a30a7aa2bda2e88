import { expect } from "chai";
import fc from "fast-check";
import { answerFaults, readWebhookAnswer, type WebhookAnswer } from "../../../src/domain/webhook-answer.js";

const SESSION = "s-1";
const read = (answer: unknown): WebhookAnswer => readWebhookAnswer(JSON.stringify(answer), SESSION);
const asking = (notification: unknown): WebhookAnswer => read({ session_id: SESSION, notification });
const nothing = { kind: "nothing" };
const refused = (reason: string) => ({ kind: "refused", reason });

describe("what a webhook answered", () => {
  it("asks for a notification, with the variables that it names", () => {
    expect(asking({ prompt: "Cheer {{user_name}} up", params: ["user_name", "user_chat"] })).to.deep.equal({
      kind: "asks",
      prompt: "Cheer {{user_name}} up",
      params: ["user_name", "user_chat"],
    });
  });

  it("asks for nothing when it has no notification, or nothing at all", () => {
    for (const answer of [{ session_id: SESSION }, { session_id: SESSION, notification: null }, {}]) {
      expect(read(answer)).to.deep.equal(nothing);
    }
    for (const body of ["", " \r\n"]) expect(readWebhookAnswer(body, SESSION)).to.deep.equal(nothing);
  });

  it("may leave out its variables, and what is not known is ignored", () => {
    for (const rest of [{}, { params: null }, { params: [] }, { params: ["user_age", "__proto__"], tone: "kind" }]) {
      expect(asking({ prompt: "Drink water", ...rest })).to.deep.equal({
        kind: "asks",
        prompt: "Drink water",
        params: [],
      });
    }
  });

  it("names each variable once, in the contract's order", () => {
    const { params } = asking({ prompt: "Drink water", params: ["user_chat", "user_name", "user_chat"] }) as {
      params: unknown;
    };
    expect(params).to.deep.equal(["user_name", "user_chat"]);
  });

  for (const [reason, notification] of [
    ["notification_malformed", "Drink water"],
    ["notification_malformed", [{ prompt: "Drink water" }]],
    ["notification_malformed", true],
    ["prompt_malformed", {}],
    ["prompt_malformed", { prompt: 12345 }],
    ["prompt_malformed", { prompt: ["Drink water"] }],
    ["prompt_malformed", { prompt: "Drink \ud800 water" }],
    ["prompt_too_short", { prompt: "" }],
    ["prompt_too_short", { prompt: "1234" }],
    ["prompt_too_short", { prompt: "🌱🌱🌱🌱" }],
    ["prompt_too_long", { prompt: "x".repeat(8001) }],
    ["prompt_blank", { prompt: " \n\t\u2003  " }],
    ["params_malformed", { prompt: "Drink water", params: "user_name" }],
    ["params_malformed", { prompt: "Drink water", params: [1] }],
    ["params_malformed", { prompt: "Drink water", params: { 0: "user_name" } }],
    ["params_malformed", { prompt: "Drink water", params: Array.from({ length: 33 }, () => "user_name") }],
    ["params_malformed", { prompt: "Drink water", params: ["x".repeat(65)] }],
  ] as const) {
    it(`is refused as ${reason}: ${JSON.stringify(notification).slice(0, 60)}`, () => {
      expect(asking(notification)).to.deep.equal(refused(reason));
    });
  }

  it("has a prompt of five characters at least and 8,000 at most, each counted once", () => {
    for (const prompt of ["12345", "🌱🌱🌱🌱🌱", "🌱".repeat(8000)]) expect(asking({ prompt })).to.include({ prompt });
  });

  it("is of the session that the webhook told of", () => {
    const notification = { prompt: "Drink water" };
    expect(read({ notification })).to.deep.equal(refused("session_id_missing"));
    for (const session_id of ["s-2", "S-1", " s-1", "", 1, null, ["s-1"]]) {
      expect(read({ session_id, notification })).to.deep.equal(refused("session_id_wrong"));
      expect(read({ session_id })).to.deep.equal(refused("session_id_wrong"));
    }
  });

  it("is JSON, an object, and of a size that is read", () => {
    for (const body of ["OK", "<html>", "{", '{"session_id": s-1}', "NaN"]) {
      expect(readWebhookAnswer(body, SESSION)).to.deep.equal(refused("answer_not_json"));
    }
    for (const body of ["null", "1", '"x"', "[]", "true"]) {
      expect(readWebhookAnswer(body, SESSION)).to.deep.equal(refused("answer_not_object"));
    }
    expect(readWebhookAnswer(" ".repeat(65_537), SESSION)).to.deep.equal(refused("answer_too_long"));
    expect(readWebhookAnswer("[".repeat(65_536), SESSION)).to.deep.equal(refused("answer_not_json"));
    expect(readWebhookAnswer("[".repeat(30_000) + "]".repeat(30_000), SESSION)).to.deep.equal(
      refused("answer_not_object"),
    );
  });

  it("takes nothing from an object's prototype", () => {
    const body = '{"session_id":"s-1","notification":{"__proto__":{"prompt":"Drink water"}}}';
    expect(readWebhookAnswer(body, SESSION)).to.deep.equal(refused("prompt_malformed"));
  });

  it("is read without a throw, whatever it is, and its fault tells nothing of it", () => {
    const notification = fc.record({ prompt: fc.anything(), params: fc.anything() }, { requiredKeys: [] });
    const answers = fc.oneof(
      fc.anything(),
      fc.record({ session_id: fc.constantFrom(SESSION, "x"), notification: fc.oneof(fc.anything(), notification) }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), answers.map(written), fc.json()), (body) => {
        const answer = readWebhookAnswer(body, SESSION);
        if (answer.kind === "refused") expect(answerFaults).to.include(answer.reason);
        if (answer.kind === "asks") expect(Array.from(answer.prompt).length).to.be.within(5, 8000);
      }),
    );
  });
});

/** Of what JSON cannot say, nothing. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value ?? null, (_, each: unknown) => (typeof each === "bigint" ? Number(each) : each));
  } catch (error) {
    if (error instanceof TypeError) return "";
    throw error;
  }
}
