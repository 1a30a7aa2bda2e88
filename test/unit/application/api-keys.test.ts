import { expect } from "chai";
import { openCore } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const all = { page: { limit: 100 }, withTotal: true };
const nothing = { items: [], next: null, total: 0 };

describe("api keys", () => {
  it("show their secret once, and keep a hint of it", async () => {
    const { apiKeys, call } = openCore({ options: { keyPrefix: "our_" } });
    const { key, secret } = await apiKeys.create(call(), { name: "script" });
    expect(secret).to.match(/^our_[0-9a-f]{32}$/);
    expect(key.state.keyPrefix).to.equal(`our_${secret.slice(4, 8)}...${secret.slice(-4)}`);
    expect(JSON.stringify(await apiKeys.list(call(), all))).not.to.include(secret.slice(4));
  });

  it("are listed newest first, to their user alone", async () => {
    const { apiKeys, call, clock } = openCore();
    for (const name of ["old", "new"]) {
      await apiKeys.create(call(), { name });
      clock.advance(1_000);
    }
    expect((await apiKeys.list(call(), all)).items.map(({ state }) => state.name)).to.deep.equal(["new", "old"]);
    expect(await apiKeys.list(call("bob"), all)).to.deep.equal(nothing);
  });

  it("are revoked once, by their user alone", async () => {
    const { apiKeys, call } = openCore();
    const { key } = await apiKeys.create(call(), { name: "script" });
    expect((await rejection("not_found", apiKeys.revoke(call("bob"), key.state.id))).message).to.equal("Key not found");
    await apiKeys.revoke(call(), key.state.id);
    await rejection("not_found", apiKeys.revoke(call(), key.state.id));
    expect(await apiKeys.list(call(), all)).to.deep.equal(nothing);
  });

  it("are not kept when they break a rule", async () => {
    const { apiKeys, call } = openCore();
    await rejection("invalid", apiKeys.create(call(), { name: " " }));
    expect(await apiKeys.list(call(), all)).to.deep.equal(nothing);
  });
});
