import { expect } from "chai";
import { openCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

describe("Users", () => {
  it("are registered once", async () => {
    const { users, requestContext: call } = openCore();
    const first = await users.register({ id: "ada", displayName: "Ada" });
    expect((await users.register({ id: "ada", displayName: "Other" })).state).to.deep.equal(first.state);
    expect((await users.getProfile(call())).state).to.deep.equal(first.state);
  });

  it("can change their own profile", async () => {
    const { users, requestContext: call } = openCore();
    await users.register({ id: "ada" });
    await users.register({ id: "bob" });
    await users.updateProfile(call(), { timeZone: "Europe/Berlin" });
    const zones = await Array.fromAsync(users.listAll(), ({ state }) => [state.id, state.timeZone]);
    expect(zones).to.deep.equal([
      ["ada", "Europe/Berlin"],
      ["bob", "UTC"],
    ]);
    await expectDomainRejection("invalid", users.updateProfile(call(), { displayName: " " }));
  });

  it("are iterated completely over several pages", async () => {
    const { users } = openCore();
    const ids = Array.from({ length: 1_001 }, (_, number) => `user-${String(number).padStart(4, "0")}`);
    for (const id of ids) await users.register({ id });
    expect(await Array.fromAsync(users.listAll(), ({ state }) => state.id)).to.deep.equal(ids);
    expect((await users.list({ limit: 1 })).map(({ state }) => state.id)).to.deep.equal(ids.slice(0, 1));
  });

  it("that are not registered have no profile", async () => {
    const { users, requestContext: call } = openCore();
    await expectDomainRejection("not_found", users.getProfile(call()));
    await expectDomainRejection("not_found", users.updateProfile(call(), {}));
  });
});
