import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { createWebhookHeaders } from "../../../src/adapters/outbound/webhook-signature.js";

const now = new Date();
const aSecret = (bytes = 24): string => `whsec_${randomBytes(bytes).toString("base64")}`;

/** Texts as they come: JSON, empty, other scripts, long ones. */
const bodyOf = (round: number): string =>
  round % 50 === 0
    ? ""
    : JSON.stringify({
        round,
        text: "naïve 🌱 \u2028\r\n".repeat(round % 40),
        noise: randomBytes(round % 32).toString("hex"),
      });

const isAccepted = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return true;
  } catch (error) {
    expect(error).to.be.instanceOf(WebhookVerificationError);
    return false;
  }
};

describe("The webhook signature", () => {
  it("passes 10,000 checks by the public library, with the old and the new secret during a rotation", () => {
    let accepted = 0;
    for (let round = 0; round < 10_000; round += 1) {
      const [old, fresh] = [aSecret(24 + (round % 41)), aSecret()];
      const secrets = round % 2 === 0 ? [old] : [fresh, old];
      const body = bodyOf(round);
      const said = round % 3 === 0 ? Buffer.from(body) : body;
      const headers = createWebhookHeaders({ id: `msg_${round}`, secrets }, said, now);
      if (secrets.every((secret) => isAccepted(secret, body, headers))) accepted += 1;
    }
    expect(accepted).to.equal(10_000);
  });

  it("is rejected when any signed byte has changed", () => {
    const secret = aSecret();
    const body = JSON.stringify({ text: "Call Ada tomorrow" });
    const headers = createWebhookHeaders({ id: "msg_1", secrets: [secret, aSecret()] }, body, now);
    expect(isAccepted(secret, body, headers)).to.equal(true);
    for (let place = 0; place < body.length; place += 1) {
      const changed = body.slice(0, place) + String.fromCharCode(body.charCodeAt(place) ^ 1) + body.slice(place + 1);
      expect(isAccepted(secret, changed, headers), changed).to.equal(false);
    }
    const another = { "webhook-id": "msg_2", "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) };
    for (const [name, value] of Object.entries(another)) {
      expect(isAccepted(secret, body, { ...headers, [name]: value }), name).to.equal(false);
    }
    expect(isAccepted(aSecret(), body, headers)).to.equal(false);
  });

  it("has a timestamp in whole seconds and one signature per secret", () => {
    const headers = createWebhookHeaders(
      { id: "msg_1", secrets: [aSecret(), aSecret()] },
      "",
      new Date(1_700_000_000_999),
    );
    expect(headers["webhook-timestamp"]).to.equal("1700000000");
    expect(headers["webhook-signature"]).to.match(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  });

  it("is not created with a weak secret or an invalid ID", () => {
    for (const secret of [
      "",
      "whsec_",
      `whsec_${"A".repeat(28)}`,
      randomBytes(24).toString("base64"),
      `${aSecret()}!`,
    ]) {
      expect(() => createWebhookHeaders({ id: "msg_1", secrets: [secret] }, "", now), secret).to.throw(
        /secret is whsec_/,
      );
    }
    expect(() => createWebhookHeaders({ id: "msg_1", secrets: [] }, "", now)).to.throw(/one secret at least/);
    for (const id of ["", "a.b", "a b", "a\r\nb", "é"]) {
      expect(() => createWebhookHeaders({ id, secrets: [aSecret()] }, "", now), id).to.throw(/webhook's id/);
    }
  });
});
