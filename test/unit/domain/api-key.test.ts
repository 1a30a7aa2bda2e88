import { expect } from "chai";
import { ApiKey, readOnlyScopes, apiScopes, type NewApiKey } from "../../../src/domain/user/api-key.js";
import { anApiKey } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const create = (input: Partial<NewApiKey> = {}) =>
  ApiKey.create({ name: "script", ...input }, { id: "k", userId: "ada", now, digest: "d", keyPrefix: "p" }).state;

describe("An API key", () => {
  it("has read-only scopes by default", () => {
    const readScopes = ["conversations:read", "memories:read", "action_items:read", "goals:read"];
    expect(create().scopes).to.deep.equal(readScopes).and.to.deep.equal(readOnlyScopes);
    expect(create({ scopes: null }).scopes).to.deep.equal(readScopes);
  });

  it("has the requested scopes without duplicates", () => {
    expect(create({ scopes: ["goals:write", "goals:read", "goals:write"] }).scopes).to.have.members([
      "goals:read",
      "goals:write",
    ]);
    expect(create({ scopes: apiScopes }).scopes).to.deep.equal(apiScopes);
  });

  it("requires at least one scope and rejects unknown ones", () => {
    const unknown = expectDomainError("invalid", () => create({ scopes: ["goals:read", "goals:burn"] }));
    expect(unknown.code).to.equal("scopes_unknown");
    expect(unknown.message).to.match(/^The scopes are conversations:read, .*, goals:write$/);
    expectDomainError("invalid", () => create({ scopes: [] }));
  });

  it("requires a non-blank name", () => {
    for (const name of ["", " \n"]) {
      expect(expectDomainError("invalid", () => create({ name })).message).to.equal(
        "The name of an API key must not be blank",
      );
    }
    expect(create({ name: " script " }).name).to.equal(" script ");
  });

  it("is unused at first, and needs a last-use update at most once per minute", () => {
    expect(create().lastUsedAt).to.equal(null);
    expect(anApiKey().needsLastUsedUpdate(now)).to.be.true;
    const used = anApiKey().markUsed(now);
    expect(used.state.lastUsedAt).to.deep.equal(now);
    expect(used.needsLastUsedUpdate(after(59_999))).to.be.false;
    expect(used.needsLastUsedUpdate(after(60_000))).to.be.true;
  });
});
