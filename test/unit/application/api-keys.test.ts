import { expect } from "chai";
import { openCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const all = { page: { limit: 100 }, includeTotal: true };
const nothing = { items: [], nextCursor: null, total: 0 };

describe("API keys", () => {
  it("return the secret once and store only a hint of it", async () => {
    const { apiKeys, requestContext: call } = openCore({ options: { keyPrefix: "our_" } });
    const { key, secret } = await apiKeys.create(call(), { name: "script" });
    expect(secret).to.match(/^our_[0-9a-f]{32}$/);
    expect(key.state.keyPrefix).to.equal(`our_${secret.slice(4, 8)}...${secret.slice(-4)}`);
    expect(JSON.stringify(await apiKeys.list(call(), all))).not.to.include(secret.slice(4));
  });

  it("are listed newest first, to their owner only", async () => {
    const { apiKeys, requestContext: call, clock } = openCore();
    for (const name of ["old", "new"]) {
      await apiKeys.create(call(), { name });
      clock.advance(1_000);
    }
    expect((await apiKeys.list(call(), all)).items.map(({ state }) => state.name)).to.deep.equal(["new", "old"]);
    expect(await apiKeys.list(call("bob"), all)).to.deep.equal(nothing);
  });

  it("can be revoked once, and only by their owner", async () => {
    const { apiKeys, requestContext: call } = openCore();
    const { key } = await apiKeys.create(call(), { name: "script" });
    expect((await expectDomainRejection("not_found", apiKeys.revoke(call("bob"), key.state.id))).message).to.equal(
      "Key not found",
    );
    await apiKeys.revoke(call(), key.state.id);
    await expectDomainRejection("not_found", apiKeys.revoke(call(), key.state.id));
    expect(await apiKeys.list(call(), all)).to.deep.equal(nothing);
  });

  it("are not stored when the input is invalid", async () => {
    const { apiKeys, requestContext: call } = openCore();
    await expectDomainRejection("invalid", apiKeys.create(call(), { name: " " }));
    expect(await apiKeys.list(call(), all)).to.deep.equal(nothing);
  });
});
