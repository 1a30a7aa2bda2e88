import { expect } from "chai";
import { ApiKey, readOnly, scopes, SCOPES_UNKNOWN, type NewApiKey } from "../../../src/domain/api-key.js";
import { anApiKey } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const create = (input: Partial<NewApiKey> = {}) =>
  ApiKey.create({ name: "script", ...input }, { id: "k", userId: "ada", now, digest: "d", keyPrefix: "p" }).state;

describe("a key", () => {
  it("may only read when its maker names no scopes", () => {
    const four = ["conversations:read", "memories:read", "action_items:read", "goals:read"];
    expect(create().scopes).to.deep.equal(four).and.to.deep.equal(readOnly);
    expect(create({ scopes: null }).scopes).to.deep.equal(four);
  });

  it("may do what its maker names, each once", () => {
    expect(create({ scopes: ["goals:write", "goals:read", "goals:write"] }).scopes).to.have.members([
      "goals:read",
      "goals:write",
    ]);
    expect(create({ scopes }).scopes).to.deep.equal(scopes);
  });

  it("has no unknown scope, and at least one", () => {
    const unknown = refusal("invalid", () => create({ scopes: ["goals:read", "goals:burn"] }));
    expect(unknown.code).to.equal(SCOPES_UNKNOWN);
    expect(unknown.message).to.match(/^Invalid scopes\. Available: \['conversations:read', .*'goals:write'\]$/);
    refusal("invalid", () => create({ scopes: [] }));
  });

  it("has a name that is not blank", () => {
    for (const name of ["", " \n"]) {
      expect(refusal("invalid", () => create({ name })).message).to.equal("Key name cannot be empty");
    }
    expect(create({ name: " script " }).name).to.equal(" script ");
  });

  it("is unused at first, and notes its use once a minute", () => {
    expect(create().lastUsedAt).to.equal(null);
    expect(anApiKey().wasUnusedBefore(now)).to.be.true;
    const used = anApiKey().used(now);
    expect(used.state.lastUsedAt).to.deep.equal(now);
    expect(used.wasUnusedBefore(after(59_999))).to.be.false;
    expect(used.wasUnusedBefore(after(60_000))).to.be.true;
  });
});
