import { expect } from "chai";
import { parsePreferHeader } from "../../../src/adapters/http/kernel/headers.js";

describe("The Prefer header (RFC 7240)", () => {
  const read = (prefer?: string) => parsePreferHeader(prefer === undefined ? {} : { prefer });

  it("is ignored when it is absent, unknown or malformed", () => {
    for (const header of [
      undefined,
      "",
      "handling=lenient",
      "wait",
      "wait=soon",
      "wait=-1",
      "respond-asynchronously",
    ]) {
      expect(read(header), header).to.deep.equal({});
    }
  });

  it("requests an immediate response with respond-async", () => {
    const atOnce = { waitMs: 0, appliedPreference: "respond-async" };
    for (const header of ["respond-async", "Respond-Async", "handling=lenient, respond-async", "respond-async; a=b"]) {
      expect(read(header), header).to.deep.equal(atOnce);
    }
  });

  it("sets the maximum wait, capped at 25 seconds", () => {
    expect(read("wait=3")).to.deep.equal({ waitMs: 3000, appliedPreference: "wait=3" });
    expect(read('respond-async, wait="7"')).to.deep.equal({ waitMs: 7000, appliedPreference: "wait=7" });
    expect(read("wait=999999999")).to.deep.equal({ waitMs: 25_000, appliedPreference: "wait=25" });
  });
});
