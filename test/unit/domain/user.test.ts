import { expect } from "chai";
import { User } from "../../../src/domain/user/user.js";
import { aUser } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const now = new Date("2026-03-02T09:00:00.000Z");

describe("A user", () => {
  it("uses the given name, or the ID as the display name", () => {
    const name = (displayName?: string) => User.create({ id: "ada", displayName, now }).state.displayName;
    expect([name(" Ada Lovelace "), name(), name(" ")]).to.deep.equal(["Ada Lovelace", "ada", "ada"]);
  });

  it("has the time zone UTC by default", () => {
    expect(User.create({ id: "ada", now }).state).to.deep.include({ timeZone: "UTC", createdAt: now });
    expect(aUser({ timeZone: "UTC" }).edit({ timeZone: "Asia/Kathmandu" }).state.timeZone).to.equal("Asia/Kathmandu");
  });

  it("accepts IANA time zones", () => {
    for (const timeZone of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "EST5EDT"]) {
      expect(aUser().edit({ timeZone }).state.timeZone).to.equal(timeZone);
    }
  });

  it("rejects UTC offsets and unknown time zones", () => {
    for (const timeZone of ["", " ", "+01:00", "-0500", "Mars/Olympus", "Europe/Berlin ", "Europe", "\0"]) {
      const { message } = expectDomainError("invalid", () => aUser().edit({ timeZone }));
      expect(message, JSON.stringify(timeZone)).to.equal("The time zone must be an IANA time zone");
    }
  });

  it("changes only the given non-null fields", () => {
    const before = aUser();
    expect(before.edit({ displayName: null, timeZone: null }).state).to.deep.equal(before.state);
    expect(before.edit({ displayName: " Countess " }).state).to.deep.equal({
      ...before.state,
      displayName: "Countess",
    });
  });

  it("rejects an empty patch", () => {
    const { message } = expectDomainError("invalid", () => aUser().edit({}));
    expect(message).to.equal("The patch contains no property");
  });

  it("limits the length of ID and display name", () => {
    for (const id of ["", " ", "x".repeat(256), "\ud800"]) expectDomainError("invalid", () => User.create({ id, now }));
    expectDomainError("invalid", () => User.create({ id: "ada", displayName: "x".repeat(256), now }));
    expectDomainError("invalid", () => aUser().edit({ displayName: "x".repeat(256) }));
    expect(User.create({ id: "x".repeat(255), now }).state.displayName).to.have.length(255);
  });

  it("rejects a blank display name", () => {
    const { message } = expectDomainError("invalid", () => aUser().edit({ displayName: " \t" }));
    expect(message).to.equal("The display name must not be blank");
  });
});
