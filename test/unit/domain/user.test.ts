import { expect } from "chai";
import { User } from "../../../src/domain/user.js";
import { aUser } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const now = new Date("2026-03-02T09:00:00.000Z");

describe("a user", () => {
  it("is called by the name given, else by the id", () => {
    const name = (displayName?: string) => User.create({ id: "ada", displayName, now }).state.displayName;
    expect([name(" Ada Lovelace "), name(), name(" ")]).to.deep.equal(["Ada Lovelace", "ada", "ada"]);
  });

  it("lives in UTC until told otherwise", () => {
    expect(User.create({ id: "ada", now }).state).to.deep.include({ timeZone: "UTC", createdAt: now });
    expect(aUser({ timeZone: "UTC" }).edit({ timeZone: "Asia/Kathmandu" }).state.timeZone).to.equal("Asia/Kathmandu");
  });

  it("takes every zone of IANA", () => {
    for (const timeZone of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "EST5EDT"]) {
      expect(aUser().edit({ timeZone }).state.timeZone).to.equal(timeZone);
    }
  });

  it("takes no zone that knows no summer time, and none that does not exist", () => {
    for (const timeZone of ["", " ", "+01:00", "-0500", "Mars/Olympus", "Europe/Berlin ", "Europe", "\0"]) {
      const { message } = refusal("invalid", () => aUser().edit({ timeZone }));
      expect(message, JSON.stringify(timeZone)).to.equal("time_zone must be an IANA time zone");
    }
  });

  it("changes only what an edit names", () => {
    const before = aUser();
    expect(before.edit({ displayName: null, timeZone: null }).state).to.deep.equal(before.state);
    expect(before.edit({ displayName: " Countess " }).state).to.deep.equal({
      ...before.state,
      displayName: "Countess",
    });
  });

  it("is not changed by a patch of nothing", () => {
    const { message } = refusal("invalid", () => aUser().edit({}));
    expect(message).to.equal("At least one field (display_name, time_zone) must be provided");
  });

  it("has an id that can name rows, and a name that can be shown beside every word", () => {
    for (const id of ["", " ", "x".repeat(256), "\ud800"]) refusal("invalid", () => User.create({ id, now }));
    refusal("invalid", () => User.create({ id: "ada", displayName: "x".repeat(256), now }));
    refusal("invalid", () => aUser().edit({ displayName: "x".repeat(256) }));
    expect(User.create({ id: "x".repeat(255), now }).state.displayName).to.have.length(255);
  });

  it("is not renamed to nothing", () => {
    const { message } = refusal("invalid", () => aUser().edit({ displayName: " \t" }));
    expect(message).to.equal("display_name cannot be empty");
  });
});
