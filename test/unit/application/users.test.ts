import { expect } from "chai";
import { openCore } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

describe("users", () => {
  it("are made once", async () => {
    const { users, call } = openCore();
    const first = await users.register({ id: "ada", displayName: "Ada" });
    expect((await users.register({ id: "ada", displayName: "Other" })).state).to.deep.equal(first.state);
    expect((await users.profile(call())).state).to.deep.equal(first.state);
  });

  it("change their own profile", async () => {
    const { users, call } = openCore();
    await users.register({ id: "ada" });
    await users.register({ id: "bob" });
    await users.updateProfile(call(), { timeZone: "Europe/Berlin" });
    const zones = await Array.fromAsync(users.listAll(), ({ state }) => [state.id, state.timeZone]);
    expect(zones).to.deep.equal([
      ["ada", "Europe/Berlin"],
      ["bob", "UTC"],
    ]);
    await rejection("invalid", users.updateProfile(call(), { displayName: " " }));
  });

  it("are listed one by one, however many pages there are", async () => {
    const { users } = openCore();
    const ids = Array.from({ length: 1_001 }, (_, number) => `user-${String(number).padStart(4, "0")}`);
    for (const id of ids) await users.register({ id });
    expect(await Array.fromAsync(users.listAll(), ({ state }) => state.id)).to.deep.equal(ids);
    expect((await users.list({ limit: 1 })).map(({ state }) => state.id)).to.deep.equal(ids.slice(0, 1));
  });

  it("that nobody made have no profile", async () => {
    const { users, call } = openCore();
    await rejection("not_found", users.profile(call()));
    await rejection("not_found", users.updateProfile(call(), {}));
  });
});
