import { expect } from "chai";
import fc from "fast-check";
import { parseWebhookResponse } from "../../../src/adapters/outbound/parse-webhook-response.js";
import { webhookResponseFaults, type WebhookResponse } from "../../../src/domain/webhook/webhook-response.js";

const SESSION = "s-1";
const read = (answer: unknown): WebhookResponse => parseWebhookResponse(JSON.stringify(answer), SESSION);
const asking = (notification: unknown): WebhookResponse => read({ session_id: SESSION, notification });
const nothing = { kind: "none" };
const malformed = (reason: string) => ({ kind: "malformed", reason });

describe("parseWebhookResponse", () => {
  it("returns the requested notification with its parameters", () => {
    expect(asking({ prompt: "Cheer {{user_name}} up", params: ["user_name", "user_chat"] })).to.deep.equal({
      kind: "notification",
      prompt: "Cheer {{user_name}} up",
      params: ["user_name", "user_chat"],
    });
  });

  it("returns nothing for a response without a notification or without a body", () => {
    for (const answer of [{ session_id: SESSION }, { session_id: SESSION, notification: null }, {}]) {
      expect(read(answer)).to.deep.equal(nothing);
    }
    for (const body of ["", " \r\n"]) expect(parseWebhookResponse(body, SESSION)).to.deep.equal(nothing);
  });

  it("accepts missing parameters and ignores unknown ones", () => {
    for (const rest of [{}, { params: null }, { params: [] }, { params: ["user_age", "__proto__"], tone: "kind" }]) {
      expect(asking({ prompt: "Drink water", ...rest })).to.deep.equal({
        kind: "notification",
        prompt: "Drink water",
        params: [],
      });
    }
  });

  it("returns each parameter once, in the contract's order", () => {
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
    it(`rejects with ${reason}: ${JSON.stringify(notification).slice(0, 60)}`, () => {
      expect(asking(notification)).to.deep.equal(malformed(reason));
    });
  }

  it("accepts a prompt of 5 to 8,000 code points", () => {
    for (const prompt of ["12345", "🌱🌱🌱🌱🌱", "🌱".repeat(8000)]) expect(asking({ prompt })).to.include({ prompt });
  });

  it("requires the session ID of the delivery", () => {
    const notification = { prompt: "Drink water" };
    expect(read({ notification })).to.deep.equal(malformed("session_id_missing"));
    for (const session_id of ["s-2", "S-1", " s-1", "", 1, null, ["s-1"]]) {
      expect(read({ session_id, notification })).to.deep.equal(malformed("session_id_wrong"));
      expect(read({ session_id })).to.deep.equal(malformed("session_id_wrong"));
    }
  });

  it("requires a JSON object within the size limit", () => {
    for (const body of ["OK", "<html>", "{", '{"session_id": s-1}', "NaN"]) {
      expect(parseWebhookResponse(body, SESSION)).to.deep.equal(malformed("answer_not_json"));
    }
    for (const body of ["null", "1", '"x"', "[]", "true"]) {
      expect(parseWebhookResponse(body, SESSION)).to.deep.equal(malformed("answer_not_object"));
    }
    expect(parseWebhookResponse(" ".repeat(65_537), SESSION)).to.deep.equal(malformed("answer_too_long"));
    expect(parseWebhookResponse("[".repeat(65_536), SESSION)).to.deep.equal(malformed("answer_not_json"));
    expect(parseWebhookResponse("[".repeat(30_000) + "]".repeat(30_000), SESSION)).to.deep.equal(
      malformed("answer_not_object"),
    );
  });

  it("ignores properties from an object's prototype", () => {
    const body = '{"session_id":"s-1","notification":{"__proto__":{"prompt":"Drink water"}}}';
    expect(parseWebhookResponse(body, SESSION)).to.deep.equal(malformed("prompt_malformed"));
  });

  it("never throws, and reports only known reasons", () => {
    const notification = fc.record({ prompt: fc.anything(), params: fc.anything() }, { requiredKeys: [] });
    const answers = fc.oneof(
      fc.anything(),
      fc.record({ session_id: fc.constantFrom(SESSION, "x"), notification: fc.oneof(fc.anything(), notification) }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), answers.map(written), fc.json()), (body) => {
        const answer = parseWebhookResponse(body, SESSION);
        if (answer.kind === "malformed") expect(webhookResponseFaults).to.include(answer.reason);
        if (answer.kind === "notification") expect(Array.from(answer.prompt).length).to.be.within(5, 8000);
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
