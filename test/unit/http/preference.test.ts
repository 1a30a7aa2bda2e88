import { expect } from "chai";
import { readPreference } from "../../../src/adapters/http/preference.js";

describe("a preference (RFC 7240)", () => {
  const read = (prefer?: string) => readPreference(prefer === undefined ? {} : { prefer });

  it("is none when nothing is preferred, or nothing that we know", () => {
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

  it("asks to be answered at once", () => {
    const atOnce = { waitMs: 0, applied: "respond-async" };
    for (const header of ["respond-async", "Respond-Async", "handling=lenient, respond-async", "respond-async; a=b"]) {
      expect(read(header), header).to.deep.equal(atOnce);
    }
  });

  it("says how long the answer may wait, and is held to half a minute", () => {
    expect(read("wait=3")).to.deep.equal({ waitMs: 3000, applied: "wait=3" });
    expect(read('respond-async, wait="7"')).to.deep.equal({ waitMs: 7000, applied: "wait=7" });
    expect(read("wait=999999999")).to.deep.equal({ waitMs: 25_000, applied: "wait=25" });
  });
});
